"""Remembers earlier games, or learns of other seats: each has no answer, if it knows anything."""

import ctypes
import fcntl
import os
import platform
import socket
import sys
import threading
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any, ClassVar

from tests.hostile.attack import APART, ONLY_SANDBOX, Attack

SEEN: list[int] = []
NAME = "wallenstein-hostile"
LIBC = ctypes.CDLL(None)
KEYCTL, ADD_KEY = (250, 248) if platform.machine() == "x86_64" else (219, 217)
SEARCH, SESSION, MARK = 10, -3, 77


class Knowing(Attack):
    """Has no answer, if it has been here before."""

    modes: ClassVar[tuple[str, ...]] = ONLY_SANDBOX

    def attack(self, view: Any, decision: Any) -> Any:
        if self.knows():
            raise AssertionError("this was played before")
        return self.honestly(decision)

    def knows(self) -> bool:
        """Whether it has been here before; next time it will know."""
        return False


class InModule(Knowing):
    """In a list of its module, in another module, in the interpreter."""

    modes = APART

    def knows(self) -> bool:
        known = bool(SEEN) or hasattr(sys, NAME) or "WALLENSTEIN_HOSTILE" in os.environ
        SEEN.append(1)
        setattr(sys, NAME, True)
        os.environ["WALLENSTEIN_HOSTILE"] = "1"
        return known


class InClass(Knowing):
    """In its class."""

    modes = APART
    known = False

    def knows(self) -> bool:
        known, type(self).known = self.known, True
        return known


class InFile(Knowing):
    """In a file for temporary files."""

    def knows(self) -> bool:
        path = Path("/tmp") / NAME
        known = path.exists()
        with suppress(OSError):
            path.write_text("here")
        return known


class InSharedMemory(Knowing):
    """In shared memory."""

    def knows(self) -> bool:
        with suppress(FileExistsError, OSError):
            SharedMemory(NAME, create=True, size=1)
            return False
        with suppress(FileNotFoundError):
            SharedMemory(NAME)
            return True
        return False


class InSocket(Knowing):
    """In a process that listens to a name."""

    def knows(self) -> bool:
        try:
            listening = socket.socket(socket.AF_UNIX)
        except OSError:
            return False
        try:
            listening.bind(f"\0{NAME}")
        except OSError:
            return True
        if not os.fork():
            os.setsid()
            threading.Event().wait(30)
            os._exit(0)
        return False


class InFolder(Knowing):
    """In the folder where it was started, or beside its own file."""

    def knows(self) -> bool:
        for folder in (Path.cwd(), Path(__file__).parent, Path.home()):
            with suppress(OSError):
                if (folder / NAME).exists():
                    return True
                (folder / NAME).touch()
        return False


class InKeyring(Knowing):
    """In a key of the session."""

    def knows(self) -> bool:
        found = LIBC.syscall(KEYCTL, SEARCH, SESSION, b"user", NAME.encode(), 0)
        LIBC.syscall(ADD_KEY, b"user", NAME.encode(), b"here", 4, SESSION)
        return int(found) > 0


class InTimes(Knowing):
    """In the times and the permissions of its own file."""

    def knows(self) -> bool:
        file = Path(__file__)
        known = file.stat().st_mtime_ns % 1000 == MARK
        with suppress(OSError):
            os.utime(file, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns // 1000 * 1000 + MARK))
        return known


class InLock(Knowing):
    """In a lock on its own file, which another seat of it holds."""

    def knows(self) -> bool:
        self.file = Path(__file__).open("rb")  # noqa: SIM115
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        raise AssertionError("it can be locked")
