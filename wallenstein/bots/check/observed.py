"""A bot under observation: it plays as usual, and the traces that it leaves in its process are recorded."""

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.table.clock import Clock, TimeIsUp
from wallenstein.table.conditions import Countdown, Notebook

ENOUGH: Final = 3  # interruptions, after which a bot is not asked again
SILENT: Final = "silent"
MANNERED: Final = "mannered"


class Traces:
    """Knows the state of the process before any bot ran, and restores it after each call of a bot."""

    def __init__(self, clock: Clock, output: int) -> None:
        """`output` is the file descriptor that standard output and error were redirected to."""
        self.clock = clock
        self.output = output
        self.process = os.getpid()
        self.folder = os.getcwd()
        self.environment = dict(os.environb)
        self.depth = sys.getrecursionlimit()
        self.streams = (sys.stdout, sys.stderr)
        self.forks = 0
        self.seen_forks = 0
        self.written = self._position()
        os.register_at_fork(before=self._forking)  # permanently: a trial has a process of its own

    def take(self) -> list[tuple[str, str]]:
        """The traces of the bot that was just called, each with its custom; they are undone."""
        if os.getpid() != self.process:
            os._exit(0)  # a fork by the bot: only the original continues the game
        return list(self._found())

    def _found(self) -> Iterator[tuple[str, str]]:
        if self.clock.wind():
            yield MANNERED, "it changed the timer of the time limits"
        if sys.getrecursionlimit() != self.depth:
            sys.setrecursionlimit(self.depth)
            yield MANNERED, "it changed the recursion limit"
        if not self._at_home():
            os.chdir(self.folder)
            yield MANNERED, "it changed the working directory"
        if dict(os.environb) != self.environment:
            os.environb.clear()
            os.environb.update(self.environment)
            yield MANNERED, "it changed the environment"
        if (sys.stdout, sys.stderr) != self.streams:
            sys.stdout, sys.stderr = self.streams
            yield MANNERED, "it replaced standard output or error"
        if self.forks != self.seen_forks:
            self.seen_forks = self.forks
            yield MANNERED, "it started a process of its own"
        if self._position() != self.written:
            self.written = self._position()
            wrote = "it wrote to standard output or error, which goes to the log"
            yield SILENT, f"{wrote}; self.note keeps a text with a choice"

    def _at_home(self) -> bool:
        try:
            return os.getcwd() == self.folder
        except OSError:  # the bot has removed the folder it went to
            return False

    def _position(self) -> int:
        try:
            return os.lseek(self.output, 0, os.SEEK_CUR)
        except OSError:  # closed by the bot: counts as written to
            return -1

    def _forking(self) -> None:
        self.forks += 1


@dataclass
class Notes:
    """Observations: the first offence against each custom, and seconds by kind of decision."""

    offences: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    moment: str = ""  # the game and the moment of the open question
    late: int = 0  # how often it was interrupted because its time was up

    def offence(self, custom: str, text: str) -> None:
        """Records the first offence against a custom."""
        self.offences.setdefault(custom, f"{self.moment}: {text}")


class Observed:
    """Plays in the place of a bot, and asks it."""

    rng: Random  # these are the bot's, from the start on
    clock: Countdown
    notebook: Notebook

    def __init__(
        self, make: Callable[[], BaseBot], notes: Notes, traces: Traces, shared: Callable[[object], object]
    ) -> None:
        """`shared` is the part of a view that is compared once a game, not here."""
        self.notes = notes
        self.traces = traces
        self.shared = shared
        with self.watch("when it was created"):
            self.bot = make()

    def start(self, setup: Any) -> None:
        self.bot.rng, self.bot.clock, self.bot.notebook = self.rng, self.clock, self.notebook
        with self.watch("in start"):
            self.bot.start(setup)

    def end(self, result: Any) -> None:
        with self.watch("in end"):
            self.bot.end(result)

    def decide(self, view: object, decision: Any) -> object:
        if self.notes.late >= ENOUGH:
            return decision.random(self.bot.rng)  # the check has seen it, and need not wait for more
        shared = self.shared(view)
        before = snapshot(view, shared), snapshot(decision.options)
        try:
            with self.watch(f"when it was asked for a {decision.kind}"):
                started = perf_counter()
                choice = self.bot.decide(view, decision)
                self.notes.seconds.setdefault(decision.kind, []).append(perf_counter() - started)
                return choice
        except TimeIsUp:
            self.notes.late += 1
            raise
        finally:
            if (snapshot(view, shared), snapshot(decision.options)) != before:
                self.notes.offence("view", f"it changed the view or the options of a {decision.kind}")

    @contextmanager
    def watch(self, when: str) -> Iterator[None]:
        """Checks for traces of the bot, and for the use of global random generators."""
        own = random.getstate()
        numpy = _numpy_state()
        try:
            yield
        finally:
            for custom, text in self.traces.take():
                self.notes.offence(custom, text)
            if random.getstate() != own:
                self.notes.offence("random", f"{when}, it used the module random; use self.rng instead")
            elif _numpy_state() != numpy and numpy is not None:
                self.notes.offence("random", f"{when}, it used numpy.random; seed your own generator from self.rng")


def snapshot(value: object, shared: object = None) -> str:
    """Everything in a view or an offer, except the part that all views share."""
    if isinstance(value, tuple):
        return repr([part for part in value if shared is None or part is not shared])
    names = [name for parent in type(value).__mro__ for name in getattr(parent, "__slots__", ())]
    names += getattr(value, "__dict__", {})
    return repr([(name, getattr(value, name)) for name in names if name != "_rng"])


def _numpy_state() -> tuple[bytes, int] | None:
    """The state of numpy's global generator, if numpy has been imported."""
    numpy = sys.modules.get("numpy.random")
    if numpy is None:
        return None
    state = numpy.get_state(legacy=False)["state"]
    return state["key"].tobytes(), state["pos"]
