"""The schedule: every game of a tournament by its number, computed on demand.

Games are ordered by cell, then by seed, then by table, then by seating. Tables on the seed with the same number share
their luck in every cell, so bots, tables and cells are compared in pairs; statistics treat all games with the same
number of the seed as one block. A chunk, the unit of work, is some consecutive tables of one cell and one round. Chunks
depend only on the configuration, so the same games are in the same files however they were run. In a format that is
played in rounds, the line-ups of a round are entered after the rounds before it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from wallenstein.core.seeds import RunKey, Source, derive
from wallenstein.core.text import counted
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.tourney.config import Cell, Config
from wallenstein.tourney.formats import InRounds, LineUps, Seating

Benched = tuple[tuple[int, int], ...]  # an entry, and the number of games in which it was benched


class SeededTable(NamedTuple):
    """One table on one seed: its seatings are its games, numbered from `first`.

    `number` is that of the seed, and `table` that of the table among those on this seed. A seating has, for each seat,
    an index into the configuration's `entry_names`.
    """

    cell: int
    number: int
    table: int
    seed: int
    first: int
    seatings: tuple[Seating, ...]


class PlannedChunk(NamedTuple):
    """A chunk with what a worker cannot know: the line-ups of its round, and in how many games bots were benched."""

    number: int
    lineups: LineUps
    benched: Benched = ()

    def __str__(self) -> str:
        return str(self.number)


class CellSchedule:
    """The games of one cell, numbered from `first`; its chunks are numbered from 0."""

    def __init__(self, cell: Cell, names: Sequence[str], key: Source, chunk: int, first: int) -> None:
        self.cell: Final = cell.index
        self.section: Final = cell.pairings.section
        self.format: Final = cell.pairings.format
        self.rounds: Final = cell.pairings.rounds
        self.seeds_a_round: Final = cell.pairings.blocks // self.rounds
        self.seeds: Final = cell.pairings.blocks
        self.asked: Final = cell.pairings.asked
        self.precision: Final = self.section.known_to()
        self.key: Final = key
        self.first: Final = first
        self.names: Final = tuple(names)
        self.entries: Final = tuple(names.index(entry.name) for entry in cell.entries)
        chosen = cell.pairings.candidate
        self.candidate: Final = None if chosen is None else self.entries[chosen]
        sizes = [self.format.games(table) for table in range(self.format.tables)]
        self.starts: Final = [0, *accumulate(sizes)]
        self.games_a_seed: Final = self.starts[-1]
        self.tables: Final = self.seeds * self.format.tables  # on all seeds
        self.games: Final = self.seeds * self.games_a_seed
        self.tables_a_chunk: Final = _tables_a_chunk(chunk, sizes)
        self.tables_a_round: Final = self.tables // self.rounds
        self.chunks_a_round: Final = -(-self.tables_a_round // self.tables_a_chunk)
        self.chunks: Final = self.rounds * self.chunks_a_round
        self.lineups: Final[dict[int, LineUps]] = {}  # by round, as far as known

    @property
    def in_rounds(self) -> InRounds | None:
        return self.format if isinstance(self.format, InRounds) else None

    @property
    def tells_places(self) -> bool:
        """Whether the next round depends on the full ranking."""
        return self.in_rounds is not None or self.precision is not None

    def lineups_of(self, round: int) -> LineUps:
        if round == 0 and 0 not in self.lineups and self.in_rounds is not None:
            self.lineups[0] = self.in_run(self.in_rounds.first(self.seeds_a_round))
        return self.lineups[round]

    def in_run(self, lineups: LineUps) -> LineUps:
        """The same line-ups with the run's numbers of entries."""
        return tuple(tuple(self.entries[bot] for bot in lineup) for lineup in lineups)

    def is_planned(self, chunk: int) -> bool:
        return self.in_rounds is None or chunk < self.chunks_a_round or chunk // self.chunks_a_round in self.lineups

    def table(self, index: int) -> SeededTable:
        number, table = divmod(index, self.format.tables)
        first = self.first + number * self.games_a_seed + self.starts[table]
        return SeededTable(self.cell, number, table, seed_of(self.key, number), first, self._seatings(number, table))

    def _seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        if not isinstance(self.format, InRounds):
            return self.in_run(self.format.seatings(number, table))
        round, seed = divmod(number, self.seeds_a_round)
        lineups = self.lineups_of(round)
        return self.format.turned(lineups[(seed * self.format.tables + table) % len(lineups)])

    def chunk(self, index: int) -> tuple[SeededTable, ...]:
        round, place = divmod(index, self.chunks_a_round)
        start, end = place * self.tables_a_chunk, min((place + 1) * self.tables_a_chunk, self.tables_a_round)
        return tuple(self.table(round * self.tables_a_round + table) for table in range(start, end))

    def rounded(self, each: str) -> Iterator[str]:
        """The sentence for a rounded number, if it was rounded up."""
        key, asked = self.asked
        found = {"blocks": self.seeds, "games": self.games}[key]
        if asked < found:
            whole = f"{counted(self.seeds, 'whole block')} of {counted(self.games_a_seed, 'game')}"
            if self.rounds > 1:
                whole = f"{self.rounds:,} rounds of {counted(self.seeds_a_round, 'block')}"
                whole += f", each of {counted(self.games_a_seed, 'game')}" if key == "games" else ""
            yield f"{key} = {asked:,} is rounded up to {found:,}{each}: {whole}"


