"""Detects and restores process-wide state that a bot has changed, so that no seat is affected by another."""

import os
import sys
from collections.abc import Iterator

from wallenstein.table.clock import Clock
from wallenstein.table.faults import FaultKind

Remark = tuple[FaultKind, str]


class Guard:
    """Knows the state of the process before any bot ran; checked after each question."""

    def __init__(self, clock: Clock, output: int | None = None) -> None:
        """`output` is the file descriptor that standard output and error were redirected to, if they were."""
        self.clock = clock
        self.output = output
        self.process = os.getpid()
        self.folder = os.getcwd()
        self.live: dict[bytes, bytes] = vars(os.environ)["_data"]  # os.environ itself is 70 times slower
        self.environment = dict(self.live)
        self.depth = sys.getrecursionlimit()
        self.streams = (sys.stdout, sys.stderr)
        self.forks = 0
        self.seen_forks = 0
        self.written = self._position()
        os.register_at_fork(before=self._forking)  # permanently: a guard has a process of its own

    def remarks(self) -> tuple[Remark, ...]:
        """The side effects of the bot that was just asked; all of them are undone."""
        if os.getpid() != self.process:
            os._exit(0)  # a bot has forked and this is the copy: only the original continues the game
        wound = self.clock.wind()
        if (  # the usual case, and checked after every decision: so in one call
            not wound
            and self.forks == self.seen_forks
            and sys.getrecursionlimit() == self.depth
            and self.live == self.environment
            and sys.stdout is self.streams[0]
            and sys.stderr is self.streams[1]
            and self._position() == self.written
            and self._at_home()
        ):
            return ()
        return tuple(self._found(wound))

    def _found(self, wound: bool) -> Iterator[Remark]:
        if wound:
            yield FaultKind.MEDDLED, "it changed the timer of the time limits"
        yield from self._meddled()
        if self.forks != self.seen_forks:
            self.seen_forks = self.forks
            yield FaultKind.FORKED, "it started a process of its own"
        if self._position() != self.written:
            self.written = self._position()
            yield FaultKind.PRINTED, "it wrote to standard output or error; the run's log has the text"

    def forget_output(self, kept: int) -> None:
        """Truncates the output to this many bytes, so that bots cannot fill the memory with it."""
        if self.output is not None and self._position() > kept:
            os.ftruncate(self.output, kept)
            os.lseek(self.output, 0, os.SEEK_END)
            self.written = self._position()

    def _meddled(self) -> Iterator[Remark]:
        if sys.getrecursionlimit() != self.depth:
            sys.setrecursionlimit(self.depth)
            yield FaultKind.MEDDLED, "it changed the recursion limit"
        if not self._at_home():
            os.chdir(self.folder)
            yield FaultKind.MEDDLED, "it changed the working directory"
        if self.live != self.environment:
            os.environb.clear()
            os.environb.update(self.environment)
            yield FaultKind.MEDDLED, "it changed the environment"
        if (sys.stdout, sys.stderr) != self.streams:
            sys.stdout, sys.stderr = self.streams
            yield FaultKind.MEDDLED, "it replaced standard output or error"

    def _at_home(self) -> bool:
        try:
            return os.getcwd() == self.folder
        except OSError:  # the bot has removed the folder it went to
            return False

    def _position(self) -> int:
        if self.output is None:
            return 0
        try:
            return os.lseek(self.output, 0, os.SEEK_CUR)
        except OSError:  # the bot has closed it: counts as written to
            return -1

    def _forking(self) -> None:
        self.forks += 1
