"""Scenarios as every game reads and plays them: the order of mistakes, and where it stops. The game here counts."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wallenstein.core.documents import Json, refusal
from wallenstein.core.errors import FormatError, RuleError
from wallenstein.core.scenario import Forced, NotAskedError, Referee, Scenario

STOP = SimpleNamespace(seat=-1, kind="stop")


class Counting:
    """Two seats say a number in turn, until one says 0; after 9 the game stops to be looked at."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.decision: Any = None
        self.journal: Any = None
        self.chance: Any = None
        self.functions: Any = FUNCTIONS

    def advance(self) -> None:
        self.decision = SimpleNamespace(seat=0, kind="number")

    def apply(self, choice: int) -> None:
        seat = 1 - self.decision.seat
        self.total += choice
        self.decision = None if choice == 0 else STOP if choice == 9 else SimpleNamespace(seat=seat, kind="number")


class Number:
    """What is chosen: a number up to 9. Not a `Kind`: compiled ones have no heirs in tests."""

    def check_read(self, choice: int, place: Json, decision: Any, functions: Any) -> None:
        if choice > 9:
            raise RuleError("C1", refusal(place, decision))

    def read(self, place: Json, functions: Any) -> int:
        return place.whole()

    def write(self, choice: int, functions: Any) -> int:
        return choice


FUNCTIONS = SimpleNamespace(kinds={"number": Number(), "word": Number()}, book=SimpleNamespace(players=2))


class Counter(Referee[Counting]):
    """Reads and plays scenarios of the counting game."""

    name = "counting-scenario/1"
    example = '{"seat": 0, "kind": "number", "choice": 3}'
    stops = ("decision", "end")
    stop = STOP

    def read_chance(self, place: Json, state: Counting) -> Forced:
        return Forced("number", place.whole(), place.path)

    def write_chance(self, kind: str, outcome: Sequence[int], state: Counting) -> dict[str, Any]:
        return {kind: outcome[0]}

    def script(self, scenario: Scenario[Counting]) -> Any:
        return scenario.chance

    def stopping(self, state: Counting, until: str, chance: Any) -> Any:
        return state.functions


FORMAT = Counter(
    lambda place, base: Counting(place.whole()),
    lambda state: {"total": state.total},
    lambda rules, players, chance: Counting(0),
)


def document(*choices: Any, **parts: Any) -> Json:
    decisions = [{"seat": number % 2, "kind": "number", "choice": choice} for number, choice in enumerate(choices)]
    return Json({"format": FORMAT.name, "position": 0, "decisions": decisions} | parts)


def played(*choices: Any, **parts: Any) -> Counting:
    return FORMAT.play(FORMAT.read(document(*choices, **parts), Path()))


def test_what_may_be_left_out() -> None:
    scenario = FORMAT.read(Json({"format": FORMAT.name, "position": 5}), Path())
    assert (scenario.state.total, scenario.seed, scenario.chance, scenario.decisions) == (5, 1, (), ())
    assert scenario.until == "decision"


def test_a_whole_scenario() -> None:
    scenario = FORMAT.read(document(1, 2, seed=2**64 - 1, chance=[4, 5], until="end"), Path())
    assert (scenario.seed, scenario.until) == (2**64 - 1, "end")
    assert [forced.outcome for forced in scenario.chance] == [4, 5]
    assert [taken[:3] for taken in scenario.decisions] == [(0, "number", 1), (1, "number", 2)]


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([], "must be an object"),
        ({"positio": 1}, 'a scenario begins with "format": "counting-scenario/1"'),
        ({"format": "counting/1", "positio": 1}, "is not this format"),
        ({"format": FORMAT.name, "positio": 1}, "positio: unknown key"),
        ({"format": FORMAT.name, "seed": -1}, "a scenario starts from a position"),
        ({"format": FORMAT.name, "position": -1, "seed": -1}, "position: must be"),
        ({"format": FORMAT.name, "position": 1, "seed": 2**64, "until": "x"}, "seed: must be"),
        ({"format": FORMAT.name, "position": 1, "chance": [-1], "until": "x"}, "until: .* is not a stop"),
        ({"format": FORMAT.name, "position": 1, "chance": [-1], "decisions": [{}]}, r"chance\[0\]: must be"),
        ({"format": FORMAT.name, "position": 1, "decisions": [{}]}, r'"seat" is missing; a decision is {"seat": 0, '),
        ({"format": FORMAT.name, "position": 1, "decisions": [{"seat": 2, "kind": "x", "choice": 1}]}, "seat: must be"),
        ({"format": FORMAT.name, "position": 1, "decisions": [{"seat": 1, "kind": "x", "choice": "x"}]}, "kind: "),
        ({"format": FORMAT.name, "position": 1, "decisions": [{"seat": 1, "kind": "word", "choice": "x"}]}, "choice: "),
    ],
)
def test_the_first_of_several_mistakes_is_named(value: Any, error: str) -> None:
    with pytest.raises(FormatError, match=error):
        FORMAT.read(Json(value), Path())


def test_decisions_are_made_one_after_the_other() -> None:
    state = played(1, 2, 3)
    assert state.total == 6
    assert FORMAT.write_reached(state) == {"total": 6, "pending": {"seat": 1, "kind": "number"}}


def test_decisions_after_a_stop_are_left() -> None:
    state = played(1, 9, 3)
    assert (state.decision, FORMAT.write_reached(state)) == (None, {"total": 10})


def test_a_decision_after_the_end() -> None:
    with pytest.raises(NotAskedError, match=r"decisions\[2\]: number of seat 0 does not fit; the game is over"):
        played(1, 0, 3)


def test_a_decision_that_the_rules_forbid() -> None:
    with pytest.raises(RuleError, match=r"C1: decisions\[1\]: seat 1 cannot choose 12 for number"):
        played(1, 12, 0)


@pytest.mark.parametrize(("seat", "kind"), [(1, "number"), (0, "word")])
def test_another_seat_or_kind_is_next(seat: int, kind: str) -> None:
    with pytest.raises(NotAskedError, match=rf"{kind} of seat {seat} does not fit; number of seat 0 is next"):
        played(decisions=[{"seat": seat, "kind": kind, "choice": 99}])
