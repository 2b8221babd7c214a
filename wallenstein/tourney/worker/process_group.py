"""Ties processes to the one that started them, so that none is left behind."""

import ctypes
import os
import signal
from contextlib import suppress
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
