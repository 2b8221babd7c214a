"""From expected points to a chance to win: the same in every Python, and quick."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.arithmetic import exponential

STEPS: Final = 32  # of the table of powers, for each unit
WIDE: Final = 10  # differences beyond are as good as sure
POWERS: Final = tuple([exponential((step + 0.5) / STEPS) for step in range(-WIDE * STEPS, WIDE * STEPS)])


def chance_of(points: Sequence[float], seat: int, heat: float) -> float:
    """The seat's chance to win, if a point more makes the odds against each other seat e to the power of `heat`."""
    own = points[seat]
    odds = 0.0
    for other in points:
        step = int((other - own) * heat * STEPS) + WIDE * STEPS
        odds += POWERS[min(max(step, 0), len(POWERS) - 1)]
    return 1 / odds
