"""Supervises the process that plays a chunk, and starts another if it dies."""

import gc
import marshal
import os
import select
import signal
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.clock import PATIENCE
from wallenstein.table.conditions import Rescue
from wallenstein.table.faults import FaultKind
from wallenstein.table.isolation import end_group
from wallenstein.table.played_game import BEFORE
from wallenstein.tourney.worker import game_process
from wallenstein.tourney.worker.context import RunContext
from wallenstein.tourney.worker.shared_memory import NOBODY, OpenQuestion

LOOK: Final = 0.1  # seconds between two checks of the process that plays
GRACE: Final = 2.0  # seconds for a question beyond twice its limit by the wall clock
MOST_LOSSES: Final = 3  # processes, in one chunk
READ: Final = 1 << 20
Tick = Callable[[int], None]  # receives how many games are done


class RulesFailed(WallensteinError):
    """The rules themselves failed in a game, so the tournament cannot continue."""

    exit_code = 1


class Ended(NamedTuple):
    """How a process ended: its exit code or minus its signal, and whether it had to be stopped."""

    code: int
    stopped: bool


class Supervisor:
    """Plays games in order, in processes that may die, and collects their rows."""

    def __init__(self, context: RunContext, rows: GameRows, games: Sequence[ScheduledGame], tick: Tick) -> None:
        self.context = context
        self.rows = rows
        self.games = list(games)
        self.done = 0
        self.tick = tick
        self.rescues: dict[int, dict[int, Rescue]] = {}
        self.unexplained = NOBODY  # the game in which a process died while no bot was asked
        self.losses: dict[int, int] = {}  # processes that died while this entry was asked
        self.child = NOBODY
        self.status: int | None = None  # how it ended, once it has
        self.said = b""  # output of bots

    def run(self) -> None:
        """Until all games are played."""
        gc.freeze()  # otherwise garbage collection would copy the inherited memory into each process
        while self.done < len(self.games):
            question, before = OpenQuestion(), self.done
            ended = self.run_process(question)
            wants_another = ended.code == game_process.AGAIN and self.done > before
            if self.done < len(self.games) and not wants_another:
                self.explain(question, ended)

    def run_process(self, question: OpenQuestion) -> Ended:
        """Runs one process, from start to end."""
        reading, writing = os.pipe()
        with tempfile.TemporaryFile() as output:
            self.status = None
            self.child = os.fork()
            if not self.child:
                os.close(reading)
                rest = self.games[self.done :]
                wires = writing, question, output.fileno()
                game_process.run(self.context, rest, self.rescues, self.rows.kinds, *wires)
            os.close(writing)
            try:
                stopped = self.follow(reading, question)
            finally:
                code = self.reap()
                os.close(reading)
            output.seek(0)
            self.said += output.read(game_process.KEPT_OUTPUT)
        return Ended(code, stopped)

    def follow(self, reading: int, question: OpenQuestion) -> bool:
        """Receives games until the process ends; returns whether it had to be stopped."""
        buffer = bytearray()
        while True:
            ready, _, _ = select.select([reading], [], [], LOOK)
            if ready:
                data = os.read(reading, READ)
                if not data:
                    return False
                buffer += data
                self.take_messages(buffer)
            elif self.is_overdue(question):
                return True
            elif self.has_ended():  # a process that a bot has started may hold the pipe open
                return False

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
            self.done += 1
            self.tick(self.done)

    def is_overdue(self, question: OpenQuestion) -> bool:
        """Whether a question has been open for too long."""
        asked = question.look()
        most = 2 * PATIENCE * asked.limit + GRACE
        return asked.seat != NOBODY and asked.limit > 0 and monotonic() - asked.since > most

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

    def explain(self, question: OpenQuestion, ended: Ended) -> None:
        """Finds the seat that made the process die; it is benched from there on."""
        asked, current = question.look(), self.games[self.done]
        rescues = self.rescues.setdefault(current.number, {})
        stalled = ended.stopped or ended.code == game_process.STALLED
        kind = FaultKind.STALLED if stalled else FaultKind.DIED
        if asked.game == current.number and asked.seat != NOBODY:
            text = f"it had {asked.limit:g} seconds and ignored the interruption" if stalled else _how(ended)
            rescues[asked.seat] = Rescue(asked.seat, asked.decision, kind, text)
            self.lose_patience(current.seating[asked.seat], kind)
        elif self.unexplained != current.number:
            self.unexplained = current.number  # perhaps an accident: the game is played once more
        else:
            text = f"{_how(ended)}, while no bot was asked"
            for seat in range(len(current.seating)):
                rescues[seat] = Rescue(seat, BEFORE, kind, text)

    def lose_patience(self, entry: int, kind: FaultKind) -> None:
        """A bot that has ended several processes is not asked again in this chunk."""
        self.losses[entry] = self.losses.get(entry, 0) + 1
        if self.losses[entry] == MOST_LOSSES:
            text = f"not asked: {MOST_LOSSES} processes were lost while this bot was asked, in earlier games"
            for game in self.games[self.done + 1 :]:
                own = {seat: Rescue(seat, BEFORE, kind, text) for seat, e in enumerate(game.seating) if e == entry}
                self.rescues.setdefault(game.number, {}).update(own)


def _how(ended: Ended) -> str:
    if ended.code >= 0:
        return f"its process ended with exit code {ended.code}"
    name = f"signal {-ended.code}"
    with suppress(ValueError):
        name = signal.Signals(-ended.code).name
    return f"its process was ended by {name}"
