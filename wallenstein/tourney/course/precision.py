"""Ends a cell when all win shares are known well enough, by intervals that hold however often one looks."""

from math import lcm
from typing import Any, Final

import numpy as np

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.stats.betting import ConfidenceSequence
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.results import ABSENT, Ints
from wallenstein.tourney.course.places import placings_of
from wallenstein.tourney.course.step import InOrder
from wallenstein.tourney.formats.rounds import Placings
from wallenstein.tourney.schedule import CellSchedule

PARTS: Final = lcm(*range(1, 9))  # of a win: any number of seats can share it
STEP: Final = 100  # one more look for each hundredth more blocks


class Precision(InOrder):
    """The win shares of one cell, by block."""

    def __init__(self, cell: CellSchedule, chunks: range, precision: float) -> None:
        super().__init__(cell.cell, chunks)
        self.schedule: Final = cell
        self.precision: Final = precision
        self.shares: Final = {entry: ConfidenceSequence(1 - CONFIDENCE) for entry in cell.entries}
        self.blocks = 0  # that are complete
        self.next_look = 2
        self.begun: dict[int, tuple[Ints, Ints]] = {}  # by block that is not complete: wins and seats of each bot
        self.worst = cell.entries[0]  # the bot of which least was known at the last look

    def take(self, chunk: Chunk, is_last: bool) -> dict[str, Any] | None:
        """The verdict, if all shares are known now."""
        place = chunk.number - self.chunks.start
        self._count(placings_of(self.schedule, place, chunk))
        whole = is_last or self.schedule.ends_block(place)
        for block in sorted(self.begun)[: None if whole else -1]:
            self._end_block(*self.begun.pop(block))
        if not is_last and not (whole and self.blocks >= self.next_look):
            return None
        self.next_look = self.blocks + max(1, self.blocks // STEP)
        if not is_last and self._width(self.worst) > self.precision:
            return None
        return self._verdict(is_last)

    def _count(self, played: Placings) -> None:
        first = played.rank == 1
        won = first * (PARTS // np.maximum(first.sum(axis=1, keepdims=True), 1))
        taken = played.bot != ABSENT
        for block in np.unique(played.block).tolist():
            here = taken & (played.block == block)[:, None]
            wins, seats = self.begun.setdefault(block, (np.zeros(len(self.schedule.names), np.int64),) * 2)
            bots = played.bot[here]
            more = np.bincount(bots, won[here], len(wins)).astype(np.int64), np.bincount(bots, minlength=len(wins))
            self.begun[block] = wins + more[0], seats + more[1]

    def _end_block(self, wins: Ints, seats: Ints) -> None:
        self.blocks += 1
        for entry in np.flatnonzero(seats).tolist():
            self.shares[entry].add([int(wins[entry]) / (PARTS * int(seats[entry]))])

    def _width(self, entry: int) -> float:
        """Half the width of the interval of a bot's win share."""
        low, high = self.shares[entry].interval
        return (high - low) / 2

    def _verdict(self, is_last: bool) -> dict[str, Any] | None:
        widths = {entry: self._width(entry) for entry in self.shares}
        self.worst = max(widths, key=lambda entry: widths[entry])
        reached = widths[self.worst] <= self.precision
        if not (reached or is_last):
            return None
        return {
            "test": "precision",
            "decision": "reached" if reached else "continue",
            "blocks": self.blocks,
            "precision": self.precision,
            "widest": tidy(widths[self.worst]),
            "shares": {self.schedule.names[entry]: list(map(tidy, one.interval)) for entry, one in self.shares.items()},
        }
