"""What the games of a cell have led to, and what follows a cell's games."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.tourney.formats.rounds import LineUps


class Step(NamedTuple):
    """A cell ends, with a verdict or without; or its next round is known."""

    cell: int
    said: str  # in a sentence
    verdict: Mapping[str, Any] | None = None
    round: int = 0
    lineups: LineUps = ()  # of the next round, with the run's numbers of entries


class CellCourse(Protocol):
    """Follows the games of a cell."""

    def add(self, chunk: Chunk) -> Step | None:
        """Adds a finished chunk; returns what it leads to, if anything."""

    def settled(self, chunk: int) -> bool:
        """Whether it is known for good that a chunk counts; the course has not ended."""


class InOrder(ABC):
    """Takes the chunks of a cell in the order of the schedule, until there is a verdict."""

    def __init__(self, cell: int, chunks: range) -> None:
        self.cell: Final = cell
        self.chunks: Final = chunks
        self.next = chunks.start  # the first chunk that was not taken yet
        self.waiting: Final[dict[int, Chunk]] = {}

    def add(self, chunk: Chunk) -> Step | None:
        """Adds a chunk's games; returns the verdict as soon as there is one."""
        self.waiting[chunk.number] = chunk
        verdict = None
        while verdict is None and self.next in self.waiting:
            self.next += 1
            verdict = self.take(self.waiting.pop(self.next - 1), self.next == self.chunks.stop)
        if verdict is None:
            return None
        found = {**verdict, "chunks": self.next - self.chunks.start}
        return Step(self.cell, str(found), found)

    def settled(self, chunk: int) -> bool:
        """Whether no verdict can come before the chunk."""
        return chunk < self.next

    @abstractmethod
    def take(self, chunk: Chunk, is_last: bool) -> dict[str, Any] | None:
        """The verdict after the next chunk; there must be one after the last."""
