"""Where the bots of a game are: in the process that plays, in processes of their own, or in sandboxes."""

import os
import pickle
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from wallenstein.bots.entrants import Entrant
from wallenstein.core.luck.seeds import derive
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.answers import SeatBot
from wallenstein.table.conditions import Conditions, Maker
from wallenstein.table.inside import InsideBot
from wallenstein.table.played_game import bot_seed
from wallenstein.table.processes.commands import Command, Commands
from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.lines import ForkedSeat, Opening
from wallenstein.table.processes.process_bot import ProcessBot
from wallenstein.table.processes.sandbox import SandboxedSeat
from wallenstein.table.python_speech import PythonSpeech
from wallenstein.tourney.worker.context import CellContext, Isolation, RunContext


class Seating:
    """Makes the bots of one game after the other."""

    def __init__(self, context: RunContext, keeper: KeeperLine | None) -> None:
        """`keeper` is there if any bot has a process of its own."""
        self.context: Final = context
        self.keeper: Final = keeper
        self.makers: Final[dict[int, tuple[bytes, int]]] = {}  # pickled once, by the maker's identity
        self.tables: Final[dict[tuple[int, int], bytes]] = {}  # the same by cell and number of players
        self.commands: Final = None if keeper is None else Commands(keeper, context.memory, self.hidden)

    @property
    def hidden(self) -> Path | None:
        """What sandboxes must not see; None where there are none."""
        return self.context.folder if self.context.isolation is Isolation.SANDBOX else None

    @property
    def kept(self) -> list[int]:
        """The processes that are kept for the next game."""
        return [] if self.commands is None else self.commands.kept

    def forget(self) -> None:
        """Lets the next game begin with new processes only."""
        if self.commands is not None:
            self.commands.forget()

    def bots(self, scheduled: ScheduledGame, shared: Any, conditions: Conditions, apart: bool) -> list[SeatBot]:
        """A bot for each seat; `apart` if all have to be in processes of their own. `shared` by all views."""
        cell, seed = self.context.cell(scheduled), scheduled.seed
        return [
            InsideBot(cell.game, maker, shared, bot_seed(seed, seat), conditions)
            if is_inside(self.context.isolation, maker) and not apart
            else self.outside(cell, maker, scheduled, seat)
            for seat, maker in enumerate(cell.makers[entry] for entry in scheduled.seating)
        ]

    def outside(self, cell: CellContext, maker: Maker, scheduled: ScheduledGame, seat: int) -> SeatBot:
        """A bot in a process of its own."""
        assert self.keeper is not None, "a bot needs a process of its own, and there is none to start it"
        assert self.commands is not None
        seed = scheduled.seed
        if isinstance(maker, Entrant) and maker.command:
            command = Command(maker.command, maker.folder, maker.options)
            return self.commands.bot(cell.game, command, seat, bot_seed(seed, seat), cell.limits)
        speech = PythonSpeech(cell.game, cell.limits, bot_seed(seed, seat), derive(seed, "global"))
        place = scheduled.cell, len(scheduled.seating)
        if place not in self.tables:
            self.tables[place] = pickle.dumps((cell.game, cell.rules, len(scheduled.seating)))
        return ProcessBot(seat, self.opening(maker, self.tables[place], cell.limits.start), speech, cell.limits)

    def opening(self, maker: Maker, table: bytes, limit: float) -> Opening:
        """How its process is reached."""
        keeper, memory = self.keeper, self.context.memory
        assert keeper is not None
        if id(maker) not in self.makers:
            self.makers[id(maker)] = pickled_maker(maker)
        how, number = self.makers[id(maker)]
        if self.context.isolation is Isolation.SANDBOX:
            return SandboxedSeat(keeper, how, table, memory, limit, self.context.folder, Path(os.getcwd()))
        return ForkedSeat(keeper, number, how, table, memory, limit)


def pickled_maker(maker: Maker) -> tuple[bytes, int]:
    """What makes a bot, and the number of its loader."""
    how = pickle.dumps(maker)
    return how, int.from_bytes(blake2b(how, digest_size=6).digest(), "big")


def is_inside(isolation: Isolation, maker: Maker) -> bool:
    """Whether a bot runs in the process that plays."""
    if getattr(maker, "command", None):
        return False
    packaged = bool(getattr(maker, "packaged", False))
    return isolation is Isolation.NONE or (isolation is Isolation.AUTO and packaged)
