"""The figures of a run, from its statistics to its reports. Numbers are rounded; None stands for an unknown value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any, Literal

from pydantic import TypeAdapter

from wallenstein.core.reports import Estimate


@dataclass(frozen=True)
class BotStanding:
    """The results of one entrant. `parity` is the win share of a bot as good as its tables, for each of its seats.

    `benched` also counts games that are left out, and so does `mostly_benched`: in more than half of its games.
    """

    name: str
    games: int
    left_out: int
    benched: int
    mostly_benched: bool
    seats: int
    blocks: int
    parity: float | None
    win_share: Estimate
    rank: Estimate
    score: Estimate

    @property
    def wins(self) -> Estimate:
        """The share of its games that it wins, with any of its seats."""
        return self._of_games(self.win_share)

    @property
    def even(self) -> float | None:
        """The same of a bot as good as its tables."""
        return self._of_games(Estimate(self.parity)).value

    def _of_games(self, share: Estimate) -> Estimate:
        """The interval of one seat does not know that a bot cannot win more than every game."""
        seats = self.seats / self.games if self.games else 1.0
        return Estimate(*(None if each is None else round(min(1.0, seats * each), 6) for each in share))


ELO = 400 / log(10)  # points for one unit of the natural log scale


@dataclass(frozen=True)
class Strength:
    """Strength on the natural log scale, and in points: 400 points are odds of ten to one."""

    strength: Estimate
    points: Estimate


@dataclass(frozen=True)
class SummaryRow(BotStanding):
    strength: Estimate
    points: Estimate


@dataclass(frozen=True)
class SeatEffect:
    """The effect of a seat, for one entrant or (if None) for all: wins, and score above the table's mean."""

    seat: int
    entrant: str | None
    games: int
    parity: float | None
    win_share: Estimate
    lead: Estimate


@dataclass(frozen=True)
class SeatTest:
    """How often chance alone favours some seat this much; None if unknown, as after a single block."""

    p: float | None
    differ: bool  # beyond chance


@dataclass(frozen=True)
class Meetings:
    """Meetings of two entrants: the share in which the first finished ahead; a tie counts half.

    `p` is how often chance alone separates equal entrants this far; `differs` takes into account how many pairs met.
    """

    name: str
    other: str
    meetings: int
    share: Estimate
    p: float | None
    differs: bool


@dataclass(frozen=True)
class BotGroup:
    """Bots that are all shown to be better than every bot of the groups after them.

    `overlapping` bots are worse than the best of these, but not than all of them. They are in no group.
    """

    bots: tuple[str, ...]
    overlapping: tuple[str, ...]


@dataclass(frozen=True)
class JointOrder:
    """Which bots are better than which, all pairs tested together by their strengths.

    `reach` is the number of standard errors that a difference must exceed; `beats` has every bot, strongest first.
    """

    reach: float
    beats: Mapping[str, tuple[str, ...]]
    groups: tuple[BotGroup, ...]


@dataclass(frozen=True)
class Effects:
    """Strengths by name, effects by seat, and by line-up the shifts of its entrants; all on the natural log scale."""

    strengths: Mapping[str, Estimate]
    seats: tuple[Estimate, ...]
    shifts: tuple[Mapping[str, float | None], ...]


@dataclass(frozen=True)
class FieldFigures:
    """The number of line-ups, and the field as a whole."""

    lineups: int
    effects: Effects | None


@dataclass(frozen=True)
class CellSummary:
    """Entrants (strongest first), seats, pairs, and line-ups, with the number of games and blocks behind them."""

    cell: str
    games: int
    left_out: int
    blocks: int
    confidence: float
    entrants: tuple[SummaryRow, ...]
    seats: tuple[SeatEffect, ...]
    seat_test: SeatTest
    pairs: tuple[Meetings, ...]
    field: FieldFigures
    verdict: Mapping[str, Any] | None  # the verdict, if the format gives one
    joint: JointOrder | None = None  # None for few bots, which are compared pair by pair


@dataclass(frozen=True)
class Difference:
    """The mean of `b - a` over the blocks that both have, and the number of these blocks.

    `p` is how often chance alone shows a difference of this size; None if unknown.
    """

    blocks: int
    difference: Estimate
    p: float | None


@dataclass(frozen=True)
class MarkedDifference(Difference):
    """One of several differences, marked if it is beyond chance in view of their number."""

    differs: bool


@dataclass(frozen=True)
class CellDifference:
    """How much more a bot scores and wins in a cell than in the first, on the same seeds."""

    cell: str
    against: str
    name: str
    score: MarkedDifference
    win_share: MarkedDifference


OnBench = Literal["last", "leave-out"]  # how games with a benched seat count


@dataclass(frozen=True)
class RunSummary:
    """All figures of a run, or of several together. Those from measured times are at the end."""

    name: str
    seed: int | str  # of all runs, if there are several
    games: int
    of_games: int
    on_bench: OnBench
    cells: tuple[CellSummary, ...]
    differences: tuple[CellDifference, ...]
    faults: Mapping[str, Mapping[str, int]]  # by bot and kind
    seconds_a_decision: Mapping[str, float | None]
    left_out: Mapping[str, str] = field(default_factory=dict)  # why bots did not load, by name


def document(figures: object) -> dict[str, Any]:
    """Figures as plain data for JSON, keys in the order of the fields."""
    found: dict[str, Any] = TypeAdapter(type(figures)).dump_python(figures, mode="json")
    return found


def text_of(figures: object) -> str:
    """The text of figures; equal figures give equal bytes."""
    return json.dumps(document(figures), indent=2, allow_nan=False, ensure_ascii=False)
