"""Restrictions of a process that plays with bots: it dies with its parent, has a memory limit, and no terminal."""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO, TextIOWrapper
from typing import Final

LARGEST_FILE: Final = 64_000_000  # bytes that a bot may write to one file
PR_SET_CHILD_SUBREAPER: Final = 36
PR_GET_DUMPABLE: Final = 3
PR_SET_DUMPABLE: Final = 4
PR_SET_PDEATHSIG: Final = 1  # Linux only; elsewhere a process notices the end of its parent when its pipe breaks
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


_prctl: Final = getattr(_LIBC, "prctl", lambda *_: 0)  # does nothing elsewhere than on Linux


def die_with_parent(parent: int | None = None) -> None:
    """Makes the system kill this process when its parent ends; pass the parent's number if that may be 1."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if hasattr(_LIBC, "prctl") and (os.getppid() == 1 if parent is None else os.getppid() != parent):
        os._exit(1)  # its parent has ended already


def continue_without_parent() -> None:
    """Makes the system continue this process when its parent ends, if it has been stopped."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGCONT)


def adopt_orphans() -> None:
    """Makes this process the parent of its orphaned descendants."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def hide_memory() -> None:
    """Keeps other processes of the same user, except root's, from reading this one's memory and descriptors."""
    _prctl(PR_SET_DUMPABLE, 0)


@contextmanager
def hidden_memory() -> Iterator[None]:
    """The same for a while; processes that are forked meanwhile keep it."""
    before = _prctl(PR_GET_DUMPABLE)
    hide_memory()
    try:
        yield
    finally:
        _prctl(PR_SET_DUMPABLE, before)


def end_group(process: int, ended: bool) -> None:
    """Kills a process unless it has ended, and the processes of its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.kill(process, signal.SIGKILL)  # it may not be a group yet


def limit_memory(allowed: int, for_good: bool = True) -> None:
    """Limits the memory of this process to this many bytes more than it has now; `for_good`, or changeable."""
    with suppress(OSError, ValueError):  # a system without /proc, or with a tighter limit
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        hard = used + allowed if for_good else resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + allowed, hard))


def limit_files() -> None:
    """Limits the size of files that this process writes; it leaves no memory dump."""
    with suppress(OSError, ValueError):  # a system with tighter limits
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def no_input() -> None:
    """Makes standard input empty from now on."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    if nothing:
        os.close(nothing)


def redirect_output(descriptor: int) -> None:
    """Redirects standard output and error to an open file, unbuffered, to know the bot that has written."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(descriptor, number)
        stream = TextIOWrapper(FileIO(number, "w", closefd=False), "utf-8", "replace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
