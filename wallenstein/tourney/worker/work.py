"""What every process of a run has in common; workers inherit it from the process that started them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wallenstein.core.game import Game
from wallenstein.core.tables import Table
from wallenstein.record.rows import GameFacts
from wallenstein.table.conditions import Limits, Maker
from wallenstein.tourney.run.ticker import Ticker


@dataclass(frozen=True)
class Cell:
    """One cell of the matrix: a game with its rules, the bots by number of entry, and how they are treated."""

    game: Game
    rules: Any
    makers: Sequence[Maker]
    limits: Limits
    max_faults: int
    candidate: int | None = None  # whose wins a sequential test is about


@dataclass(frozen=True)
class Stage:
    """Everything that is needed to play a chunk and to write it down."""

    folder: Path
    cells: Sequence[Cell]
    entries: int  # how many bots take part
    tables: dict[str, Table]  # those that are written
    memory: int  # bytes that bots may use
    schema: int
    abort: bool  # whether a fault ends the tournament
    ticker: Ticker
    lock: int | None = None  # open file that holds the run; not for processes that bots might leave behind

    def cell(self, facts: GameFacts) -> Cell:
        """The cell that a game belongs to; a run without a matrix has one."""
        return self.cells[max(facts.cell, 0)]