class Schedule:
    """All cells, one after the other."""

    def __init__(self, cells: Sequence[CellSchedule], drop_after: int | None = None) -> None:
        self.drop_after: Final = drop_after
        self.cells: Final = tuple(cells)
        self._chunk_starts: Final = [0, *accumulate(cell.chunks for cell in cells)]
        self.total: Final = sum(cell.games for cell in cells)
        self.chunks: Final = self._chunk_starts[-1]

    def chunk(self, index: int) -> tuple[SeededTable, ...]:
        if not 0 <= index < self.chunks:
            raise IndexError(f"the schedule has chunks 0 to {self.chunks - 1}, and no {index}")
        cell, place = self._place_of(index)
        return cell.chunk(place)

    def cell_of(self, chunk: int) -> int:
        return bisect_right(self._chunk_starts, chunk) - 1

    def games(self, chunk: int) -> list[ScheduledGame]:
        """The games of one chunk; in a run without a matrix, they have no cell."""
        one = len(self.cells) == 1
        return [
            ScheduledGame(on.first + turn, -1 if one else on.cell, on.number, on.table, turn, on.seed, seating)
            for on in self.chunk(chunk)
            for turn, seating in enumerate(on.seatings)
        ]

    def task(self, chunk: int, benched: Benched) -> int | PlannedChunk:
        """The chunk with everything that a worker needs."""
        cell, place = self._place_of(chunk)
        lineups = () if cell.in_rounds is None else cell.lineups_of(place // cell.chunks_a_round)
        return PlannedChunk(chunk, lineups, benched) if lineups or benched else chunk

    def enter(self, planned: PlannedChunk) -> None:
        cell, place = self._place_of(planned.number)
        if planned.lineups:
            cell.lineups[place // cell.chunks_a_round] = planned.lineups

    def recall(self, rounds: Mapping[int, Sequence[LineUps]]) -> None:
        """Enters the recorded line-ups of later rounds, by cell."""
        for cell, known in rounds.items():
            for number, lineups in enumerate(known, 1):
                self.cells[cell].lineups[number] = lineups

    def is_planned(self, chunk: int) -> bool:
        cell, place = self._place_of(chunk)
        return cell.is_planned(place)

    def _place_of(self, chunk: int) -> tuple[CellSchedule, int]:
        number = self.cell_of(chunk)
        return self.cells[number], chunk - self._chunk_starts[number]

    def chunks_of(self, cell: int) -> range:
        return range(self._chunk_starts[cell], self._chunk_starts[cell + 1])

    @property
    def games_a_chunk(self) -> int:
        """The number of games in the largest chunks, about."""
        return max(-(-cell.tables_a_chunk * cell.games_a_seed // cell.format.tables) for cell in self.cells)

    def rounded(self) -> Iterator[str]:
        """A sentence for each number of games, or of blocks, that was rounded up to whole seeds and rounds."""
        each = " in each cell" if len(self.cells) > 1 else ""
        yield from dict.fromkeys(sentence for cell in self.cells for sentence in cell.rounded(each))


def make_schedule(
    config: Config, rounds: Mapping[int, Sequence[LineUps]] | None = None, key: Source | None = None
) -> Schedule:
    """The schedule of a configuration. `rounds`, by cell: the known line-ups of later rounds.

    `key` replaces that of the run, for games that only show how long they take: to compute that takes a while.
    """
    key = RunKey(config.seed) if key is None else key
    cells: list[CellSchedule] = []
    first = 0
    for cell in config.cells:
        cells.append(CellSchedule(cell, config.entry_names, key, config.chunk, first))
        first += cells[-1].games
    schedule = Schedule(cells, config.run.drop_after)
    schedule.recall(rounds or {})
    return schedule


def seed_of(key: Source, number: int) -> int:
    """The seed with a number: the same for all games of a block, at every table and in every cell."""
    return derive(key, "block", number)


def _tables_a_chunk(games: int, sizes: Sequence[int]) -> int:
    """Whole seeds if that many games contain them, otherwise some tables of a seed; at least one table."""
    a_seed = sum(sizes)
    return len(sizes) * (games // a_seed) if games >= a_seed else max(1, games * len(sizes) // a_seed)
