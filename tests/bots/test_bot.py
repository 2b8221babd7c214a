"""What a bot does that overrides nothing, and which classes and names `register` takes."""

from random import Random
from typing import Any

import pytest

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, Placing, Setup, View
from wallenstein.bots.bot import registered
from wallenstein.bots.match import play
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules


class Diarist(Bot):
    """Writes down how it is called."""

    diary: list[str]
    setups: list[Setup] = []  # noqa: RUF012  (what the test reads, of all objects)
    diaries: list[list[str]] = []  # noqa: RUF012

    def start(self, setup: Setup) -> None:
        self.setups.append(setup)
        self.diary = [f"start {isinstance(self.rng, Random)}"]
        self.diaries.append(self.diary)

    def plan(self, view: View, offer: Offer) -> Plan:
        self.diary.append("plan")
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        self.diary.append(choice.kind)
        return choice.default

    def end(self, result: Any) -> None:
        assert all(isinstance(placing, Placing) for placing in result)
        self.diary.append("end")


def test_a_bot_that_overrides_nothing_plays_legal_games() -> None:
    played = play([Bot, Bot, Bot], seed=4, rules={"setup": "draft"})
    assert played.faults == []
    assert len(played.result) == 3


def test_a_new_bot_is_made_for_each_seat_and_called_from_start_to_end() -> None:
    Diarist.setups.clear()
    Diarist.diaries.clear()
    play([Diarist, "random", Diarist], seed=4)
    assert [(s.game, s.seat, s.players) for s in Diarist.setups] == [("wallenstein", 0, 3), ("wallenstein", 2, 3)]
    assert Diarist.setups[0].rules.edition == "second"
    assert len(Diarist.diaries) == 2
    for diary in Diarist.diaries:
        assert (diary[0], diary[-1]) == ("start True", "end")
        assert diary.count("plan") == 6
        assert set(diary[1:-1]) - {"plan"} <= {"tile", "march", "move", "revolt"}


def test_the_default_plan_draws_from_the_bots_own_generator() -> None:
    offer = Offer(0, tuple(range(12)), 9)
    bots = [Bot(), Bot()]
    for bot in bots:
        bot.rng = Random(5)
    view = new_game(Rules(), 3, seeded(4)).view(0)
    plans = [bot.decide(view, Decision(0, "plan", offer, ("plan", 0))) for bot in bots]
    assert plans[0] == plans[1]
    assert bots[0].decide(view, Decision(0, "plan", offer, ("plan", 0))) != plans[0]


def test_two_seats_draw_differently() -> None:
    played = play(["random"] * 3, seed=8)
    plans = [decided.packed for decided in played.decisions if decided.kind == "plan"][:3]
    assert len(set(plans)) == 3


def test_gives_the_class_its_name_and_remembers_it() -> None:
    @register("registry-test")
    class Named(Bot):
        pass

    assert Named.name == "registry-test"
    assert registered(__name__)["registry-test"] is Named


@pytest.mark.parametrize("name", ["", "two words", "-dash", "a" * 41, "a:b", "a/b", "ä", "a.py", "a\n"])
def test_refuses_a_name_that_configurations_could_not_write(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a bot"):
        register(name)


@pytest.mark.parametrize("name", ["a", "Miller-2", "a_b+c", "7", "a" * 40])
def test_takes_any_other_name(name: str) -> None:
    assert callable(register(name))


def test_says_how_it_is_used_when_the_name_is_left_out() -> None:
    wrong: Any = Bot
    with pytest.raises(ConfigError, match=r'@register needs a name, as in @register\("miller"\), not type'):
        register(wrong)


def test_refuses_what_is_no_bot() -> None:
    wrong: Any = dict
    with pytest.raises(ConfigError, match=r'@register\("mapping"\) decorates dict, which is not a subclass of Bot'):
        register("mapping")(wrong)


def test_refuses_a_second_bot_of_the_name_in_the_same_file() -> None:
    @register("registry-twin")
    class First(Bot):
        pass

    with pytest.raises(ConfigError, match=r'First and .*Second are both registered as "registry-twin"'):

        @register("registry-twin")
        class Second(Bot):
            pass

    assert registered(__name__)["registry-twin"] is First


def test_takes_the_same_class_again_as_a_notebook_does() -> None:
    def cell() -> type[Bot]:
        @register("registry-cell")
        class Cell(Bot):
            pass

        return Cell

    first, second = cell(), cell()
    assert first is not second
    assert registered(__name__)["registry-cell"] is second
