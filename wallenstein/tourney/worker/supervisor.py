"""Supervises the process that plays a chunk, and starts another if it dies."""

import gc
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from typing import Any, Final

from wallenstein.core.errors import WallensteinError
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.faults import KEPT_OUTPUT, exit_text
from wallenstein.table.isolation import end_group
from wallenstein.table.processes.channel import Channel, Closed, channels
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.table.processes.usage import Usage, is_stopped
from wallenstein.tourney.worker import game_process
from wallenstein.tourney.worker.context import Heartbeat, RunContext
from wallenstein.tourney.worker.game_process import is_inside

FORK: Final = get_context("fork")
LOOK: Final = 0.1  # seconds between two checks of the process that plays
GRACE: Final = 2.0  # seconds without a tick, beyond twice the longest limit of a question
MOST_LOSSES: Final = 20  # of processes in the same game, for unknown reasons
Tick = Callable[[int], None]  # receives the number of finished games
log = logging.getLogger("wallenstein.worker")


class RulesFailed(WallensteinError):
    """The rules themselves failed in a game, so the tournament cannot continue."""

    exit_code = 1


class ProcessLost(WallensteinError):
    """Something keeps ending the processes that play."""

    exit_code = 1


class Supervisor:
    """Plays games in order, in processes that may die, and collects their rows."""

    def __init__(
        self, context: RunContext, keeper: KeeperProcess, rows: GameRows, games: Sequence[ScheduledGame], tick: Tick
    ) -> None:
        self.context = context
        self.keeper = keeper
        self.rows = rows
        self.games = list(games)
        self.patience: Final = GRACE + 2 * max(context.cell(game).limits.longest for game in games)
        self.benched: dict[int, int] = {}  # by entry: the number of games
        self.done = 0
        self.tick = tick
        self.isolated: set[int] = set()  # games to play with each bot in a process of its own
        self.losses: Counter[int] = Counter()  # by game
        self.process: ForkProcess
        self.output = b""  # output of bots
        self.beats = 0  # of its heart, at the last look
        self.usage: Usage

    def run(self) -> None:
        gc.freeze()  # otherwise garbage collection would copy the inherited memory into each process
        while self.done < len(self.games):
            before, heartbeat = self.done, Heartbeat.shared()
            ended = self.run_process(heartbeat)
            if self.done < len(self.games):
                current = max(self.done, min(before + heartbeat.played, len(self.games) - 1))
                self.explain(ended, self.games[current].number)

    def run_process(self, heartbeat: Heartbeat) -> int:
        """Runs one process, from start to end; returns how it ended."""
        channel, theirs = channels()
        keeper = self.keeper.connection() if self.needs_keeper() else None
        with tempfile.TemporaryFile() as output:
            rest = self.games[self.done :]
            wires = keeper, theirs, heartbeat, output.fileno()
            given = self.context, rest, self.benched, self.isolated, self.rows.kinds, *wires
            self.process = FORK.Process(target=game_process.run, args=(channel.close, *given))
            self.process.start()
            theirs.close()
            self.usage = Usage(self.process.ident or 0)
            try:
                self.follow(channel, heartbeat)
            finally:
                end_group(self.process.ident or 0, ended=self.process.exitcode is not None)
                self.process.join()
                channel.close()
            if keeper is not None:
                keeper.close()
                self.hear()
            output.seek(0)
            self.output += output.read(KEPT_OUTPUT)
        return self.process.exitcode or 0

    def needs_keeper(self) -> bool:
        """Whether a bot of the games to come has a process of its own."""
        return any(
            game.number in self.isolated
            or not all(is_inside(self.context.isolation, maker) for maker in self.context.cell(game).makers_of(game))
            for game in self.games[self.done :]
        )

    def hear(self) -> None:
        """The output of bots in processes of their own, unless the keeper has been stopped or killed.

        A new connection is used: the old one may still hold answers for the process that played.
        """
        with closing(self.keeper.connection()) as keeper, suppress(Closed):
            keeper.wire.settimeout(GRACE)
            self.output += keeper.take_output()

    def follow(self, channel: Channel, heartbeat: Heartbeat) -> None:
        """Enters finished games, until the process ends or has to be ended."""
        while True:
            if wait([channel.wire], LOOK):
                try:
                    while (message := channel.take()) is not None:
                        self.enter(*message)
                except Closed:
                    return
            elif self.keeper.is_stuck():
                self.keeper.stop()
                return
            # a process that a bot has started may hold the pipe open
            elif self.process.exitcode is not None or is_stopped(self.process.ident or 0) or self.is_numb(heartbeat):
                return

    def enter(self, number: int, content: Any, *benched: dict[int, int]) -> None:
        """The rows of some games, and in how many each entry has been benched; or an error in one."""
        if isinstance(content, str):
            raise RulesFailed(f"the rules failed in game {number}: {content}")
        self.rows.put(content)
        (self.benched,) = benched
        self.done += number
        self.tick(self.done)

    def is_numb(self, heartbeat: Heartbeat) -> bool:
        """Whether the process has used far too much time without a chance to interrupt it."""
        if heartbeat.beats != self.beats:
            self.beats = heartbeat.beats
            self.usage.answered()
            self.usage.ask()
        return self.usage.look() > self.patience

    def explain(self, ended: int, current: int) -> None:
        """Plays that game again with each bot in a process of its own, which shows the bot at fault."""
        if current not in self.isolated:
            self.isolated.add(current)
            return
        self.losses[current] += 1
        how = "lost its keeper" if ended == game_process.ALONE else exit_text(ended)
        log.warning("game %d is played again: the process that played it %s", current, how)
        if self.losses[current] >= MOST_LOSSES:
            raise ProcessLost(f"the process that plays game {current} was lost {MOST_LOSSES} times; the last one {how}")
