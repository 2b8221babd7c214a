"""How a run goes on by what was played: which chunks still count, and which are next."""

from collections.abc import Mapping
from typing import Any, Final

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.tourney.course.cell_rounds import CellRounds
from wallenstein.tourney.course.precision import Precision
from wallenstein.tourney.course.sequential import CellTest
from wallenstein.tourney.course.step import CellCourse, Step
from wallenstein.tourney.schedule import CellSchedule, Schedule


class Course:
    """The course of all cells: tests of duels, win shares that are to be known, rounds."""

    def __init__(self, schedule: Schedule, verdicts: Mapping[int, Mapping[str, Any]]) -> None:
        """`verdicts` are those of cells that have ended."""
        self.schedule: Final = schedule
        self.last: Final = [schedule.chunks_of(cell.cell).stop for cell in schedule.cells]
        self.cells: Final[dict[int, CellCourse]] = {}
        for cell in schedule.cells:
            if cell.cell in verdicts:
                self.close(cell.cell, verdicts[cell.cell])
            elif (course := self._course_of(cell)) is not None:
                self.cells[cell.cell] = course

    def _course_of(self, cell: CellSchedule) -> CellCourse | None:
        chunks = self.schedule.chunks_of(cell.cell)
        if cell.in_rounds is not None:
            return CellRounds(cell, cell.in_rounds, chunks)
        if cell.precision is not None:
            return Precision(cell, chunks, cell.precision)
        return None if cell.bounds is None else CellTest(cell.cell, chunks, cell.bounds)

    def add(self, chunk: Chunk) -> Step | None:
        """Adds a finished chunk; returns what it leads to, if anything. The schedule then knows a new round."""
        cell = self.cell_of(chunk.number)
        course = self.cells.get(cell)
        step = None if course is None else course.add(chunk)
        if step is None:
            return None
        if step.lineups:
            self.schedule.cells[cell].plan(step.round, step.lineups)
        elif step.verdict is not None:
            del self.cells[cell]
            self.close(cell, step.verdict)
        return step

    def close(self, cell: int, verdict: Mapping[str, Any]) -> None:
        """From now on, only the chunks up to the verdict count."""
        self.last[cell] = self.schedule.chunks_of(cell).start + verdict["chunks"]

    def counts(self, chunk: int) -> bool:
        """Whether the chunk is part of the result, as far as is known."""
        return chunk < self.last[self.cell_of(chunk)]

    def settled(self, chunk: int) -> bool:
        """Whether it is known for good if the chunk counts."""
        course = self.cells.get(self.cell_of(chunk))
        return course is None or course.settled(chunk)

    def cell_of(self, chunk: int) -> int:
        """The cell of a chunk."""
        return self.schedule.cell_of(chunk)
