"""A tiny game for tests of the runner.

Each turn a seat picks a number from 0 to 3 and scores it if the turn's die is not lower. So 2 is the best
pick on average, 0 the worst, and the dice do not depend on what anyone picked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from wallenstein.core.chance import below
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Placing

PICKS: Final = (0, 1, 2, 3)


@dataclass(frozen=True)
class ToyRules:
    """How many rounds are played, and how many faces the die has."""

    rounds: int = 3
    faces: int = 4


@dataclass(frozen=True)
class ToyView:
    """All that a seat may know."""

    seat: int
    turn: int
    scores: tuple[int, ...]


@dataclass(frozen=True)
class ToyDecision:
    """Which number to pick."""

    seat: int
    kind: str = "pick"
    options: tuple[int, ...] = PICKS
    default: int = 1

    def random(self, rng: Random) -> int:
        """Any pick."""
        return self.options[below(rng.random, len(self.options))]


class Pick(NamedTuple):
    """An entry of the journal: what was picked, and the turn's die."""

    turn: int
    seat: int
    pick: int
    die: int
    scored: bool


def check_pick(choice: Any) -> int:
    """The pick; RuleError if it is none."""
    if type(choice) is not int or choice not in PICKS:
        raise RuleError("T1", f"a pick is a number from 0 to 3, not {choice!r}")
    return choice


class ToyState:
    """One game under way."""

    def __init__(self, dice: Sequence[int], scores: Sequence[int], turn: int = 0) -> None:
        self.players: Final = len(scores)
        self.dice: Final = tuple(dice)  # of every turn
        self.scores = list(scores)
        self.turn = turn
        self.decision: ToyDecision | None = self.asked()
        self.journal: list[Pick] | None = []

    def asked(self) -> ToyDecision | None:
        """The decision of this turn; None when the game is over."""
        return None if self.turn == len(self.dice) else ToyDecision(self.turn % self.players)

    def apply(self, choice: Any) -> None:
        """Takes the pick, and asks the next seat."""
        if self.decision is None:
            raise RuleError("T2", "the game is over")
        self.make(check_pick(choice))

    def make(self, choice: int) -> None:
        """Takes a pick that has been checked."""
        assert self.decision is not None
        seat, die = self.decision.seat, self.dice[self.turn]
        scored = choice <= die
        if scored:
            self.scores[seat] += choice
        if self.journal is not None:
            self.journal.append(Pick(self.turn, seat, choice, die, scored))
        self.turn += 1
        self.decision = self.asked()

    def view(self, seat: int) -> ToyView:
        """Everything but the dice to come."""
        return ToyView(seat, self.turn, tuple(self.scores))

    def result(self) -> Sequence[Placing]:
        """Most points first; equal points share a rank."""
        return [Placing(s, 1 + sum(o > p for o in self.scores), p) for s, p in enumerate(self.scores)]
