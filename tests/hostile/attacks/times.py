"""Takes more time than it has."""

import os
import re
import signal
import threading
import time
from collections import deque
from contextlib import suppress
from itertools import repeat
from typing import Any

from tests.hostile.attack import BEFORE, LAST, PROCESS, TIME_IS_UP, Attack, Holds, died
from wallenstein.table.faults import FaultKind as Kind

TOO_LATE = Holds(Kind.TIMEOUT, TIME_IS_UP)
STALLED = Holds(Kind.STALLED, "it did not stop when its 0.25 seconds were over")


def spin() -> None:
    """Without end."""
    while True:
        pass


class Hasty(Attack):
    """Has a quarter of a second."""

    hasty = True


class Spinning(Hasty):
    """Computes without end."""

    holds = TOO_LATE

    def attack(self, view: Any, decision: Any) -> Any:
        spin()


class Sleeping(Hasty):
    """Sleeps."""

    holds = TOO_LATE

    def attack(self, view: Any, decision: Any) -> Any:
        time.sleep(60)


class Backtracking(Hasty):
    """Looks for a pattern that takes for ever."""

    slow = True
    holds = TOO_LATE

    def attack(self, view: Any, decision: Any) -> Any:
        return re.match("(a*)*b", "a" * 40)


def swallow(deep: int) -> None:
    """Loops within loops: on a busy machine an interruption may come while another one is swallowed."""
    while True:
        with suppress(BaseException):
            swallow(deep - 1) if deep else spin()


class Deaf(Hasty):
    """Swallows its interruptions."""

    slow = True
    holds = STALLED

    def attack(self, view: Any, decision: Any) -> Any:
        swallow(5)


class Numb(Hasty):
    """Blocks all signals."""

    slow = True
    holds = STALLED

    def attack(self, view: Any, decision: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        spin()


class NoTimer(Hasty):
    """Turns off the timer that interrupts it."""

    slow = True
    holds = STALLED

    def attack(self, view: Any, decision: Any) -> Any:
        signal.setitimer(signal.ITIMER_REAL, 0)
        spin()


class Unheard(Hasty):
    """Spins where no signal is heard."""

    slow = True
    holds = STALLED

    def attack(self, view: Any, decision: Any) -> Any:
        return deque(repeat(0), maxlen=0)


class Threads(Hasty):
    """Lets threads compute, and waits for them."""

    slow = True
    holds = TOO_LATE

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(3):
            threading.Thread(target=spin, daemon=True).start()
        time.sleep(60)


class Children(Hasty):
    """Lets a child compute, and waits for it where no signal is heard."""

    slow = True
    holds = STALLED
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        child = os.fork()
        if not child:
            spin()
        os.waitpid(child, 0)


class Pondering(Hasty):
    """Computes in a thread after it has answered: that is part of the next answer's time."""

    holds = Holds(Kind.TIMEOUT, TIME_IS_UP, 7)
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        threading.Thread(target=self.ponder, daemon=True).start()
        return self.honestly(decision)

    def ponder(self) -> None:
        """For most of a second."""
        ends = time.thread_time() + 0.6
        while time.thread_time() < ends:
            pass

    def decide(self, view: Any, decision: Any) -> Any:
        """Waits for what it has found out."""
        if self.turns == 2:
            for thread in threading.enumerate()[1:]:
                thread.join()
        return super().decide(view, decision)


class Unborn(Hasty):
    """Takes for ever to be made."""

    holds = Holds(Kind.TIMEOUT, TIME_IS_UP, BEFORE)

    def __init__(self) -> None:
        spin()


class NeverDone(Hasty):
    """Takes for ever to hear the result."""

    slow = True
    holds = Holds(Kind.TIMEOUT, TIME_IS_UP, LAST)

    def end(self, result: Any) -> None:
        spin()


class Waiting(Hasty):
    """Waits for a lock that nobody opens, and swallows its interruptions."""

    slow = True
    holds = STALLED

    def attack(self, view: Any, decision: Any) -> Any:
        lock = threading.Lock()
        lock.acquire()
        while True:
            with suppress(BaseException):
                lock.acquire()


class Detaching(Hasty):
    """Has a child's child compute, whose parent has ended, and waits for it: the time of both counts."""

    slow = True
    holds = STALLED
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            if not os.fork():
                spin()
            os._exit(0)
        os.close(writing)
        os.waitpid(child, 0)
        os.read(reading, 1)


class Handed(Hasty):
    """Has a child answer whose parent has ended, so that its time cannot be read."""

    slow = True
    holds = died("its process ended with exit code 0")
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        if os.fork():
            os._exit(0)
        ends = time.process_time() + 0.2
        while time.process_time() < ends:
            pass
        return self.honestly(decision)
