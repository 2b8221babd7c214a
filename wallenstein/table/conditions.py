"""The conditions at a table: limits, time banks, tolerated faults, and a watch that sees which seat is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.core.text import printable
from wallenstein.table.clock import Clock, NoClock
from wallenstein.table.faults import FaultKind, clean


class Bank:
    """The time bank of a seat in one game: seconds that its decisions may take beyond their limits, all together."""

    __slots__ = ("left",)

    def __init__(self, seconds: float = 0.0) -> None:
        self.left = seconds

    def pay(self, limit: float, seconds: float) -> None:
        """Pays for a decision with this limit and this time."""
        if limit and seconds > limit:
            self.left = max(0.0, self.left - (seconds - limit))


class Countdown:
    """The clock that a bot sees, and cannot stop."""

    __slots__ = ("bank", "left")

    left: Callable[[], float]  # seconds of processor time for this question and the bank; infinite without a limit
    bank: Callable[[], float]  # seconds in the bank when this question began

    def __init__(self, clock: Clock | None = None, bank: Bank | None = None) -> None:
        def left() -> float:
            if clock is None or not clock.limit:
                return inf
            return max(0.0, clock.limit - clock.used())

        def banked() -> float:
            return 0.0 if bank is None else bank.left

        self.left = left
        self.bank = banked


NOTE: Final = 200  # characters of a decision
NOTES: Final = 8000  # characters of a seat in a game


class Notebook:
    """The notes of a bot on the open question."""

    __slots__ = ("text",)

    def __init__(self) -> None:
        self.text = ""

    def add(self, text: object) -> None:
        """Adds a note; several are joined."""
        self.text = as_note(f"{self.text}; {text}" if self.text else text)

    def take(self) -> str:
        """All that was noted since the last time."""
        text, self.text = self.text, ""
        return as_note(text) if type(text) is str else ""


def as_note(text: object) -> str:
    """One line of valid text, not too long; a bot can send anything."""
    line = clean(printable(" ".join(str(text)[: 4 * NOTE].split())))
    return line if len(line) <= NOTE else line[: NOTE - 1] + "…"


class Player(Protocol):
    """A bot as the table calls it."""

    rng: Random
    clock: Countdown
    notebook: Notebook

    def start(self, setup: Any) -> None: ...
    def decide(self, view: Any, decision: Any) -> object: ...
    def end(self, result: Any) -> None: ...


Maker = Callable[[], Player]


class Setup(NamedTuple):
    """The facts that a bot gets before a game."""

    game: str
    seat: int
    players: int
    rules: Any


class Limits(NamedTuple):
    """Seconds of processor time for each call of a bot, and for all calls in a game; 0 means no limit."""

    start: float = 0.0
    choose: float = 0.0  # a decision of a kind without a limit of its own
    game: float = 0.0
    by_kind: Mapping[str, float] = {}
    bank: float = 0.0  # of a seat in a game, for its decisions beyond their limits

    @property
    def longest(self) -> float:
        return max(self.start, *(limit + self.bank for limit in (self.choose, *self.by_kind.values())), 0.0)

    def of(self, kind: str) -> float:
        """The limit of this kind of decision, without the bank."""
        return self.by_kind.get(kind, self.choose)


NO_LIMITS: Final = Limits()


class Rescue(NamedTuple):
    """A seat that lost its process in earlier attempts at this game: it is benched from that decision on."""

    seat: int
    decision: int
    kind: FaultKind
    text: str


class Watch:
    """Records the seat that is asked, for another process."""

    def asking(self, seat: int, decision: int, kind: str) -> None:
        """A question begins; `kind` of the decision, empty for the start and the end."""

    def answered(self) -> None:
        """The question is over, and its answer has been processed."""

    def noted(self, seat: int, kind: str, text: str) -> None:
        """The bot of a seat has noted something with a decision of this kind."""


@dataclass
class Conditions:
    limits: Limits = NO_LIMITS
    max_faults: int = 3
    clock: Clock = field(default_factory=NoClock)  # of the bots in this process
    watch: Watch | None = None
    passing: tuple[type[BaseException], ...] = ()  # exceptions that end the game, such as Ctrl-C at a terminal
    strict: bool = False  # whether lost time or memory ends the attempt, because bots share this process
