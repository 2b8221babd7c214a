"""The facts for every process of a run; workers inherit it, and share memory with the process that started them."""

from collections.abc import Iterable, Sequence
from ctypes import Structure, c_int64, sizeof
from dataclasses import dataclass
from enum import StrEnum
from mmap import mmap
from pathlib import Path
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.seeds import Source
from wallenstein.core.tables import Table
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.conditions import Limits, Maker
from wallenstein.table.processes.own_code import Guest

PLACES: Final = 4096  # more than there are ever chunks under way, whose numbers are close together


class GamesDone:
    """The number of finished games of each chunk under way; written by workers, read by the runner for display."""

    def __init__(self) -> None:
        self.numbers: Final = memoryview(mmap(-1, 8 * PLACES)).cast("q")

    def set(self, chunk: int, done: int) -> None:
        self.numbers[chunk % PLACES] = done

    def total(self, chunks: Iterable[int]) -> int:
        return sum(self.numbers[chunk % PLACES] for chunk in chunks)


class Heartbeat(Structure):
    """Shows that the process that plays can still be interrupted: beats there, is watched by its supervisor."""

    _fields_ = (("beats", c_int64), ("played", c_int64))
    beats: int
    played: int  # games, including those whose rows have not been sent

    @staticmethod
    def shared() -> "Heartbeat":
        return Heartbeat.from_buffer(mmap(-1, sizeof(Heartbeat)))

    def beat(self) -> None:
        self.beats += 1


class Isolation(StrEnum):
    AUTO = "auto"  # bots that come with the package as with `none`, all others as with `process`
    NONE = "none"  # in the process that plays
    PROCESS = "process"  # each in a process of its own
    SANDBOX = "sandbox"  # each in a sandbox


@dataclass(frozen=True)
class CellContext:
    """The facts for the games of a cell: the game, its rules, the bots by entry, and their limits."""

    game: Game
    rules: Any
    makers: Sequence[Maker]
    limits: Limits
    max_faults: int
    drop_after: int  # benched games until a bot is out of the cell; 0: never
    candidate: int | None = None  # whose wins the sequential test counts
    tells_places: bool = False  # whether the next round depends on all ranks
    guest: Guest | None = None  # asks the user's own code in the rules

    def makers_of(self, game: ScheduledGame) -> list[Maker]:
        """Of its seats, and of the guest."""
        return [*(self.makers[entry] for entry in game.seating), *([self.guest] if self.guest else [])]


@dataclass(frozen=True)
class RunContext:
    folder: Path
    cells: Sequence[CellContext]
    key: Source
    entries: tuple[str, ...]  # names
    tables: dict[str, Table]  # those to write
    memory: int  # bytes for each process of a bot
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
        return self.cells[max(scheduled.cell, 0)]


def modules_of(games: Iterable[Game]) -> tuple[str, ...]:
    return ("wallenstein.bots.entrants", *sorted({type(game).__module__ for game in games}))
