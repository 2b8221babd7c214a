"""An expansion that lies wholly in a folder of the tests has everything that those of the package have."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tests.games.wallenstein.editions.promises.part import NAME, PHASE, Promises, card_of
from tests.properties.photo import photo
from tests.properties.players import finish, moments, start
from wallenstein.analysis import load
from wallenstein.cli import main
from wallenstein.core.documents import Json
from wallenstein.core.errors import FormatError, RuleError
from wallenstein.games.wallenstein import editions
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.referee.scenario import REFEREE
from wallenstein.games.wallenstein.rules import Rules

CONFIG = """
[tourney]
name = "promises"
seed = 3
blocks = 1
players = 3
[game]
expansions = ["emperors-court", "promises"]
[bots]
entries = ["random", "settler", "regent"]
"""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The expansion is known while these tests run: one line registers it."""
    editions.EXPANSIONS[NAME] = Promises()
    yield
    del editions.EXPANSIONS[NAME]
    editions.functions.cache_clear()


@pytest.fixture
def table() -> tuple[Rules, int]:
    return rules_from({"expansions": [NAME, "emperors-court"]}, Path()), 4


def run(*words: object) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="wallenstein")
    assert result.exit_code == 0, result.output
    return result.stdout


def asked(table: tuple[Rules, int]) -> Any:
    """A game at its first promise."""
    return next(state for state, decision in moments(table, range(1, 2), every=1) if decision.kind == "promise")


def test_p2_a_promise_brings_a_thaler_and_a_refusal_changes_nothing(table: tuple[Rules, int]) -> None:
    state = asked(table)
    seat, before = state.decision.seat, photo(state)
    for wrong in (2, None, "yes", (1,)):
        with pytest.raises(RuleError, match="P2: "):
            state.apply(wrong)
    assert photo(state) == before
    thalers, counties = state.thalers[seat], state.owner.count(seat)
    state.apply(1)
    assert state.thalers[seat] == thalers + 1
    assert card_of(state).promised[seat] == counties + card_of(state).card


def test_p3_a_broken_promise_is_paid_at_the_seasons_end(table: tuple[Rules, int]) -> None:
    broken = given = 0
    for seed in range(1, 6):
        state = finish(start(table, seed), Random(seed))
        names = editions.entry_types()
        for entry in state.journal or ():
            broken += isinstance(entry, names["promise-broken"])
            given += isinstance(entry, names["promised"])
    assert given == 5 * 6 * 4
    assert broken > 5


def test_views_and_samples_have_it(table: tuple[Rules, int]) -> None:
    for state, decision in moments(table, range(2, 3), every=5):
        view = state.view(decision.seat)
        assert view.part(NAME) == card_of(state).view()
        assert view.sample(Random(1)).view(decision.seat) == view
        copy = state.copy()
        card_of(copy).promised[0] += 1
        assert state.view(decision.seat) == view


def test_positions_have_it(table: tuple[Rules, int]) -> None:
    met = set()
    for state, _ in moments(table, range(3, 4), every=2):
        written = json.loads(json.dumps(write_position(state)))
        again = read_position(Json(written), Path())
        again.advance()
        assert write_position(again) == written
        assert card_of(again).view() == card_of(state).view()
        met.add(written["phase"])
    assert "promises" in met


def promise(**keys: Any) -> dict[str, Any]:
    """A position in which a season's promises begin."""
    counties = {"anhalt": {"owner": 0, "armies": 2}, "koeln": {"owner": 1, "armies": 2}}
    rules = {"game": "wallenstein", "expansions": [NAME]}
    plans = [{"actions": {}, "bid": 0}] * 3
    tiles = {"0": "grain", "1": "thaler", "2": "attack"}
    open_cards = ["grain", "taxes", "palace", "church", "post"]
    return {
        "rules": rules, "players": 3, "phase": "promises", "counties": counties, "plans": plans, "tiles": tiles,
        "actions": open_cards, "tiles_on_offer": ["grain", "thaler", "attack", "defence", "armies-6"],
        "events": {"current": "tax-cap"}, **keys,
    }  # fmt: skip


def test_scenarios_force_its_card_and_take_its_decisions() -> None:
    decisions = [{"seat": seat, "kind": "promise", "choice": seat == 0} for seat in range(3)]
    document = {"format": REFEREE.name, "position": promise(), "chance": [{"promise": [2]}], "decisions": decisions}
    state = REFEREE.play(REFEREE.read(Json({**document, "until": "slot"}), Path()))
    reached = REFEREE.write_reached(state)
    assert reached["promise"] == 2
    assert [seat["promised"] for seat in reached["seats"]] == [3, None, None]
    assert reached["seats"][0]["thalers"] == reached["seats"][1]["thalers"] + 1


def test_without_the_expansion_its_keys_are_refused() -> None:
    with pytest.raises(FormatError, match=r'phase: belongs to Promises; add "promises" to rules\.expansions'):
        read_position(Json(promise(rules={"game": "wallenstein"})), Path())


def test_play_tells_it() -> None:
    told = run("play", "--bots", "random,random,random", "--seed", 1, "--expansion", NAME)
    assert "Promises" in told
    assert "promises to have" in told
    lines = [
        json.loads(line)
        for line in run(
            "play", "--bots", "random,random,random", "--seed", 1, "--expansion", NAME, "--json"
        ).splitlines()
    ]
    assert sum(line["entry"] == "promised" for line in lines) == 18


def test_tournaments_write_its_table_and_can_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "promises.toml"
    file.write_text(CONFIG, encoding="utf-8")
    run("tourney", file, "--results", tmp_path / "results", "--jobs", 1)
    folder = next((tmp_path / "results").glob("promises-*"))
    frames = load(folder)
    games = len(frames.games)
    assert len(frames.promises) == games * 18
    assert set(frames.promises.columns) == {"game", "year", "season", "seat", "given", "counties"}
    assert {"emperors-court", NAME} == set(editions.EXPANSIONS) - {"landsknechte"}
    assert f"{games} of {games} games replayed with the same result" in run("verify", folder)


def test_the_phase_has_a_code_of_its_own() -> None:
    assert editions.phases()[PHASE] == "promises"
    assert len(set(editions.phases())) == len(set(editions.phases().values()))
