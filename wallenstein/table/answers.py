"""What a seat's bot answers, wherever it runs, and what ends an attempt at a game."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from wallenstein.core.game import Placing
from wallenstein.table.conditions import Setup
from wallenstein.table.faults import FaultKind


class Answer(NamedTuple):
    """The answer to one question: a choice, encoded by the game, or a fault; and the time that it took."""

    packed: bytes = b""
    fault: FaultKind | None = None
    text: str = ""
    seconds: float = 0.0
    choice: Any = None  # itself, if the rules have checked it in this process
    checked: bool = False


class SeatBot(Protocol):
    """The bot of one seat of one game, in this process or another one."""

    def start(self, setup: Setup) -> Answer:
        """Makes the bot, and tells it that the game begins."""

    def decide(self, state: Any, decision: Any) -> Answer:
        """Asks for a choice."""

    def end(self, result: Sequence[Placing]) -> Answer:
        """Tells the bot that the game is over."""

    def close(self) -> None:
        """The bot is not needed any more."""


class SeatLost(Exception):
    """The process of a seat's bot has ended: whose fault that is shows when the game is played again."""

    def __init__(self, seat: int, text: str) -> None:
        super().__init__(text)
        self.seat = seat
        self.text = text


class LimitsReached(Exception):
    """Time or memory was lost in a game whose bots share a process: it is played again with each in its own."""
