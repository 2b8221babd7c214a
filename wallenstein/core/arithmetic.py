"""Sums, powers and exponentials that are the same in every Python and on every machine.

`sum` of floats is rounded differently from Python 3.12 on, and the C library's `pow` and `exp` differ between machines
in the last bit. That is enough for a bot to find another of two equal choices better, and for a whole game to change.
Rules and reference bots use these instead; `make lint` finds where they do not.
"""

from collections.abc import Iterable
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add
from typing import Final

PRECISE: Final = Context(prec=40)


def total(numbers: Iterable[float]) -> float:
    """The sum from left to right, rounded after each addition."""
    return reduce(add, numbers, 0.0)


@lru_cache(maxsize=1 << 12)
def power(base: float, exponent: int) -> float:
    """The base to the power of a whole number that is not negative: the exact result, rounded once."""
    return float(Fraction(base) ** exponent)  # exact: rational


@lru_cache(maxsize=1 << 12)
def exponential(exponent: float) -> float:
    """e to the power of the exponent: 40 digits, rounded once."""
    return float(PRECISE.exp(Decimal(exponent)))
