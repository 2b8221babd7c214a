"""Starts other processes, leaves them behind, and stops or kills those that it finds."""

import ctypes
import os
import resource
import signal
import time
from contextlib import suppress
from typing import Any

from tests.hostile.attack import APART, NONE, PROCESS, UNSEEN, Attack, died
from wallenstein.table.processes.confine import SCOPES, landlock_version

LIBC = ctypes.CDLL(None)
SCOPED = landlock_version() >= SCOPES  # signals reach only its own processes
PR_SET_CHILD_SUBREAPER = 36


def stay() -> None:
    """Goes on for a while in a process that nobody is to find."""
    time.sleep(60)
    os._exit(0)


class Doubled(Attack):
    """Goes on in two processes."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        os.fork()
        return self.honestly(decision)


class Littering(Attack):
    """Leaves a child behind."""

    modes = (NONE, PROCESS)

    def attack(self, view: Any, decision: Any) -> Any:
        if not os.fork():
            stay()
        return self.honestly(decision)


class Session(Attack):
    """Leaves a child behind in a session of its own."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        if not os.fork():
            os.setsid()
            stay()
        return self.honestly(decision)


class Daemon(Attack):
    """Leaves a grandchild behind, in a session of its own, whose parent has ended."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        child = os.fork()
        if not child:
            os.setsid()
            if not os.fork():
                for file in range(10):
                    with suppress(OSError):
                        os.close(file)
                stay()
            os._exit(0)
        os.waitpid(child, 0)
        return self.honestly(decision)


class Reaper(Attack):
    """Adopts its own orphans, and leaves a family behind."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        for _ in range(3):
            if not os.fork():
                LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
                os.setsid()
                if os.fork():
                    stay()
                stay()
        return self.honestly(decision)


class Orphans(Attack):
    """Wants its orphans to be adopted elsewhere."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        child = os.fork()
        if not child:
            if not os.fork():
                os.setsid()
                stay()
            os._exit(0)
        os.waitpid(child, 0)
        return self.honestly(decision)


class Hydra(Attack):
    """Its children fork again as soon as they are, up to some number."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(4):
            if not os.fork():
                for _ in range(3):
                    with suppress(OSError):
                        os.fork()
                stay()
        return self.honestly(decision)


class Relay(Attack):
    """A process that forks and ends, again and again, so that it is another one whenever it is looked for."""

    slow = True
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        if not os.fork():
            os.setsid()
            ends = time.monotonic() + 20
            while time.monotonic() < ends:
                time.sleep(0.0005)
                if os.fork():
                    os._exit(0)
            os._exit(0)
        return self.honestly(decision)


class Suicide(Attack):
    """Kills itself."""

    holds = died("its process was ended by SIGKILL")
    modes = (NONE, PROCESS)  # the first process of a sandbox cannot be killed from inside

    def attack(self, view: Any, decision: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Patricide(Attack):
    """Kills the process that it was forked from."""

    holds = UNSEEN if SCOPED else died("its process was ended by SIGKILL")
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        with suppress(PermissionError):
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(60)
        return self.honestly(decision)


class StopsParent(Attack):
    """Stops the process that it was forked from; the next game needs another one."""

    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        with suppress(PermissionError):
            os.kill(os.getppid(), signal.SIGSTOP)
        return self.honestly(decision)


class EndsGroup(Attack):
    """Kills its own group."""

    holds = died("its process was ended by SIGKILL")
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        os.killpg(0, signal.SIGKILL)


class Stopped(Attack):
    """Stops itself."""

    holds = died("its process was stopped by a signal")
    modes = (PROCESS,)  # the first process of a sandbox cannot be stopped from inside

    def attack(self, view: Any, decision: Any) -> Any:
        os.kill(os.getpid(), signal.SIGSTOP)


class Signals(Attack):
    """Sends itself every signal that does not end it, many times."""

    def attack(self, view: Any, decision: Any) -> Any:
        for number in (signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH):
            for _ in range(100):
                os.kill(os.getpid(), number)
        return self.honestly(decision)


class Limits(Attack):
    """Tightens all limits of its process, as far as it can go on."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        return self.honestly(decision)


class ShortLife(Attack):
    """Sets a limit for its own processor time, and reaches it."""

    holds = died("its process was ended by SIGXCPU")
    modes = (PROCESS,)  # a sandbox ends by another signal
    slow = True

    def attack(self, view: Any, decision: Any) -> Any:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 60))
        while True:
            pass


class Detached(Attack):
    """Does not want to end with its parent."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        LIBC.prctl(1, 0, 0, 0, 0)
        return self.honestly(decision)
