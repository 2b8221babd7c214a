"""The bots of a game that is played outside a tournament: in this process, but for commands."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wallenstein.bots.entrants import Entrant
from wallenstein.core.game import Game
from wallenstein.core.program.unix import need_linux
from wallenstein.table.answers import SeatBot
from wallenstein.table.conditions import Conditions
from wallenstein.table.played_game import bot_seed, inside_bots

if TYPE_CHECKING:
    from wallenstein.table.processes.keeper_line import KeeperLine

MEMORY: Final = 1024 * 1024 * 1024  # of a command, in bytes; the default of a tournament


class Seats:
    """A bot for each seat, and what commands have written to standard error."""

    def __init__(self, bots: Sequence[SeatBot], keeper: "KeeperLine | None" = None) -> None:
        self.bots: Final = bots
        self.keeper: Final = keeper

    def said(self) -> str:
        """What commands have written since the last time, cut off where it is too long."""
        return "" if self.keeper is None else self.keeper.said().decode("utf-8", "replace")


@contextmanager
def seated(game: Game, state: Any, entrants: Sequence[Entrant], seed: int, conditions: Conditions) -> Iterator[Seats]:
    """The bots; processes of commands end with the context."""
    if not any(entrant.command for entrant in entrants):
        yield Seats(inside_bots(game, state, entrants, seed, conditions))
        return
    need_linux("a bot that is a program in another language")
    from wallenstein.table.processes.commands import Command, Commands
    from wallenstein.table.processes.keeper_line import KeeperLine, KeeperProcess

    process = KeeperProcess(())
    try:
        with process.connection() as wire:
            keeper = KeeperLine(wire)
            commands = Commands(keeper, MEMORY, None)
            bots: list[SeatBot] = list(inside_bots(game, state, entrants, seed, conditions))
            for seat, one in enumerate(entrants):
                if one.command:
                    command = Command(one.command, one.folder, one.options)
                    bots[seat] = commands.bot(game, command, seat, bot_seed(seed, seat), conditions.limits)
            yield Seats(bots, keeper)
            for bot in bots:
                bot.close()
            commands.forget()
    finally:
        process.stop()
