"""Shared memory of the processes of a run."""

from collections.abc import Iterable
from mmap import mmap
from struct import Struct
from typing import Final

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


class Heartbeat:
    """Shows that the process that plays can still be interrupted: beats there, is watched by its supervisor.

    And how many games it has played, also those whose rows it has not sent yet.
    """

    packer: Final = Struct("<q")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, 2 * self.packer.size)
        self.count = 0

    def beat(self) -> None:
        """Once more."""
        self.count += 1
        self.packer.pack_into(self.memory, 0, self.count)

    def look(self) -> int:
        """How often it has beaten."""
        beats: int = self.packer.unpack_from(self.memory)[0]
        return beats

    def set_played(self, games: int) -> None:
        """So many games are over."""
        self.packer.pack_into(self.memory, self.packer.size, games)

    def played(self) -> int:
        """How many games are over."""
        games: int = self.packer.unpack_from(self.memory, self.packer.size)[0]
        return games
