"""What a bot leaves behind in its process: output, copies of the process, a changed folder or environment."""

import os
import signal
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from wallenstein.table.clock import TICK, Clock


class Trace(NamedTuple):
    """An offence: against which custom, and what the bot did."""

    custom: str
    text: str


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

    def take(self) -> list[Trace]:
        """What the bot that was just called has left behind; all of it is undone."""
        if os.getpid() != self.process:
            os._exit(0)  # the bot has forked and this is the copy: only the original continues the game
        return list(self._found())

    def _found(self) -> Iterator[Trace]:
        if self._wind():
            yield Trace(MANNERED, "it changed the timer of the time limits")
        if sys.getrecursionlimit() != self.depth:
            sys.setrecursionlimit(self.depth)
            yield Trace(MANNERED, "it changed the recursion limit")
        if not self._at_home():
            os.chdir(self.folder)
            yield Trace(MANNERED, "it changed the working directory")
        if dict(os.environb) != self.environment:
            os.environb.clear()
            os.environb.update(self.environment)
            yield Trace(MANNERED, "it changed the environment")
        if (sys.stdout, sys.stderr) != self.streams:
            sys.stdout, sys.stderr = self.streams
            yield Trace(MANNERED, "it replaced standard output or error")
        if self.forks != self.seen_forks:
            self.seen_forks = self.forks
            yield Trace(MANNERED, "it started a process of its own")
        if self._position() != self.written:
            self.written = self._position()
            yield Trace(SILENT, "it wrote to standard output or error")

    def _wind(self) -> bool:
        """Restarts the timer of the time limits if it was stopped; returns whether it was."""
        if signal.getitimer(signal.ITIMER_REAL)[1] > 0 and signal.getsignal(signal.SIGALRM) == self.clock.tick:
            return False
        signal.signal(signal.SIGALRM, self.clock.tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return True

    def _at_home(self) -> bool:
        try:
            return os.getcwd() == self.folder
        except OSError:  # the bot has removed the folder it went to
            return False

    def _position(self) -> int:
        try:
            return os.lseek(self.output, 0, os.SEEK_CUR)
        except OSError:  # the bot has closed it: counts as written to
            return -1

    def _forking(self) -> None:
        self.forks += 1
