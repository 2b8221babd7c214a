"""The consequences of the games so far: the next round of a cell, its end by precision or by a sequential test."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import FormatError
from wallenstein.record.manifest_lines import Chunk
from wallenstein.stats.betting import BettingTest, ConfidenceSequence
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.results import ABSENT, Ints
from wallenstein.tourney.formats import Bounds, InRounds, LineUps, Placings
from wallenstein.tourney.schedule import Benched, CellSchedule, Schedule
from wallenstein.tourney.worker.tasks import OUT


class RoundStep(NamedTuple):
    """The end of a cell, with or without a verdict; or its next round."""

    cell: int
    sentence: str
    verdict: Mapping[str, Any] | None = None
    round: int = 0
    lineups: LineUps = ()  # of the next round, with the run's numbers of entries


class InOrder(ABC):
    """Takes the chunks of a cell in the order of the schedule, until there is a verdict."""

    def __init__(self, cell: int, chunks: range) -> None:
        self.cell: Final = cell
        self.chunks: Final = chunks
        self.next = chunks.start  # the first chunk that is still missing
        self.waiting: Final[dict[int, Chunk]] = {}

    def add(self, chunk: Chunk) -> RoundStep | None:
        """Adds a chunk's games; returns the verdict as soon as there is one."""
        self.waiting[chunk.number] = chunk
        verdict = None
        while verdict is None and self.next in self.waiting:
            self.next += 1
            verdict = self.take(self.waiting.pop(self.next - 1), self.next == self.chunks.stop)
        if verdict is None:
            return None
        found = {**verdict, "chunks": self.next - self.chunks.start}
        return RoundStep(self.cell, str(found), found)

    def settled(self, chunk: int) -> bool:
        """Whether no verdict can come before the chunk."""
        return chunk < self.next

    @abstractmethod
    def take(self, chunk: Chunk, is_last: bool) -> JsonObject | None:
        """The verdict after the next chunk; there must be one after the last."""


def placings_of(cell: CellSchedule, place: int, chunk: Chunk) -> Placings:
    """The games of a chunk that count; the chunk is at this place in its cell; entries are those of the run."""
    games = [(table.number, seating) for table in cell.chunk(place) for seating in table.seatings]
    texts = chunk.places.split(" ")
    if [len(text) for text in texts if text != OUT] != [
        len(seating) for (_, seating), text in zip(games, texts, strict=False) if text != OUT
    ] or len(texts) != len(games):
        raise FormatError(f"manifest, chunk {chunk.number}", "the places are not those of its games")
    counting = [(*game, text) for game, text in zip(games, texts, strict=True) if text != OUT]
    seats = max((len(seating) for _, seating in games), default=0)
    found = np.full((2, len(counting), seats), ABSENT, np.int64)
    for row, (_, seating, text) in enumerate(counting):
        found[0, row, : len(seating)] = seating
        found[1, row, : len(seating)] = list(map(int, text))
    return Placings(np.array([number for number, _, _ in counting], np.int64), *found)


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

    def add(self, chunk: Chunk) -> RoundStep | None:
        """Adds a finished chunk; returns the next round or the end, if its round is then complete."""
        self.played[chunk.number] = chunk
        step = None
        while self.round < self.format.rounds and self.played.keys() >= set(self._of_round()):
            for number in self._of_round():
                found = placings_of(self.schedule, number - self.chunks.start, self.played.pop(number))
                self.placings.append(found._replace(bot=self.local[found.bot]))
            self.round += 1
            if self.round not in self.schedule.lineups:
                step = self._step()
        return step

    def settled(self, chunk: int) -> bool:
        """Whether the round of the chunk is known."""
        return self.schedule.is_planned(chunk - self.chunks.start)

    def _of_round(self) -> range:
        first = self.chunks.start + self.round * self.schedule.chunks_a_round
        return range(first, first + self.schedule.chunks_a_round)

    def _step(self) -> RoundStep:
        joined = Placings(*(np.concatenate(parts) for parts in zip(*self.placings, strict=True)))
        self.placings[:] = [joined]
        found = self.format.next(joined, self.round, self.schedule.seeds_a_round)
        if lineups := self.schedule.in_run(found.lineups):
            return RoundStep(self.schedule.cell, found.sentence, None, self.round, lineups)
        seeds, chunks = self.round * self.schedule.seeds_a_round, self.round * self.schedule.chunks_a_round
        verdict = found.verdict and {**found.verdict, "blocks": seeds, "chunks": chunks}
        return RoundStep(self.schedule.cell, found.sentence, verdict)


