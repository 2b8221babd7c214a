"""What every process of a run needs; workers inherit it from the process that started them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from wallenstein.core.game import Game
from wallenstein.core.tables import Table
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.conditions import Limits, Maker
from wallenstein.tourney.worker.shared_memory import GamesDone


class Isolation(StrEnum):
    """Where bots run."""

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
