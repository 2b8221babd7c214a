"""The time bank of a seat, and what its bot may ask of the clock."""

from collections.abc import Callable
from math import inf

from wallenstein.table.clock import Clock


class Bank:
    """The time bank of a seat in one game: what its decisions may take beyond their limits, all together."""

    __slots__ = ("left",)

    def __init__(self, seconds: float = 0.0) -> None:
        self.left = seconds

    def pay(self, limit: float, seconds: float) -> None:
        """A decision with this limit has taken so long."""
        if limit and seconds > limit:
            self.left = max(0.0, self.left - (seconds - limit))


class Countdown:
    """What a bot may ask of the clock: it cannot stop it."""

    __slots__ = ("bank", "left")

    left: Callable[[], float]  # seconds of processor time for this question, with all of the bank; infinite: no limit
    bank: Callable[[], float]  # seconds that were in the bank when this question began

    def __init__(self, clock: Clock | None = None, bank: Bank | None = None) -> None:
        def left() -> float:
            if clock is None or not clock.limit:
                return inf
            return max(0.0, clock.limit - clock.used())

        def banked() -> float:
            return 0.0 if bank is None else bank.left

        self.left = left
        self.bank = banked
