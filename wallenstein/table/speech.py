"""How the table talks with a bot in another process: how questions are written, and how answers are read."""

from collections.abc import Sequence
from typing import Any, Protocol

from wallenstein.core.game import Placing
from wallenstein.table.conditions import Setup
from wallenstein.table.faults import FaultKind


class IllegalChoice(Exception):
    """An answer that the rules forbid, or that is no choice at all; its text is a sentence."""


class Garbled(Exception):
    """What came from a bot's process is not an answer; its text is a sentence."""


class Reported(Exception):
    """A fault that a bot's process reports itself."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Speech(Protocol):
    """Writes questions as bytes, and reads answers, which may be anything: they are checked, never trusted."""

    def start(self, setup: Setup) -> bytes:
        """A game begins."""

    def decide(self, state: Any, decision: Any, bank: float = 0.0) -> bytes:
        """The pending decision, with what its seat may know, and what is in its time bank."""

    def end(self, result: Sequence[Placing]) -> bytes:
        """The game is over."""

    def take(self, buffer: bytearray) -> bytes | None:
        """Removes one whole answer from what was received, and returns it; None if it is not whole yet.

        Raises Garbled if it never can be, for instance because it is too long.
        """

    def read(self, answer: bytes, state: Any, decision: Any) -> bytes:
        """The choice that the answer to `decide` holds, encoded by the game.

        Raises Garbled if it is not an answer to this question, IllegalChoice if it is not a choice, Reported for a
        fault. The rules check the choice once more when it is made.
        """

    def acknowledged(self, answer: bytes) -> None:
        """Reads the answer to `start` or `end`. Raises Garbled if it is not one, Reported for a fault."""
