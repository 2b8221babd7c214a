"""Shared memory of the processes of a run."""

from collections.abc import Iterable
from mmap import mmap
from struct import Struct
from time import monotonic
from typing import Final, NamedTuple

from wallenstein.table.conditions import Watch

NOBODY: Final = -1
PLACES: Final = 4096  # more than there are ever chunks under way, whose numbers are close together


class GamesDone:
    """The number of finished games of each chunk under way; written by workers, read by the runner for display."""

    packer: Final = Struct("<q")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, PLACES * self.packer.size)

    def set(self, chunk: int, done: int) -> None:
        """Sets how many games of the chunk are done."""
        self.packer.pack_into(self.memory, chunk % PLACES * self.packer.size, done)

    def total(self, chunks: Iterable[int]) -> int:
        """How many games of these chunks are done."""
        places = (chunk % PLACES * self.packer.size for chunk in chunks)
        return sum(self.packer.unpack_from(self.memory, place)[0] for place in places)


class Asked(NamedTuple):
    """A question that is open."""

    game: int
    seat: int  # NOBODY when none is
    decision: int
    limit: float
    since: float


class OpenQuestion(Watch):
    """Which seat is being asked; written by the process that plays, read by the one that supervises it."""

    packer: Final = Struct("<qiidd")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, self.packer.size)
        self.begin(NOBODY)

    def begin(self, game: int) -> None:
        """A game begins."""
        self.game = game
        self.answered()

    def asking(self, seat: int, decision: int, limit: float) -> None:
        """A question begins."""
        self.packer.pack_into(self.memory, 0, self.game, seat, decision, limit, monotonic())

    def answered(self) -> None:
        """No seat is being asked."""
        self.packer.pack_into(self.memory, 0, self.game, NOBODY, 0, 0.0, 0.0)

    def look(self) -> Asked:
        """The open question."""
        return Asked(*self.packer.unpack_from(self.memory))
