"""The answers of a seat's bot in any process; the speech with bots in other processes; lost processes."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.core.game import Placing
from wallenstein.table.conditions import Rescue, Setup
from wallenstein.table.faults import FaultKind


class Answer(NamedTuple):
    """The answer to one question: a choice, encoded by the game, or a fault; and the time that it took."""

    packed: bytes = b""
    fault: FaultKind | None = None
    text: str = ""
    seconds: float = 0.0
    choice: Any = None  # itself, if the rules have checked it in this process
    checked: bool = False
    note: str = ""  # of the bot, with its choice


class SeatBot(Protocol):
    """The bot of one seat of one game, in this process or another one."""

    def start(self, setup: Setup) -> Answer:
        """Makes the bot, and starts it."""

    def decide(self, state: object, decision: object) -> Answer: ...

    def end(self, result: Sequence[Placing]) -> Answer:
        """Gives the bot the result."""

    def close(self) -> None:
        """Ends the bot."""


class SeatLost(Exception):
    """The process of a seat's bot has ended; the game is played again to find the fault."""

    def __init__(self, seat: int, text: str) -> None:
        super().__init__(text)
        self.seat = seat
        self.text = text


class LimitsReached(Exception):
    """Time or memory was lost in a game whose bots share a process; it is played again with a process for each bot."""


class IllegalChoice(Exception):
    """An answer that the rules forbid, or that is not a choice at all; its text is a sentence."""


class Garbled(Exception):
    """The bytes from a bot's process are not an answer; the text is a sentence."""


class Reported(Exception):
    """A fault that a bot's process reports itself."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Speech(Protocol):
    """Writes questions as bytes, and reads answers, which may be anything, so they are checked."""

    note: str  # in the last answer that was read

    def start(self, setup: Setup) -> bytes: ...

    def decide(self, state: object, decision: object, bank: float = 0.0) -> bytes:
        """The pending decision with its seat's view, and its time bank."""

    def end(self, result: Sequence[Placing]) -> bytes: ...

    def take(self, buffer: bytearray) -> bytes | None:
        """Removes one whole answer from the buffer, and returns it; None if it is not whole yet.

        Raises Garbled if it never can be, for instance because it is too long.
        """

    def read(self, answer: bytes, state: object, decision: object) -> bytes:
        """The choice in the answer to `decide`, encoded by the game.

        Raises Garbled if it is not an answer to this question, IllegalChoice if it is not a choice, Reported for a
        fault. The rules check the choice once more when it is made.
        """

    def acknowledged(self, answer: bytes) -> None:
        """Reads the answer to `start` or `end`. Raises Garbled if it is not one, Reported for a fault."""


MOST: Final = 3  # lost processes of a seat in one game that make it the bot's fault


class Losses:
    """The losses of one game, which is played again after each.

    It is the bot's fault if its process ends at the same decision again, or for the third time.
    """

    def __init__(self) -> None:
        self.counted: Final[Counter[tuple[int, int]]] = Counter()  # by seat and decision
        self.rescues: Final[dict[int, Rescue]] = {}  # by seat, if the bot was at fault

    def add(self, lost: SeatLost, decision: int) -> None:
        """Enters the loss of a process after this number of decisions."""
        self.counted[lost.seat, decision] += 1
        total = sum(count for (seat, _), count in self.counted.items() if seat == lost.seat)
        if self.counted[lost.seat, decision] > 1 or total >= MOST:
            self.rescues[lost.seat] = Rescue(lost.seat, decision, FaultKind.DIED, lost.text)
