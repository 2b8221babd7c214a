"""Plays games in a separate process, forked for one chunk: whatever bots do to it, it ends with the chunk.

Each chunk starts from the same clean process, so nothing that a bot leaves behind can affect another chunk, and
results do not depend on which worker plays what.
"""

import logging
import marshal
import os
import random
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from wallenstein.core.seeds import derive
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Rescue
from wallenstein.table.faults import FaultKind, error_text
from wallenstein.table.guard import Guard
from wallenstein.table.isolation import die_with_parent, limit_memory, redirect_output
from wallenstein.table.played_game import play_game
from wallenstein.tourney.worker.context import RunContext
from wallenstein.tourney.worker.shared_memory import OpenQuestion

DONE: Final = 0  # exit codes of the process; any other means that it died
STALLED: Final = 91
AGAIN: Final = 92  # a bot exceeded the memory limit: the next game needs a clean process
FAILED: Final = 93  # the rules failed; the last message has the error
LARGEST_FILE: Final = 64_000_000  # bytes that a bot may write to one file
KEPT_OUTPUT: Final = 2_000  # bytes kept of the output of bots

Rescues = Mapping[int, Mapping[int, Rescue]]  # by game, by seat


class GameProcess:
    """The forked side: plays the games in order and sends each when it is over."""

    def __init__(self, context: RunContext, pipe: int, question: OpenQuestion, output: int, kinds: list[str]) -> None:
        self.context = context
        self.pipe = pipe
        self.question = question
        self.output = output
        self.rows = GameRows(context.tables, kinds)
        self.clock = Clock(self.give_up)
        if context.lock is not None:
            os.close(context.lock)
        _keep_apart(context.memory)
        redirect_output(output)
        self.guard = Guard(self.clock, output)

    def play_games(self, games: Sequence[ScheduledGame], rescues: Rescues) -> int:
        """Plays the games in order; returns the exit code."""
        with self.clock:
            for game in games:
                self.question.begin(game.number)
                spoiled = self.play_game(game, rescues.get(game.number, {}))
                self.send((game.number, self.rows.take()))
                self.guard.forget_output(KEPT_OUTPUT)
                if spoiled:
                    return AGAIN
        return DONE

    def play_game(self, scheduled: ScheduledGame, rescues: Mapping[int, Rescue]) -> bool:
        """Plays a game and records it; returns whether it has spoiled the process."""
        cell = self.context.cell(scheduled)
        conditions = Conditions(cell.limits, cell.max_faults, self.clock, self.guard, self.question)
        makers = [cell.makers[entry] for entry in scheduled.seating]
        _seed_global_generators(scheduled.seed)
        state = cell.game.new_game(cell.rules, len(makers), scheduled.seed)
        played = play_game(cell.game, state, makers, scheduled.seed, conditions, cell.rules, rescues)
        self.rows.add(scheduled, cell.game, played)
        return any(fault.kind is FaultKind.MEMORY for fault in played.faults)

    def send(self, message: Any) -> None:
        """One message, its length first."""
        data = marshal.dumps(message)
        data = len(data).to_bytes(8, "little") + data
        while data:
            data = data[os.write(self.pipe, data) :]

    def give_up(self) -> None:
        """Ends the process: a bot ignores its interruptions."""
        os._exit(STALLED)


def run(context: RunContext, games: Sequence[ScheduledGame], rescues: Rescues, kinds: list[str], *wires: Any) -> None:
    """Runs the forked process; it never returns."""
    code = FAILED
    try:
        pipe, question, output = wires
        process = GameProcess(context, pipe, question, output, kinds)
        try:
            code = process.play_games(games, rescues)
        except BaseException as error:  # not a bot's error: the rules, or the program itself
            process.send((question.game, error_text(error)))
    finally:
        os._exit(code)


def _keep_apart(memory: int) -> None:
    """Sets up the process: its own group, so that all of it can be ended together; limits; no standard input."""
    die_with_parent()
    _forget_log()
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    limit_memory(memory)
    with suppress(OSError, ValueError):  # a system with tighter limits than ours
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _forget_log() -> None:
    """Drops the log: if this process were killed while writing to it, all others would block."""
    for logger in (logging.getLogger("wallenstein"), logging.getLogger()):
        logger.handlers.clear()


def _seed_global_generators(seed: int) -> None:
    """Seeds the global generators, so that even a bot that uses them plays the same again."""
    number = derive(seed, "global")
    random.seed(number)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(number & 0xFFFF_FFFF)
