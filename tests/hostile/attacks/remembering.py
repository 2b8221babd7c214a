"""Remembers earlier games, or learns of other seats: each has no answer, if it knows anything."""

import os
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
        listening = socket.socket(socket.AF_UNIX)
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
