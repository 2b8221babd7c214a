"""Other processes: the time that they use, except waiting for a processor, and their end."""

import os
import signal
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from time import clock_gettime, monotonic, sleep
from typing import Final

NANO: Final = 1e-9
TICKS: Final = os.sysconf("SC_CLK_TCK")
PROCESS_CLOCK: Final = 2  # of Linux's numbers for clocks: processor time of all threads of a process
STOPPED: Final = ([b"T"], [b"t"])
ENDED: Final[tuple[list[bytes], ...]] = ([b"Z"], [b"X"], [b"x"], [])
EXITING: Final = 0x4  # among the flags of a process


class Usage:
    """Counts from one answer of the process to the next."""

    def __init__(self, process: int) -> None:
        self.process: Final = process
        self.clock: Final = (~process << 3) | PROCESS_CLOCK
        self.before = 0.0  # processor time when the question was asked
        self.children = 0.0  # that of its children, at the last look
        self.awake = -1.0  # when it was first seen busy with this question; below 0 if it has not been yet
        self.held_up = 0.0  # seconds in which it waited for a processor
        self.waits: dict[str, int] = {}  # of each thread until the last look, in nanoseconds
        self.has_ended = False  # as far as known

    def ask(self) -> None:
        self.awake = -1.0

    def answered(self) -> float:
        """Processor seconds since the answer before."""
        now = self.running() + self.children
        spent, self.before = now - self.before, now
        return max(0.0, spent)

    def look(self) -> float:
        """Seconds used for the open question so far: the greater of processor time and time not spent waiting.

        Of threads that wait at the same time only one counts, or many of them could buy sleep with it.
        """
        below = list(descendants(self.process))
        self.children = sum(map(processor_time, below))
        before, self.waits = self.waits, waits([self.process, *below])
        self.held_up += NANO * max((wait - before.get(one, 0) for one, wait in self.waits.items()), default=0)
        awake = monotonic() - self.held_up
        if self.awake < 0:
            self.awake = awake
        return max(self.running() + self.children - self.before, awake - self.awake)

    def running(self) -> float:
        """Processor time of the process itself, all threads included."""
        try:
            return clock_gettime(self.clock)
        except OSError:
            self.has_ended = True
            return self.before


def waits(processes: Iterable[int]) -> dict[str, int]:
    """How long the threads of these processes have waited for a processor, in nanoseconds."""
    found: dict[str, int] = {}
    for process in processes:
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with suppress(OSError, ValueError, IndexError):
                    found[thread] = int(read(f"/proc/{process}/task/{thread}/schedstat").split()[1])
    return found


def processor_time(process: int) -> float:
    return sum(map(int, stat(process)[11:15])) / TICKS


def is_stopped(process: int) -> bool:
    return stat(process)[:1] in STOPPED


def has_ended(process: int) -> bool:
    """Whether the process has ended; its exit code may still be unread."""
    return stat(process)[:1] in ENDED


def is_ending(process: int) -> bool:
    """Whether the process has ended, or is about to, so that its files are closed."""
    fields = stat(process)
    return fields[:1] in ENDED or bool(int(fields[6]) & EXITING)


def stat(process: int) -> list[bytes]:
    """The fields of /proc/PID/stat from the state on; none if there is no such process any more."""
    with suppress(OSError):
        return read(f"/proc/{process}/stat").rpartition(b")")[2].split()
    return []


def descendants(process: int) -> Iterator[int]:
    """The children of a process, their children, and so on."""
    for child in children(process):
        yield child
        yield from descendants(child)


def children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError, ValueError):
                found += map(int, read(f"/proc/{process}/task/{thread}/children").split())
    return found


def read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 16)
    finally:
        os.close(descriptor)


BY_SIGNAL: Final = 128  # higher codes come from a sandbox whose process was ended by a signal


MOMENT: Final = 0.0005  # seconds between two looks at a process that was killed
PASSES: Final = 200  # over processes that may start others during the search


def end_children(process: int, keep: Collection[int] = ()) -> None:
    """Kills the children of this process, and those that become its children thereby."""
    for _ in range(PASSES):
        left = [child for child in children(process) if child not in keep]
        if not left:
            return
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in left:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def end_grandchildren(process: int, parents: Collection[int], keep: Collection[int]) -> None:
    """Kills the children of these parents, and all other children of this process except those that are kept.

    The parents are children of this process, and go on; orphans become this process's own children.
    """
    for _ in range(PASSES):
        end_children(process, {*parents, *keep})
        left = [child for parent in parents for child in children(parent) if not has_ended(child)]
        if not left:
            return
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        while not all(map(has_ended, left)):
            sleep(MOMENT)
