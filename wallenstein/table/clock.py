"""Time limits: a ticking timer that interrupts a bot whose time is up, again and again until it yields."""

import signal
import sys
from collections.abc import Callable
from time import monotonic, process_time
from types import FrameType, TracebackType
from typing import Any, Final

TICK: Final = 0.02  # seconds between two looks at the clock
PATIENCE: Final = 4.0  # a bot that sleeps uses no processor time: it has so many limits by the wall clock
DEAF: Final = 50  # interruptions, a second of them, after which it is plain that a bot does not heed them


# `getsignal` without its search for an enum's member, which costs twenty times as much
_HANDLER_OF: Final[Callable[[int], object]] = getattr(sys.modules.get("_signal"), "getsignal", signal.getsignal)
_ALARM: Final = int(signal.SIGALRM)


class TimeIsUp(BaseException):
    """Raised inside a bot; no Exception, so that `except Exception` does not swallow it."""


class Clock:
    """Counts processor time, so that a busy machine costs no bot its game; the wall clock is only a guard.

    Time before a question's first tick is not counted, so a limit may be overrun by one tick.
    """

    def __init__(self, give_up: Callable[[], None] = lambda: None) -> None:
        """`give_up` is called when a bot does not heed its interruptions."""
        self.give_up = give_up
        self.rung = 0  # how often the question has been interrupted
        self.limit = 0.0  # of the question being asked; 0 when none is
        self.fresh = True  # whether the question has not seen a tick yet
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
        """A question begins; no limit is an endless one."""
        self.rung = 0
        self.fresh = True
        self.limit = limit

    def stop(self) -> None:
        """The question is over."""
        self.limit = 0.0

    def wind(self) -> bool:
        """Sets the timer going again if a bot has stopped it; whether that was needed."""
        if signal.getitimer(signal.ITIMER_REAL)[1] > 0 and _HANDLER_OF(_ALARM) is self.handler:
            return False
        signal.signal(signal.SIGALRM, self.handler)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return True

    def tick(self, _signal: int, _frame: FrameType | None) -> None:
        """Looks at the clocks; interrupts whoever is running when the time is up."""
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
        """Interrupts the bot, and says which clock it overran."""
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
        """Nothing to wind."""
        return False
