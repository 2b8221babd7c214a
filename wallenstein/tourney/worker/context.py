"""What every process of a run needs to know; workers inherit it from the process that started them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wallenstein.core.game import Game
from wallenstein.core.tables import Table
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.conditions import Limits, Maker
from wallenstein.tourney.worker.shared_memory import GamesDone


@dataclass(frozen=True)
class CellContext:
    """What a cell of the matrix is played with: a game, its rules, the bots by number of entry, and their limits."""

    game: Game
    rules: Any
    makers: Sequence[Maker]
    limits: Limits
    max_faults: int
    candidate: int | None = None  # whose wins a sequential test is about


@dataclass(frozen=True)
class RunContext:
    """What all chunks are played and written down with."""

    folder: Path
    cells: Sequence[CellContext]
    entries: int  # how many bots take part
    tables: dict[str, Table]  # those that are written
    memory: int  # bytes that bots may use
    schema: int
    abort: bool  # whether a fault ends the tournament
    games_done: GamesDone
    lock: int | None = None  # open file that holds the run; not for processes that bots might leave behind

    def cell(self, scheduled: ScheduledGame) -> CellContext:
        """The cell that a game belongs to; a run without a matrix has one."""
        return self.cells[max(scheduled.cell, 0)]
