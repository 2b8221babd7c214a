"""Supervises the process that plays a chunk, and starts another if it dies."""

import gc
import logging
import marshal
import os
import select
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from wallenstein.core.errors import WallensteinError
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.isolation import end_group
from wallenstein.table.processes.keeper_line import KeeperLine, KeeperProcess
from wallenstein.table.processes.usage import Usage, ending, is_stopped
from wallenstein.table.processes.wires import Closed
from wallenstein.tourney.worker import game_process
from wallenstein.tourney.worker.context import Heartbeat, RunContext
from wallenstein.tourney.worker.game_process import is_inside

LOOK: Final = 0.1  # seconds between two checks of the process that plays
GRACE: Final = 2.0  # seconds that a process may be deaf beyond twice the longest limit of a question
MOST_LOSSES: Final = 20  # of processes in the same game, for reasons that the program does not know
READ: Final = 1 << 20
Tick = Callable[[int], None]  # receives how many games are done
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
        self.done = 0
        self.tick = tick
        self.apart: set[int] = set()  # games to be played with each bot in a process of its own
        self.losses: Counter[int] = Counter()  # by game
        self.child = 0
        self.status: int | None = None  # how it ended, once it has
        self.said = b""  # output of bots
        self.beats = 0  # of its heart, at the last look
        self.usage: Usage

    def run(self) -> None:
        """Until all games are played."""
        gc.freeze()  # otherwise garbage collection would copy the inherited memory into each process
        while self.done < len(self.games):
            before, heartbeat = self.done, Heartbeat()
            ended = self.run_process(heartbeat)
            if self.done < len(self.games):
                current = max(self.done, min(before + heartbeat.played(), len(self.games) - 1))
                self.explain(ended, self.games[current].number)

    def run_process(self, heartbeat: Heartbeat) -> int:
        """Runs one process, from start to end; returns how it ended."""
        reading, writing = os.pipe()
        wire = self.keeper.connection() if self.needs_keeper() else None
        keeper = None if wire is None else KeeperLine(wire)
        with tempfile.TemporaryFile() as output:
            self.status = None
            self.child = os.fork()
            if not self.child:
                os.close(reading)
                rest = self.games[self.done :]
                wires = writing, heartbeat, output.fileno()
                game_process.run(self.context, rest, self.apart, self.rows.kinds, keeper, *wires)
            os.close(writing)
            self.usage = Usage(self.child)
            try:
                self.follow(reading, heartbeat)
            finally:
                code = self.reap()
                os.close(reading)
            if wire is not None:
                wire.close()
                self.hear()
            output.seek(0)
            self.said += output.read(game_process.KEPT_OUTPUT)
        return code

    def needs_keeper(self) -> bool:
        """Whether any bot of the games to come has a process of its own."""
        return any(
            game.number in self.apart
            or not all(
                is_inside(self.context.isolation, self.context.cell(game).makers[entry]) for entry in game.seating
            )
            for game in self.games[self.done :]
        )

    def hear(self) -> None:
        """What bots in processes of their own have written, unless the keeper has been stopped or killed.

        Asked through a new connection: answers may be left in that of the process that played.
        """
        with self.keeper.connection() as wire, suppress(Closed):
            wire.settimeout(GRACE)
            self.said += KeeperLine(wire).said()

    def follow(self, reading: int, heartbeat: Heartbeat) -> None:
        """Receives games until the process ends, or has to be ended."""
        buffer = bytearray()
        while True:
            ready, _, _ = select.select([reading], [], [], LOOK)
            if ready:
                data = os.read(reading, READ)
                if not data:
                    return
                buffer += data
                self.take_messages(buffer)
            elif self.keeper.is_stuck():
                self.keeper.stop()
                return
            # a process that a bot has started may hold the pipe open
            elif self.has_ended() or is_stopped(self.child) or self.is_numb(heartbeat):
                return

    def take_messages(self, buffer: bytearray) -> None:
        """Removes all complete messages from the buffer and enters them."""
        while len(buffer) >= 8:
            end = 8 + int.from_bytes(buffer[:8], "little")
            if len(buffer) < end:
                return
            number, content = marshal.loads(bytes(buffer[8:end]))
            del buffer[:end]
            if isinstance(content, str):
                raise RulesFailed(f"the rules failed in game {number}: {content}")
            self.rows.put(content)
            self.done += number
            self.tick(self.done)

    def is_numb(self, heartbeat: Heartbeat) -> bool:
        """Whether the process has used far too much time without being able to be interrupted."""
        beats = heartbeat.look()
        if beats != self.beats:
            self.beats = beats
            self.usage.answered()
            self.usage.ask()
        return self.usage.look() > self.patience

    def has_ended(self) -> bool:
        """Whether the process has ended."""
        if self.status is None:
            ended, status = os.waitpid(self.child, os.WNOHANG)
            self.status = status if ended else None
        return self.status is not None

    def reap(self) -> int:
        """Makes sure that the process and its children have ended; returns how it ended."""
        end_group(self.child, ended=self.has_ended())
        if self.status is None:
            _, self.status = os.waitpid(self.child, 0)
        return os.waitstatus_to_exitcode(self.status)

    def explain(self, ended: int, current: int) -> None:
        """Plays that game again, with each bot in a process of its own: there it shows whose fault it was."""
        if current not in self.apart:
            self.apart.add(current)
            return
        self.losses[current] += 1
        how = "lost its keeper" if ended == game_process.ALONE else ending(ended)
        log.warning("game %d is played again: the process that played it %s", current, how)
        if self.losses[current] >= MOST_LOSSES:
            raise ProcessLost(f"the process that plays game {current} was lost {MOST_LOSSES} times; the last one {how}")
