"""The schedule: every game of a tournament by its number, computed on demand.

Games are ordered by cell, then by seed, then by table, then by seating. Tables on the seed with the same number share
their luck in every cell, so bots, tables and cells are compared in pairs; statistics treat all games with the same
number of the seed as one block. A chunk, the unit of work, is some consecutive tables of one cell. Chunks depend only
on the configuration, so the same games are in the same files however they were run.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from wallenstein.core.seeds import derive
from wallenstein.core.words import counted
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.tourney.config import Cell, Config
from wallenstein.tourney.formats import Seating


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


class CellSchedule:
    """The games of one cell, numbered from `first`; its chunks are numbered from 0."""

    def __init__(self, cell: Cell, names: Sequence[str], master: int, chunk: int, first: int) -> None:
        self.cell: Final = cell.index
        self.format: Final = cell.pairings.format
        self.seeds: Final = cell.pairings.blocks
        self.asked: Final = cell.pairings.asked
        self.bounds: Final = cell.pairings.bounds
        self.master: Final = master
        self.first: Final = first
        self.entries: Final = tuple(names.index(entry.name) for entry in cell.entries)
        chosen = cell.pairings.candidate
        self.candidate: Final = None if chosen is None else self.entries[chosen]
        sizes = [self.format.games(table) for table in range(self.format.tables)]
        self.starts: Final = [0, *accumulate(sizes)]
        self.games_a_seed: Final = self.starts[-1]
        self.tables: Final = self.seeds * self.format.tables  # on all seeds
        self.games: Final = self.seeds * self.games_a_seed
        self.tables_a_chunk: Final = _tables_a_chunk(chunk, sizes)
        self.chunks: Final = -(-self.tables // self.tables_a_chunk)

    def table(self, index: int) -> SeededTable:
        """The table with this index in the cell."""
        number, table = divmod(index, self.format.tables)
        first = self.first + number * self.games_a_seed + self.starts[table]
        seatings = tuple(tuple(self.entries[at] for at in seating) for seating in self.format.seatings(number, table))
        return SeededTable(self.cell, number, table, seed_of(self.master, number), first, seatings)

    def chunk(self, index: int) -> tuple[SeededTable, ...]:
        """The tables of one chunk."""
        start = index * self.tables_a_chunk
        return tuple(map(self.table, range(start, min(start + self.tables_a_chunk, self.tables))))


class Schedule:
    """All cells, one after the other."""

    def __init__(self, cells: Sequence[CellSchedule]) -> None:
        self.cells: Final = tuple(cells)
        self._chunk_starts: Final = [0, *accumulate(cell.chunks for cell in cells)]
        self.total: Final = sum(cell.games for cell in cells)
        self.chunks: Final = self._chunk_starts[-1]

    def tables(self) -> Iterator[SeededTable]:
        """Every table on every seed, in order."""
        for cell in self.cells:
            yield from map(cell.table, range(cell.tables))

    def chunk(self, index: int) -> tuple[SeededTable, ...]:
        """The tables of one chunk, all of one cell."""
        if not 0 <= index < self.chunks:
            raise IndexError(f"the schedule has chunks 0 to {self.chunks - 1}, and no {index}")
        cell = self.cell_of(index)
        return self.cells[cell].chunk(index - self._chunk_starts[cell])

    def cell_of(self, chunk: int) -> int:
        """The number of a chunk's cell."""
        return bisect_right(self._chunk_starts, chunk) - 1

    def games(self, chunk: int) -> list[ScheduledGame]:
        """The games of one chunk; in a run without a matrix, they have no cell."""
        return [
            ScheduledGame(
                table.first + rotation,
                table.cell if len(self.cells) > 1 else -1,
                table.number,
                table.table,
                rotation,
                table.seed,
                seating,
            )
            for table in self.chunk(chunk)
            for rotation, seating in enumerate(table.seatings)
        ]

    def chunks_of(self, cell: int) -> range:
        """The numbers of a cell's chunks."""
        return range(self._chunk_starts[cell], self._chunk_starts[cell + 1])

    @property
    def games_a_chunk(self) -> int:
        """How many games the largest chunks have, about."""
        return max(-(-cell.tables_a_chunk * cell.games_a_seed // cell.format.tables) for cell in self.cells)

    def rounded(self) -> Iterator[str]:
        """A sentence for each number of games that was rounded up to whole seeds."""
        each = " in each cell" if len(self.cells) > 1 else ""
        for asked, games, seed in dict.fromkeys((cell.asked, cell.games, cell.games_a_seed) for cell in self.cells):
            if asked is not None and asked < games:
                whole = f"{counted(games // seed, 'whole seed')} of {counted(seed, 'game')}"
                yield f"games = {asked:,} is rounded up to {games:,}{each}: {whole}"

    def size(self) -> "Size":
        """The size; tables and seeds are those of the largest cell."""
        return Size(
            cells=len(self.cells),
            seeds=max(cell.seeds for cell in self.cells),
            tables=max(cell.format.tables for cell in self.cells),
            games=self.total,
            chunks=self.chunks,
        )


class Size(NamedTuple):
    """The size of a schedule, for people."""

    cells: int
    seeds: int  # in each cell
    tables: int  # on each seed
    games: int  # of all cells
    chunks: int


def make_schedule(config: Config) -> Schedule:
    """The schedule of a configuration."""
    cells: list[CellSchedule] = []
    first = 0
    for cell in config.cells:
        cells.append(CellSchedule(cell, config.entry_names, config.seed, config.chunk, first))
        first += cells[-1].games
    return Schedule(cells)


def seed_of(master: int, number: int) -> int:
    """The seed with a number: the same for all games of a block, at every table and in every cell."""
    return derive(master, "block", number)


def _tables_a_chunk(games: int, sizes: Sequence[int]) -> int:
    """Whole seeds if that many games contain them, otherwise some tables of a seed; at least one table."""
    a_seed = sum(sizes)
    if games >= a_seed:
        return len(sizes) * (games // a_seed)
    return max(1, games * len(sizes) // a_seed)
