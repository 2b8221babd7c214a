"""What every process of a run needs; workers inherit it, and share memory with the process that started them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from mmap import mmap
from pathlib import Path
from struct import Struct
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.tables import Table
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.conditions import Limits, Maker

# Shared memory of the processes of a run.

PLACES: Final = 4096  # more than there are ever chunks under way, whose numbers are close together


class GamesDone:
    """The number of finished games of each chunk under way; written by workers, read by the runner for display."""

    packer: Final = Struct("<q")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, PLACES * self.packer.size)

    def set(self, chunk: int, done: int) -> None:
        """Sets how many games of the chunk are done."""
        self.packer.pack_into(self.memory, chunk % PLACES * self.packer.size, done)

    def total(self, chunks: Iterable[int]) -> int:
        """How many games of these chunks are done."""
        places = (chunk % PLACES * self.packer.size for chunk in chunks)
        return sum(self.packer.unpack_from(self.memory, place)[0] for place in places)


class Heartbeat:
    """Shows that the process that plays can still be interrupted: beats there, is watched by its supervisor.

    And how many games it has played, also those whose rows it has not sent yet.
    """

    packer: Final = Struct("<q")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, 2 * self.packer.size)
        self.count = 0

    def beat(self) -> None:
        self.count += 1
        self.packer.pack_into(self.memory, 0, self.count)

    def look(self) -> int:
        """How often it has beaten."""
        beats: int = self.packer.unpack_from(self.memory)[0]
        return beats

    def set_played(self, games: int) -> None:
        """So many games are over."""
        self.packer.pack_into(self.memory, self.packer.size, games)

    def played(self) -> int:
        """How many games are over."""
        games: int = self.packer.unpack_from(self.memory, self.packer.size)[0]
        return games


# What every process of a run needs; workers inherit it from the process that started them.


class Isolation(StrEnum):
    AUTO = "auto"  # bots that come with the package as with `none`, all others as with `process`
    NONE = "none"  # in the process that plays
    PROCESS = "process"  # each in a process of its own
    SANDBOX = "sandbox"  # each in a sandbox


@dataclass(frozen=True)
class CellContext:
    """What a cell is played with: the game, its rules, the bots by entry, and their limits."""

    game: Game
    rules: Any
    makers: Sequence[Maker]
    limits: Limits
    max_faults: int
    candidate: int | None = None  # whose wins the sequential test counts
    tells_places: bool = False  # whether it depends on all ranks how the cell goes on


@dataclass(frozen=True)
class RunContext:
    """What all chunks are played and written with."""

    folder: Path
    cells: Sequence[CellContext]
    entries: int  # how many entries there are
    tables: dict[str, Table]  # those that are written
    memory: int  # bytes that bots may use
    schema: int
    abort: bool  # whether a fault ends the tournament
    leave_out: bool  # whether games with a benched seat do not count
    games_done: GamesDone
    isolation: Isolation = Isolation.AUTO
    lock: int | None = None  # open lock file of the run; closed in processes that play

    @property
    def preloaded(self) -> tuple[str, ...]:
        """The modules that bots' processes need, imported once for all of them."""
        return modules_of(cell.game for cell in self.cells)

    def cell(self, scheduled: ScheduledGame) -> CellContext:
        """The cell of a game; a run without a matrix has one."""
        return self.cells[max(scheduled.cell, 0)]


def modules_of(games: Iterable[Game]) -> tuple[str, ...]:
    """The modules that bots' processes need for these games."""
    return ("wallenstein.bots", *sorted({type(game).__module__ for game in games}))
