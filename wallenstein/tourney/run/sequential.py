"""The sequential tests of duels: each takes the blocks of its cell in the order of the schedule."""

from collections.abc import Mapping
from typing import Any, Final

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.stats.betting import BettingTest
from wallenstein.stats.sprt import Sprt
from wallenstein.tourney.config import Config
from wallenstein.tourney.config.model import Bounds
from wallenstein.tourney.schedule import Schedule


class CellTest:
    """The test of one cell."""

    def __init__(self, schedule: Schedule, cell: int, test: BettingTest | Sprt) -> None:
        self.chunks: Final = schedule.chunks_of(cell)
        self.test: Final = test
        self.next = self.chunks.start  # the first chunk that is not in the test yet
        self.waiting: dict[int, tuple[float, ...]] = {}

    def add(self, chunk: Chunk) -> dict[str, Any] | None:
        """Adds a chunk's scores; returns the verdict as soon as there is one."""
        self.waiting[chunk.number] = chunk.scores
        verdict = None
        while self.next in self.waiting:
            verdict = self.test.update(self.waiting.pop(self.next))
            self.next += 1
            if verdict.decision != "continue":
                break
        over = verdict is not None and (verdict.decision != "continue" or self.next == self.chunks.stop)
        if verdict is None or not over:
            return None
        return {**verdict.as_dict(), "chunks": self.next - self.chunks.start}


def _test_of(bounds: Bounds) -> BettingTest | Sprt:
    made = Sprt if bounds.test == "sprt" else BettingTest
    return made(bounds.s0, bounds.s1, bounds.alpha, bounds.beta)


class SequentialTests:
    """The tests of all cells, and which chunks still count."""

    def __init__(self, config: Config, schedule: Schedule, verdicts: Mapping[int, Mapping[str, Any]]) -> None:
        self.schedule: Final = schedule
        self.last: Final = [schedule.chunks_of(cell).stop for cell in range(len(schedule.cells))]
        self.tests: Final[dict[int, CellTest]] = {}
        for cell in config.cells:
            bounds = cell.pairings.bounds
            if cell.index in verdicts:
                self.close(cell.index, verdicts[cell.index])
            elif bounds is not None:
                self.tests[cell.index] = CellTest(schedule, cell.index, _test_of(bounds))

    def add(self, chunk: Chunk) -> tuple[int, dict[str, Any]] | None:
        """Adds a finished chunk; returns a cell and its verdict if that decides it."""
        cell = self.cell_of(chunk.number)
        test = self.tests.get(cell)
        verdict = None if test is None else test.add(chunk)
        if verdict is None:
            return None
        del self.tests[cell]
        self.close(cell, verdict)
        return cell, verdict

    def close(self, cell: int, verdict: Mapping[str, Any]) -> None:
        """From now on, only the chunks up to the verdict count."""
        self.last[cell] = self.schedule.chunks_of(cell).start + verdict["chunks"]

    def counts(self, chunk: int) -> bool:
        """Whether the chunk is part of the result, as far as is known."""
        return chunk < self.last[self.cell_of(chunk)]

    def settled(self, chunk: int) -> bool:
        """Whether it is known for good if the chunk counts."""
        test = self.tests.get(self.cell_of(chunk))
        return test is None or chunk < test.next

    def cell_of(self, chunk: int) -> int:
        """The cell of a chunk."""
        return self.schedule.cell_of(chunk)
