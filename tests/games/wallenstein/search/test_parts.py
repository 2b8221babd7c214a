"""What the parts of a search are given: a value, a policy, a forecast, styles; and a rival's decision in its place."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bots.bot_files import write
from wallenstein.bots.match import play
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import PLAN
from wallenstein.games.wallenstein.search import forecast
from wallenstein.games.wallenstein.search.guesses import Guesses
from wallenstein.games.wallenstein.search.rehearsal import Rehearsal
from wallenstein.games.wallenstein.search.styles import Styles

PACKAGED = Path(forecast.__file__).parents[1] / "data" / "forecast.toml"


def planning() -> State:
    game = find_game("wallenstein")
    state: Any = game.new_game(game.rules({}, Path()), 4, 6)
    assert state.decision.kind == "plan"
    return state  # type: ignore[no-any-return]


def test_a_rehearsal_is_given_its_value_and_its_policy() -> None:
    state = planning()
    view, asked = state.view(0), []

    def policy(played: Any, seat: int, rng: Random) -> Any:
        asked.append(seat)
        return played.decision.options[0]

    rehearsal = Rehearsal(view, Random(1), dict, lambda played, seat: 100.0 * played.season + seat, policy)
    assert rehearsal.trial(view.offer().random(Random(2)), 0) == 100
    assert set(asked) == {0, 1, 2, 3}


@pytest.mark.parametrize("part", [Rehearsal, Guesses, Styles])
def test_a_compiled_part_says_that_it_is_to_be_given_what_differs(part: Any) -> None:
    with pytest.raises(TypeError, match=f"Mine cannot be derived from {part.__name__}, which is compiled: make a "):
        type("Mine", (part,), {"__module__": "mine"})


@pytest.mark.parametrize("rival", [1, 3])
def test_a_rivals_plan_is_asked_from_its_own_view(rival: int) -> None:
    view = planning().view(0)
    theirs = view.seen_by(rival, Random(1))
    assert (theirs.seat, theirs.phase, theirs.plan) == (rival, PLAN, None)
    decision = theirs.sample(Random(2)).decision
    assert (decision.seat, decision.kind) == (rival, "plan")
    assert set(decision.options.counties) == set(view.counties(rival))
    rehearsal = Rehearsal(theirs, Random(3), dict)
    assert 0 < rehearsal.trial(decision.options.random(Random(4)), 0) < 1


def test_a_rivals_march_is_asked_from_its_own_view() -> None:
    state, rng = planning(), Random(5)
    while state.decision is not None and state.decision.kind != "march":
        state.make(state.decision.random(rng))
    assert state.decision is not None
    seat = state.decision.seat
    theirs = state.view((seat + 1) % 4).seen_by(seat, Random(1))
    decision = theirs.sample(Random(2)).decision
    assert (decision.seat, decision.kind) == (seat, "march")
    assert list(decision.options) == list(state.decision.options)


def test_a_forecast_is_read_from_a_file(tmp_path: Path) -> None:
    state = planning()
    state.season = 1
    other = tmp_path / "even.toml"
    other.write_text(PACKAGED.read_text("utf-8").replace("heat = ", "heat = 0.0 # "), "utf-8")
    assert forecast.value_by(str(PACKAGED))(state, 0) == forecast.win_chance(state, 0)
    assert forecast.value_by(str(other))(state, 0) == pytest.approx(0.25, abs=0.01)
    assert forecast.win_chance(state, 0) != pytest.approx(0.25, abs=0.001)
    for text in ("no toml", "[[stage]]\nyear = 1\n"):
        other.with_name("wrong.toml").write_text(text, "utf-8")
        forecast.forecasts.cache_clear()
        with pytest.raises(ConfigError, match=r"wrong.toml is not a file of `wallenstein forecast`: "):
            forecast.value_by(str(other.with_name("wrong.toml")))


def test_a_forecast_that_is_not_there_is_named_with_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=f"forecast: {tmp_path}/none.toml cannot be read: No such file"):
        forecast.value_by("none.toml")


def test_styles_are_given_by_name() -> None:
    view = planning().view(2)
    styles = Styles(4, ["settler"], [0.0, 0.0])
    styles.begin(view, view.sample(Random(1)), Random(2))
    assert {len(plans) for plans in styles.plans.values()} == {1}
    assert styles.chances(0) == [0.5, 0.5]
    with pytest.raises(ConfigError, match="1 of them need 2 prior chances, not 5"):
        Styles(4, ["settler"])
    with pytest.raises(ConfigError, match="styles: banker plays sixteen-thirty, not wallenstein"):
        Styles(4, ["banker"], [0.0, 0.0]).begin(view, view.sample(Random(1)), Random(2))


NETWORK = '''"""Answers by numbers, as a network does, and remembers its game."""

from wallenstein.bots import BaseBot, register
from wallenstein.environment import answer_with, new_memory


@register("first-action")
class FirstAction(BaseBot):
    def start(self, setup):
        self.game, self.memory = setup.game, new_memory(setup.game, setup.rules, setup.players)

    def decide(self, view, decision):
        return answer_with(lambda entries, legal: min(legal), view, decision, self.game, self.memory)
'''


def test_a_style_may_be_a_bot_for_any_game(tmp_path: Path) -> None:
    style = str(write(tmp_path / "network.py", NETWORK))
    view = planning().view(2)
    styles = Styles(4, [style], [0.0, 0.0])
    state = view.sample(Random(1))
    styles.begin(view, state, Random(2))
    for seat, (plan,) in styles.plans.items():
        assert state.functions.offer(state, seat).check(plan) is None


def test_searching_bots_take_them_as_options() -> None:
    from wallenstein.bots.discovery import find
    from wallenstein.bots.entrants import entrant_of

    few = {"playouts": 12, "trials": 4, "plans": 4, "policy": "settler", "forecast": str(PACKAGED)}
    marshal = entrant_of(find("marshal"), {**few, "styles": "settler, miller", "rounds": 1})
    generalissimo = entrant_of(find("generalissimo"), {**few, "styles": "settler", "searches": 1})
    game = play([entrant_of(find("seer"), few), marshal, generalissimo, "random"], seed=3)
    assert game.faults == []
