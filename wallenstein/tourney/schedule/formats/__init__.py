"""Formats: which bots sit together. To the schedule a format is a number of line-ups and their seatings."""

from collections.abc import Iterable
from typing import Final, Protocol

Seating = tuple[int, ...]  # the entry in each seat


class Format(Protocol):
    """Who meets whom on one seed."""

    lineups: int

    def seatings(self, lineup: int) -> tuple[Seating, ...]:
        """The games of one line-up on one seed."""


def rotations(seating: Seating) -> tuple[Seating, ...]:
    """All different games that come of moving everybody round the table.

    A line-up that repeats itself, as A B A B does, has fewer: one seating twice on a seed is one game.
    """
    turned = (seating[turn:] + seating[:turn] for turn in range(len(seating)))
    return tuple(dict.fromkeys(turned))


class LineUps:
    """Some line-ups, each in all rotations or as it stands."""

    def __init__(self, lineups: Iterable[Seating], rotate: bool) -> None:
        self.all: Final = tuple(lineups)
        self.rotate: Final = rotate
        self.lineups = len(self.all)

    def seatings(self, lineup: int) -> tuple[Seating, ...]:
        """The games of one line-up on one seed."""
        seating = self.all[lineup]
        return rotations(seating) if self.rotate else (seating,)
