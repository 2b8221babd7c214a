"""Time limits: a timer that interrupts a bot whose time is up, repeatedly until it stops."""

import signal
import sys
from collections.abc import Callable
from time import monotonic, process_time
from types import FrameType, TracebackType
from typing import Any, Final

TICK: Final = 0.02  # seconds between two checks of the clock
PATIENCE: Final = 4.0  # a bot that sleeps uses no processor time: it gets this many times the limit by the wall clock
DEAF: Final = 50  # interruptions, over one second, after which the bot is considered to ignore them


# `getsignal` without its conversion to an enum, which takes twenty times as long
_HANDLER_OF: Final[Callable[[int], object]] = getattr(sys.modules.get("_signal"), "getsignal", signal.getsignal)
_ALARM: Final = int(signal.SIGALRM)


class TimeIsUp(BaseException):
    """Raised inside a bot; not an Exception, so that `except Exception` does not catch it."""


class Clock:
    """Counts processor time, so that no bot loses on a busy machine; the wall clock is only a safeguard.

    Time before the first tick of a question is not counted, so a limit may be exceeded by one tick.
    """

    def __init__(self, give_up: Callable[[], None] = lambda: None) -> None:
        """`give_up` is called when a bot ignores its interruptions."""
        self.give_up = give_up
        self.rung = 0  # how often the question has been interrupted
        self.limit = 0.0  # of the open question; 0 if there is none
        self.fresh = True  # whether there was no tick yet in this question
        self.busy = 0.0  # both clocks at its first tick
        self.wall = 0.0
        self.before: Any = None
        self.handler: Final = self.tick

    def __enter__(self) -> "Clock":
        self.before = signal.signal(signal.SIGALRM, self.handler)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)

    def start(self, limit: float) -> None:
        """A question begins; a limit of 0 is no limit."""
        self.rung = 0
        self.fresh = True
        self.limit = limit

    def stop(self) -> None:
        """The question is over."""
        self.limit = 0.0

    def wind(self) -> bool:
        """Restarts the timer if a bot has stopped it; returns whether it had."""
        if signal.getitimer(signal.ITIMER_REAL)[1] > 0 and _HANDLER_OF(_ALARM) is self.handler:
            return False
        signal.signal(signal.SIGALRM, self.handler)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return True

    def tick(self, _signal: int, _frame: FrameType | None) -> None:
        """Checks the clocks, and interrupts the bot when its time is up."""
        limit = self.limit
        if not limit:
            return
        if self.fresh:
            self.busy, self.wall, self.fresh = process_time(), monotonic(), False
        elif process_time() - self.busy >= limit:
            self.ring(limit, "of processor time")
        elif monotonic() - self.wall >= PATIENCE * limit:
            self.ring(PATIENCE * limit, "by the wall clock")

    def ring(self, seconds: float, which: str) -> None:
        """Interrupts the bot; the message names the clock."""
        self.rung += 1
        if self.rung > DEAF:
            self.give_up()
        raise TimeIsUp(f"interrupted after {seconds:g} second{'s' if seconds != 1 else ''} {which}")


class NoClock(Clock):
    """A clock that never interrupts, for a game at the terminal or in a test."""

    def __enter__(self) -> Clock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None) -> None:
        pass

    def wind(self) -> bool:
        """Nothing to restart."""
        return False
