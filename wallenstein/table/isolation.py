"""Restrictions of a process that plays with bots: it dies with its parent, has a memory limit, and no terminal."""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from io import FileIO, TextIOWrapper
from typing import Final

PR_SET_PDEATHSIG: Final = 1  # Linux only; elsewhere a process notices the end of its parent when its pipe breaks
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """Makes the system kill this process when its parent ends."""
    with suppress(AttributeError):
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # it has ended already
            os._exit(1)


def end_group(process: int, ended: bool) -> None:
    """Kills a process unless it has ended, and the processes of its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.kill(process, signal.SIGKILL)  # it may not be a group yet


def limit_memory(allowed: int) -> None:
    """Limits the memory of this process to this many bytes more than it has now."""
    with suppress(OSError, ValueError):  # a system without /proc, or with a tighter limit than ours
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + allowed, used + allowed))


def redirect_output(descriptor: int) -> None:
    """Redirects standard output and error to an open file, unbuffered, so that it is known which bot has written."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(descriptor, number)
        stream = TextIOWrapper(FileIO(descriptor, "w", closefd=False), "utf-8", "replace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
