"""What a process that plays with bots gives up: outliving its parent, memory without end, the terminal."""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from io import FileIO, TextIOWrapper
from typing import Final

PR_SET_PDEATHSIG: Final = 1  # of Linux; elsewhere a process notices its parent's end when its pipe breaks
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """From now on this process is killed when the one that forked it ends."""
    with suppress(AttributeError):
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # it has ended already
            os._exit(1)


def end_group(process: int, ended: bool) -> None:
    """Kills a process unless it has ended, and those of its group that bots have started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.kill(process, signal.SIGKILL)  # it may not have come to be a group yet


def limit_memory(allowed: int) -> None:
    """From now on this process may have so many bytes more than it has."""
    with suppress(OSError, ValueError):  # a system without /proc, or with a tighter limit than ours
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + allowed, used + allowed))


def redirect_output(descriptor: int) -> None:
    """Sends standard output and error to an open file, unbuffered, so that it is seen who has written."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(descriptor, number)
        stream = TextIOWrapper(FileIO(descriptor, "w", closefd=False), "utf-8", "replace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
