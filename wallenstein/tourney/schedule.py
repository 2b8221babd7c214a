"""The schedule: every game of a tournament by its number, computed on demand.

Games are ordered by cell, then by seed, then by line-up, then by seating. A `Block` is one line-up on one seed.
Blocks with the same number share their seed, in every line-up and every cell, so bots, line-ups and cells are compared
in pairs. Since such games share their luck, statistics treat all blocks with the same number as one. A chunk, the unit
of work, is some consecutive blocks of one cell. Chunks depend only on the configuration, so the same games are in the
same files however they were run.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from wallenstein.core.seeds import derive
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.tourney.config import Cell, Config
from wallenstein.tourney.config.formats import Seating


class Block(NamedTuple):
    """One line-up on one seed: its seatings are its games, numbered from `first`.

    A seating has, for each seat, an index into the configuration's `entry_names`.
    """

    cell: int
    number: int
    lineup: int
    seed: int
    first: int
    seatings: tuple[Seating, ...]


class CellSchedule:
    """The games of one cell, numbered from `first`; its chunks are numbered from 0."""

    def __init__(self, cell: Cell, names: Sequence[str], master: int, chunk: int, first: int) -> None:
        self.cell: Final = cell.index
        self.format: Final = cell.pairings.format
        self.seeds: Final = cell.pairings.blocks
        self.bounds: Final = cell.pairings.bounds
        self.master: Final = master
        self.first: Final = first
        self.entries: Final = tuple(names.index(entry.name) for entry in cell.entries)
        chosen = cell.pairings.candidate
        self.candidate: Final = None if chosen is None else self.entries[chosen]
        sizes = [len(self.format.seatings(lineup)) for lineup in range(self.format.lineups)]
        self.starts: Final = [0, *accumulate(sizes)]
        self.games_a_seed: Final = self.starts[-1]
        self.blocks: Final = self.seeds * self.format.lineups
        self.games: Final = self.seeds * self.games_a_seed
        self.blocks_a_chunk: Final = _blocks_a_chunk(chunk, sizes)
        self.chunks: Final = -(-self.blocks // self.blocks_a_chunk)

    def block(self, index: int) -> Block:
        """The block with this index in the cell."""
        number, lineup = divmod(index, self.format.lineups)
        first = self.first + number * self.games_a_seed + self.starts[lineup]
        seatings = tuple(tuple(self.entries[at] for at in seating) for seating in self.format.seatings(lineup))
        return Block(self.cell, number, lineup, seed_of(self.master, number), first, seatings)

    def chunk(self, index: int) -> tuple[Block, ...]:
        """The blocks of one chunk."""
        start = index * self.blocks_a_chunk
        return tuple(map(self.block, range(start, min(start + self.blocks_a_chunk, self.blocks))))


class Schedule:
    """All cells, one after the other."""

    def __init__(self, cells: Sequence[CellSchedule]) -> None:
        self.cells: Final = tuple(cells)
        self._chunk_starts: Final = [0, *accumulate(cell.chunks for cell in cells)]
        self.total: Final = sum(cell.games for cell in cells)
        self.chunks: Final = self._chunk_starts[-1]

    def blocks(self) -> Iterator[Block]:
        """Every block in order."""
        for cell in self.cells:
            yield from map(cell.block, range(cell.blocks))

    def chunk(self, index: int) -> tuple[Block, ...]:
        """The blocks of one chunk, all of one cell."""
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
                block.first + rotation,
                block.cell if len(self.cells) > 1 else -1,
                block.number,
                block.lineup,
                rotation,
                block.seed,
                seating,
            )
            for block in self.chunk(chunk)
            for rotation, seating in enumerate(block.seatings)
        ]

    def chunks_of(self, cell: int) -> range:
        """The numbers of a cell's chunks."""
        return range(self._chunk_starts[cell], self._chunk_starts[cell + 1])

    @property
    def games_a_chunk(self) -> int:
        """How many games the largest chunks have, about."""
        return max(-(-cell.blocks_a_chunk * cell.games_a_seed // cell.format.lineups) for cell in self.cells)

    def size(self) -> "Size":
        """The size; line-ups and seeds are those of the largest cell."""
        return Size(
            cells=len(self.cells),
            lineups=max(cell.format.lineups for cell in self.cells),
            seeds=max(cell.seeds for cell in self.cells),
            blocks=sum(cell.blocks for cell in self.cells),
            games=self.total,
            chunks=self.chunks,
        )


class Size(NamedTuple):
    """The size of a schedule, for people."""

    cells: int
    lineups: int
    seeds: int
    blocks: int
    games: int
    chunks: int


def make_schedule(config: Config) -> Schedule:
    """The schedule of a configuration."""
    cells: list[CellSchedule] = []
    first = 0
    for cell in config.cells:
        cells.append(CellSchedule(cell, config.entry_names, config.seed, config.chunk, first))
        first += cells[-1].games
    return Schedule(cells)


def seed_of(master: int, block: int) -> int:
    """The seed of all games of a block: the same at every table and in every cell."""
    return derive(master, "block", block)


def _blocks_a_chunk(games: int, sizes: Sequence[int]) -> int:
    """Whole seeds if that many games contain them, otherwise some line-ups of a seed; at least one block."""
    a_seed = sum(sizes)
    if games >= a_seed:
        return len(sizes) * (games // a_seed)
    return max(1, games * len(sizes) // a_seed)