PARTS: Final = lcm(*range(1, 9))  # of a win: any number of seats can share it
STEP: Final = 100  # a look after each hundredth more blocks


class Precision(InOrder):
    """The win shares of one cell, by block."""

    def __init__(self, cell: CellSchedule, chunks: range, precision: float) -> None:
        super().__init__(cell.cell, chunks)
        self.schedule: Final = cell
        self.precision: Final = precision
        self.shares: Final = {entry: ConfidenceSequence(1 - CONFIDENCE, precision) for entry in cell.entries}
        self.blocks = 0  # complete ones
        self.next_look = 2
        self.begun: dict[int, tuple[Ints, Ints]] = {}  # of incomplete blocks: wins and seats of each bot
        self.worst = cell.entries[0]  # the bot with the widest interval at the last look

    def take(self, chunk: Chunk, is_last: bool) -> JsonObject | None:
        """The verdict, if all shares are now precise enough."""
        place = chunk.number - self.chunks.start
        self._count(placings_of(self.schedule, place, chunk))
        end = (place + 1) * self.schedule.tables_a_chunk
        whole = is_last or end % self.schedule.format.tables == 0  # its last table is the last on its seed
        for block in sorted(self.begun)[: None if whole else -1]:
            wins, seats = self.begun.pop(block)
            self.blocks += 1
            for entry in np.flatnonzero(seats).tolist():
                self.shares[entry].add([int(wins[entry]) / (PARTS * int(seats[entry]))])
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

    def _width(self, entry: int) -> float:
        """Half the width of the interval of a bot's win share."""
        low, high = self.shares[entry].interval
        return (high - low) / 2

    def _verdict(self, is_last: bool) -> JsonObject | None:
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


class CellTest(InOrder):
    def __init__(self, cell: int, chunks: range, bounds: Bounds) -> None:
        super().__init__(cell, chunks)
        self.test: Final = BettingTest(*bounds)

    def take(self, chunk: Chunk, is_last: bool) -> JsonObject | None:
        verdict = self.test.update(chunk.scores)
        return vars(verdict) if is_last or verdict.decision != "continue" else None


class Rounds:
    """The course of all cells: tests of duels, precision of win shares, rounds."""

    def __init__(self, schedule: Schedule, verdicts: Mapping[int, Mapping[str, object]]) -> None:
        """`verdicts` are those of cells that have ended."""
        self.schedule: Final = schedule
        self.last: Final = [schedule.chunks_of(cell.cell).stop for cell in schedule.cells]
        self.cells: Final[dict[int, InOrder | CellRounds]] = {}
        for cell in schedule.cells:
            if cell.cell in verdicts:
                self.close(cell.cell, verdicts[cell.cell])
            elif (course := self._course_of(cell)) is not None:
                self.cells[cell.cell] = course

    def _course_of(self, cell: CellSchedule) -> InOrder | CellRounds | None:
        chunks = self.schedule.chunks_of(cell.cell)
        if cell.in_rounds is not None:
            return CellRounds(cell, cell.in_rounds, chunks)
        if cell.precision is not None:
            return Precision(cell, chunks, cell.precision)
        bounds = cell.section.bounds()
        return None if bounds is None else CellTest(cell.cell, chunks, bounds)

    def add(self, chunk: Chunk) -> RoundStep | None:
        """Adds a finished chunk; returns its consequence, if any. The schedule then knows a new round."""
        cell = self.schedule.cell_of(chunk.number)
        course = self.cells.get(cell)
        step = None if course is None else course.add(chunk)
        if step is None:
            return None
        if step.lineups:
            self.schedule.cells[cell].lineups[step.round] = step.lineups
        elif step.verdict is not None:
            del self.cells[cell]
            self.close(cell, step.verdict)
        return step

    def close(self, cell: int, verdict: Mapping[str, Any]) -> None:
        """From now on, only the chunks up to the verdict count."""
        self.last[cell] = self.schedule.chunks_of(cell).start + verdict["chunks"]

    def counts(self, chunk: int) -> bool:
        """Whether the chunk is part of the result, as far as known."""
        return chunk < self.last[self.schedule.cell_of(chunk)]

    def settled(self, chunk: int) -> bool:
        """Whether it is final that the chunk counts or not."""
        course = self.cells.get(self.schedule.cell_of(chunk))
        return course is None or course.settled(chunk)


