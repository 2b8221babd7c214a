"""Processes that were lost in a game, and whose fault that was: the bot's, or the machine's."""

from collections import Counter
from typing import Final

from wallenstein.table.answers import SeatLost
from wallenstein.table.conditions import Rescue
from wallenstein.table.faults import FaultKind

MOST: Final = 3  # processes of a seat in one game: then it is the bot's fault, wherever they ended


class Losses:
    """The losses of one game, which is played again after each.

    It is the bot's fault if its process ends at the same decision again, or for the third time.
    """

    def __init__(self) -> None:
        self.counted: Final[Counter[tuple[int, int]]] = Counter()  # by seat and decision
        self.rescues: Final[dict[int, Rescue]] = {}  # by seat, of those whose fault it was

    def add(self, lost: SeatLost, decision: int) -> None:
        """A process was lost after so many decisions."""
        self.counted[lost.seat, decision] += 1
        total = sum(count for (seat, _), count in self.counted.items() if seat == lost.seat)
        if self.counted[lost.seat, decision] > 1 or total >= MOST:
            self.rescues[lost.seat] = Rescue(lost.seat, decision, FaultKind.DIED, lost.text)
