"""Format `duel`: two bots share a table, until the result is clear."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, Self

from wallenstein.core.game import Game
from wallenstein.core.text import counted
from wallenstein.tourney.formats import Bounds, CellVerdict, KeyMistake, Seating, TestedSection
from wallenstein.tourney.section import Section, key

SHARE = "a share of the wins between 0 and 1"
ERROR_RATE = "an error rate above 0 and below 0.5"


class BettingSection(Section):
    """[tourney.betting]: stops a duel as soon as its result is clear."""

    s0: float | None = key(
        None, "The candidate's share of the wins if it is not better (default: 0.5)", SHARE, gt=0, lt=1
    )
    s1: float | None = key(None, "Its share if it is better; above s0 (default: s0 + 0.05)", SHARE, gt=0, lt=1)
    advantage: float | None = key(
        None, "Instead of s0 and s1: s0 = 0.5, s1 = 0.5 + advantage", "a share above 0 and below 0.5", gt=0, lt=0.5
    )
    alpha: float = key(0.05, "Chance of finding a candidate better although it is not", ERROR_RATE, gt=0, lt=0.5)
    beta: float = key(0.05, "Chance of finding a better candidate not better", ERROR_RATE, gt=0, lt=0.5)

    @property
    def bounds(self) -> Bounds:
        """The test, with defaults filled in."""
        s0 = 0.5 if self.s0 is None else self.s0
        s1 = round(s0 + (self.advantage or 0.05), 12) if self.s1 is None else self.s1
        return Bounds(s0, s1, self.alpha, self.beta)


class DuelSection(TestedSection):
    format: Literal["duel"] = "duel"
    betting: BettingSection | None = key(None, "stop as soon as the result is clear; blocks is then the maximum")

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from super().mistakes(names, game)
        if not self.rotate:
            yield "rotation", "must be all: a duel plays every split of the seats"
        test = self.betting
        if test is None:
            return
        if self.precision is not None:
            yield "precision", "ends a duel when its win shares are known, betting when it is decided; remove one"
        if test.advantage is not None and (test.s0 is not None or test.s1 is not None):
            yield "betting.advantage", "replaces s0 and s1; remove either it or them"
        if not test.bounds.s0 < test.bounds.s1 < 1:
            yield "betting.s1", f"must be above s0 and below 1; s0 is {test.bounds.s0:g}, s1 is {test.bounds.s1:g}"

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        betting = None if self.betting is None else BettingSection(**self.betting.bounds._asdict())
        return super().with_defaults(names, game).model_copy(update={"betting": betting})

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        if len(names) != 2:
            yield "format", f"a duel is between two bots, and [bots] has {len(names)}"

    def made(self, names: Sequence[str]) -> "Duel":
        candidate = self.tested(names) or 0
        return Duel(self.seats, candidate, 1 - candidate)

    def bounds(self) -> Bounds | None:
        return None if self.betting is None else self.betting.bounds

    def until(self, games: int | None) -> str | None:
        if self.betting is None:
            return super().until(games)
        return "it ends when the sequential test is decided, which may be long before that"


class Duel:
    """Two bots share a table, each with half of the seats: all ways to do so are a block.

    A table of four is played in all six ways to give two seats to each, one of the six being A A B B. A table of an odd
    number cannot be shared evenly, so each block has both majorities: for three seats A A B and A B B in every order
    (6 games), for five seats 3 against 2 and 2 against 3 (20 games). So on each seed both bots have held every seat
    equally often, in all company, and of two equal bots each can expect half of the wins.
    """

    tables = 1

    def __init__(self, players: int, candidate: int = 0, opponent: int = 1) -> None:
        few, many = players // 2, (players + 1) // 2
        self.all: Final[tuple[Seating, ...]] = tuple(
            tuple(candidate if seat in held else opponent for seat in range(players))
            for size in dict.fromkeys((many, few))
            for held in combinations(range(players), size)
        )

    def games(self, table: int) -> int:
        return len(self.all)

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        return self.all


class TestVerdict(CellVerdict):
    """By a sequential test."""

    test: Literal["betting", "sprt"]  # runs of earlier versions may have ended by sprt
    decision: Literal["H0", "H1", "continue"]
    llr: float
    lower: float
    upper: float

    def sentences(self) -> Iterator[str]:
        found = {
            "H1": "the candidate is better",
            "H0": "the candidate is not better by as much as the test looks for",
            "continue": "undecided after all blocks",
        }[self.decision]
        yield f"Sequential test: {found} (after {counted(self.blocks, 'block')}, evidence {self.llr:.2f})."