class Dropping:
    """Which bots are out, by the chunks before in the order of the schedule, whatever the order they are played in.

    A chunk begins with what is known by then. If a bot then turns out to be out of it earlier, it is played again.
    """

    def __init__(self, course: Rounds, done: Mapping[int, Chunk]) -> None:
        self.course: Final = course
        self.schedule: Final = course.schedule
        self.done: Final = done
        self.next: Final = [self.schedule.chunks_of(cell.cell).start for cell in self.schedule.cells]
        self.benched: Final = [Counter[int]() for _ in self.schedule.cells]  # games before the next chunk, by entry
        self.begun: Final[dict[int, Benched]] = {}  # the same, as chunks were begun with
        self.waiting: Final[dict[int, Chunk]] = {}
        self.again: Final[list[int]] = []  # to be played again
        for cell in range(len(self.schedule.cells) if self.schedule.drop_after else 0):
            list(self._in_order(cell))

    def begin(self, chunk: int) -> Benched:
        """In how many games bots have been benched before the chunk, as far as known."""
        cell = self.schedule.cell_of(chunk)
        known = self.benched[cell].copy()
        for number in (self.schedule.drop_after and self.waiting) or ():
            if number < chunk and self.schedule.cell_of(number) == cell:
                known.update(dict(self.waiting[number].benched))
        self.begun[chunk] = tuple(sorted(known.items()))
        return self.begun[chunk]

    def add(self, chunk: Chunk) -> Iterator[Chunk]:
        """Adds a finished chunk; returns those that are final now, in order."""
        if not self.schedule.drop_after:
            yield chunk
            return
        cell = self.schedule.cell_of(chunk.number)
        self.waiting[chunk.number] = chunk
        yield from self._in_order(cell)

    def _in_order(self, cell: int) -> Iterator[Chunk]:
        while (number := self.next[cell]) in self.waiting or number in self.done:
            chunk = self.waiting.pop(number, None)
            if chunk is not None and self._is_wrong(cell, chunk):
                self.again.append(number)
                return
            self.next[cell] += 1
            self.benched[cell].update(dict((chunk or self.done[number]).benched))
            if chunk is not None:
                yield chunk

    def _is_wrong(self, cell: int, chunk: Chunk) -> bool:
        """Whether a bot had to be out earlier in the next chunk, or later."""
        known, begun, there = self.benched[cell], Counter(dict(self.begun[chunk.number])), Counter(dict(chunk.benched))
        most = self.schedule.drop_after or 0
        other = {entry for entry in {*known, *begun} if min(known[entry], most) != min(begun[entry], most)}
        out = {entry for entry in other if max(known[entry], begun[entry]) + there[entry] >= most}
        games = self.schedule.games(chunk.number) if out and self.course.counts(chunk.number) else []
        return any(not out.isdisjoint(game.seating) for game in games)
