"""How a table is run: limits, tolerated faults, and a watch that sees which seat is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.table.bank import Countdown
from wallenstein.table.clock import Clock, NoClock
from wallenstein.table.faults import FaultKind


class Player(Protocol):
    """What the table calls on a bot."""

    rng: Random
    clock: Countdown

    def start(self, setup: Any) -> None: ...
    def decide(self, view: Any, decision: Any) -> Any: ...
    def end(self, result: Any) -> None: ...


Maker = Callable[[], Player]


class Setup(NamedTuple):
    """What a bot gets before a game."""

    game: str
    seat: int
    players: int
    rules: Any


class Limits(NamedTuple):
    """Seconds of processor time for each call of a bot, and for all calls in a game; 0 is no limit."""

    start: float = 0.0
    choose: float = 0.0  # a decision of a kind without a limit of its own
    game: float = 0.0
    by_kind: Mapping[str, float] = {}
    bank: float = 0.0  # what the decisions of a seat may take beyond their limits, in a game

    @property
    def longest(self) -> float:
        """The longest time that a call may take."""
        return max(self.start, *(limit + self.bank for limit in (self.choose, *self.by_kind.values())), 0.0)

    def of(self, kind: str) -> float:
        """The limit of this kind of decision, without the bank."""
        return self.by_kind.get(kind, self.choose)


NO_LIMITS: Final = Limits()


class Rescue(NamedTuple):
    """A seat whose process was lost in earlier attempts at this game: from that decision on, it is benched."""

    seat: int
    decision: int
    kind: FaultKind
    text: str


class Watch:
    """Records which seat is being asked, so that another process can see it."""

    def asking(self, seat: int, decision: int, kind: str) -> None:
        """A question begins; `kind` of the decision, empty for the start and the end."""

    def answered(self) -> None:
        """The question is over, and its answer has been processed."""


@dataclass
class Conditions:
    """How a table is run."""

    limits: Limits = NO_LIMITS
    max_faults: int = 3
    clock: Clock = field(default_factory=NoClock)  # of the bots in this process
    watch: Watch | None = None
    passing: tuple[type[BaseException], ...] = ()  # exceptions that end the game, such as Ctrl-C at a terminal
    strict: bool = False  # whether lost time or memory ends the attempt, because bots share this process
