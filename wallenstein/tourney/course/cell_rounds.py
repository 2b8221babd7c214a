"""The rounds of a cell: as soon as all games of one are played, the tables of the next follow from them."""

from typing import Final

import numpy as np

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.stats.results import Ints
from wallenstein.tourney.course.places import placings_of
from wallenstein.tourney.course.step import Step
from wallenstein.tourney.formats.rounds import InRounds, Placings, Round
from wallenstein.tourney.schedule import CellSchedule


class CellRounds:
    """Follows the rounds of one cell. Rounds that the schedule knows already are not computed again."""

    def __init__(self, cell: CellSchedule, format: InRounds, chunks: range) -> None:
        self.schedule: Final = cell
        self.format: Final = format
        self.chunks: Final = chunks
        self.played: Final[dict[int, Chunk]] = {}  # that are not among the placings yet
        self.placings: Final[list[Placings]] = []  # of whole rounds
        self.local: Final[Ints] = np.full(len(cell.names), -1, np.int64)
        self.local[list(cell.entries)] = range(len(cell.entries))
        self.round = 0

    def add(self, chunk: Chunk) -> Step | None:
        """Adds a finished chunk; returns the next round or the end, if its round is complete with it."""
        self.played[chunk.number] = chunk
        step = None
        while self._is_complete():
            self._end_round()
            if self.round not in self.schedule.lineups:
                step = self._step()
        return step

    def settled(self, chunk: int) -> bool:
        """Whether the chunk is of a round that is known."""
        return self.schedule.is_planned(chunk - self.chunks.start)

    def _is_complete(self) -> bool:
        return self.round < self.format.rounds and all(number in self.played for number in self._of_round())

    def _of_round(self) -> range:
        first = self.chunks.start + self.round * self.schedule.chunks_a_round
        return range(first, first + self.schedule.chunks_a_round)

    def _end_round(self) -> None:
        for number in self._of_round():
            found = placings_of(self.schedule, number - self.chunks.start, self.played.pop(number))
            self.placings.append(found._replace(bot=self.local[found.bot]))
        self.round += 1

    def _step(self) -> Step:
        joined = Placings(*(np.concatenate(parts) for parts in zip(*self.placings, strict=True)))
        self.placings[:] = [joined]
        found = self.format.next(joined, self.round, self.schedule.seeds_a_round)
        lineups = self.schedule.in_run(found.lineups)
        if lineups:
            return Step(self.schedule.cell, found.said, None, self.round, lineups)
        return Step(self.schedule.cell, found.said, self._verdict(found))

    def _verdict(self, found: Round) -> dict[str, object] | None:
        if found.verdict is None:
            return None
        seeds, chunks = self.round * self.schedule.seeds_a_round, self.round * self.schedule.chunks_a_round
        return {**found.verdict, "blocks": seeds, "chunks": chunks}
