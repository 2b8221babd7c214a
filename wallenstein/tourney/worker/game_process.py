"""Plays games in a process of their own, forked for one chunk: whatever bots do to it, it ends with the chunk.

Because each chunk starts from the same untouched process, nothing that a bot leaves behind can reach another chunk,
and so results cannot depend on which worker plays what.
"""

import marshal
import os
import random
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import FileIO, TextIOWrapper
from typing import Any, Final

from wallenstein.core.seeds import derive
from wallenstein.record.rows import Book, GameFacts
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Rescue
from wallenstein.table.faults import FaultKind, error_text
from wallenstein.table.guard import Guard
from wallenstein.table.played_game import play_game
from wallenstein.tourney.run.logs import detach
from wallenstein.tourney.worker.open_question import Sight
from wallenstein.tourney.worker.process_group import die_with_parent
from wallenstein.tourney.worker.work import Stage

DONE: Final = 0  # exit codes of the process; any other means that it was lost
STALLED: Final = 91
AGAIN: Final = 92  # a bot has had its memory taken away: the next game needs an unspoiled process
FAILED: Final = 93  # the rules failed, and the last message says how
LARGEST_FILE: Final = 64_000_000  # bytes that a bot may write to one file
KEPT_OUTPUT: Final = 2_000  # bytes kept of what bots have printed

Rescues = Mapping[int, Mapping[int, Rescue]]  # by game, by seat


class GameProcess:
    """The forked side: it plays the games in order and sends each when it is over."""

    def __init__(self, stage: Stage, pipe: int, sight: Sight, output: int, kinds: list[str]) -> None:
        self.stage = stage
        self.pipe = pipe
        self.sight = sight
        self.output = output
        self.book = Book(stage.tables, kinds)
        self.clock = Clock(self.give_up)
        if stage.lock is not None:
            os.close(stage.lock)
        _keep_apart(stage.memory)
        _lead_output(output)
        self.guard = Guard(self.clock, output)

    def play(self, games: Sequence[GameFacts], rescues: Rescues) -> int:
        """The exit code."""
        with self.clock:
            for facts in games:
                self.sight.begin(facts.number)
                spoiled = self.play_one(facts, rescues.get(facts.number, {}))
                self.send((facts.number, self.book.take()))
                self.guard.forget_output(KEPT_OUTPUT)
                if spoiled:
                    return AGAIN
        return DONE

    def play_one(self, facts: GameFacts, rescues: Mapping[int, Rescue]) -> bool:
        """Plays a game and notes it; whether it has spoiled the process."""
        cell = self.stage.cell(facts)
        conditions = Conditions(cell.limits, cell.max_faults, self.clock, self.guard, self.sight)
        makers = [cell.makers[entry] for entry in facts.seating]
        _seed_global_generators(facts.seed)
        state = cell.game.new_game(cell.rules, len(makers), facts.seed)
        played = play_game(cell.game, state, makers, facts.seed, conditions, cell.rules, rescues)
        self.book.add(facts, cell.game, played)
        return any(fault.kind is FaultKind.MEMORY for fault in played.faults)

    def send(self, message: Any) -> None:
        """One message, its length first."""
        data = marshal.dumps(message)
        data = len(data).to_bytes(8, "little") + data
        while data:
            data = data[os.write(self.pipe, data) :]

    def give_up(self) -> None:
        """Ends the process: a bot does not heed its interruptions."""
        os._exit(STALLED)


def run(stage: Stage, games: Sequence[GameFacts], rescues: Rescues, kinds: list[str], *wires: Any) -> None:
    """The life of a forked process; it never returns."""
    code = FAILED
    try:
        pipe, sight, output = wires
        process = GameProcess(stage, pipe, sight, output, kinds)
        try:
            code = process.play(games, rescues)
        except BaseException as error:  # no bot's: the rules, or the program itself
            process.send((sight.game, error_text(error)))
    finally:
        os._exit(code)


def _keep_apart(memory: int) -> None:
    """A group of its own, so that all of it can be ended together; limits; nothing to read."""
    die_with_parent()
    detach()
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    with suppress(OSError, ValueError):  # a system with tighter limits than ours
        used = _address_space()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _address_space() -> int:
    """Bytes of address space that this process has now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _lead_output(output: int) -> None:
    os.dup2(output, 1)
    os.dup2(output, 2)
    for name in ("stdout", "stderr"):
        stream = TextIOWrapper(FileIO(output, "w", closefd=False), "utf-8", "replace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _seed_global_generators(seed: int) -> None:
    """So that even a bot that draws from where it should not plays the same again."""
    number = derive(seed, "global")
    random.seed(number)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(number & 0xFFFF_FFFF)
