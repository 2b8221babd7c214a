"""How many games of each chunk under way are done, in memory that all processes share."""

from collections.abc import Iterable
from mmap import mmap
from struct import Struct
from typing import Final

PLACES: Final = 4096  # more than there are ever chunks under way; their numbers lie close together


class Ticker:
    """Workers set it, the runner reads it; only for the bar, so nothing hangs on it."""

    packer: Final = Struct("<q")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, PLACES * self.packer.size)

    def set(self, chunk: int, done: int) -> None:
        """So many games of the chunk are done."""
        self.packer.pack_into(self.memory, chunk % PLACES * self.packer.size, done)

    def total(self, chunks: Iterable[int]) -> int:
        """How many games of these chunks are done."""
        places = (chunk % PLACES * self.packer.size for chunk in chunks)
        return sum(self.packer.unpack_from(self.memory, place)[0] for place in places)
