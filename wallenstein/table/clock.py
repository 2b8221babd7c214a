"""Time limits of bots in this process: a timer that interrupts a bot whose time is up, repeatedly until it stops."""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, perf_counter, process_time
from types import FrameType, TracebackType
from typing import Any, Final

TICK: Final = 0.02  # seconds between two checks of the clock
DEAF: Final = 50  # interruptions, over one second, after which the bot is considered to ignore them
NANO: Final = 1e-9

# `getsignal` without its conversion to an enum, which takes twenty times as long
_HANDLER_OF: Final[Callable[[int], object]] = getattr(sys.modules.get("_signal"), "getsignal", signal.getsignal)
_ALARM: Final = int(getattr(signal, "SIGALRM", 0))  # none without Unix, where no time is counted


class TimeIsUp(BaseException):
    """Raised inside a bot; not an Exception, so that `except Exception` does not catch it."""


class Clock:
    """Counts processor time, threads included, and time asleep; not time spent waiting for a processor.

    Time before the first tick of a question is not counted, so a limit may be exceeded by one tick.
    """

    def __init__(self, give_up: Callable[[], None] = lambda: None, beat: Callable[[], None] = lambda: None) -> None:
        """`give_up` is called when a bot ignores its interruptions, `beat` at every tick."""
        self.give_up = give_up
        self.beat = beat
        self.rung = 0  # how often the question has been interrupted
        self.limit = 0.0  # of the open question; 0 if there is none
        self.banked = False  # whether a part of it is from a time bank
        self.woken = 0.0  # like `awake`, when the question began
        self.fresh = True  # whether there was no tick yet in this question
        self.busy = 0.0  # processor time at its first tick
        self.awake = 0.0  # time by the clock on the wall without that spent waiting, at its first tick
        self.seen = process_time()  # at the last tick of all
        self.known = 0.0  # the same when the question began
        self.begun = 0.0  # when it began, by the clock on the wall
        self.before: Any = None

    def __enter__(self) -> "Clock":
        self.seen = process_time()
        self.before = signal.signal(signal.SIGALRM, self.tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)

    def start(self, limit: float, bank: float = 0.0) -> None:
        """A question begins; a limit of 0 means no limit. `bank`: seconds that it may take beyond."""
        self.rung = 0
        self.fresh = True
        self.limit = limit + bank if limit else 0.0
        self.banked = bank > 0
        self.known = self.seen
        self.begun = perf_counter()
        if self.banked:
            self.woken = not_waiting()

    def used(self) -> float:
        """Processor time since the question began, but for a tick; with a time bank, time asleep as well.

        Reading it when a question begins would take longer than some bots. But its value at the tick before is known,
        and the time since then exceeds that by the clock on the wall only with threads.
        """
        spent = process_time() - self.known
        busy = max(spent - TICK, min(spent, perf_counter() - self.begun))
        return max(busy, not_waiting() - self.woken) if self.banked else busy

    def stop(self) -> None:
        self.limit = 0.0

    def wind(self) -> bool:
        """Restarts the timer if a bot has stopped it; returns whether it had."""
        if signal.getitimer(signal.ITIMER_REAL)[1] > 0 and _HANDLER_OF(_ALARM) == self.tick:
            return False
        signal.signal(signal.SIGALRM, self.tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        return True

    def tick(self, _signal: int, _frame: FrameType | None) -> None:
        """Checks the clocks, and interrupts the bot when its time is up."""
        self.beat()
        self.seen = process_time()
        limit = self.limit
        if not limit:
            return
        if self.fresh:
            self.busy, self.awake, self.fresh = self.seen, not_waiting(), False
        elif self.seen - self.busy >= limit or not_waiting() - self.awake >= limit:
            self.ring(limit)

    def ring(self, limit: float) -> None:
        self.rung += 1
        if self.rung > DEAF:
            self.give_up()
        raise TimeIsUp(time_is_up(limit, self.banked))


class NoClock(Clock):
    """A clock that never interrupts, for a game at the terminal or in a test."""

    def __enter__(self) -> Clock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        pass

    def start(self, limit: float, bank: float = 0.0) -> None:
        super().start(limit, bank)
        if limit:
            self.known = process_time()  # without ticks

    def wind(self) -> bool:
        return False


def time_is_up(limit: float, banked: bool = False) -> str:
    """The text of a fault: the limit, but nothing measured, such as the seconds in a time bank."""
    if banked:
        return "interrupted when its limit and its time bank were used up"
    return f"interrupted after {limit:g} second{'s' if limit != 1 else ''}"


def not_waiting() -> float:
    """Seconds by the clock on the wall in which this thread has run or slept, but has not waited for a processor."""
    waited = 0
    with suppress(OSError, ValueError, IndexError), open("/proc/thread-self/schedstat", "rb") as file:
        waited = int(file.read().split()[1])  # 0 on systems without this number
    return monotonic() - waited * NANO
