"""From expected points to a probability of winning: the same in every Python, and fast."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.arithmetic import exponential

STEPS: Final = 32  # of the table of powers, for each unit
WIDE: Final = 10  # larger differences count as certain
POWERS: Final = tuple([exponential((step + 0.5) / STEPS) for step in range(-WIDE * STEPS, WIDE * STEPS)])


class FittedWeights(NamedTuple):
    """Points that each feature brings until the end, and how surely points decide."""

    weights: tuple[float, ...]
    heat: float


def read_weights(document: Mapping[str, Any], features: Sequence[str]) -> FittedWeights:
    return FittedWeights(tuple([document["weights"][name] for name in features]), document["heat"])


def weigh(weights: tuple[float, ...], row: list[int]) -> float:
    """The sum of the weighted features, from left to right: the same in every Python."""
    points = 0.0
    for place, weight in enumerate(weights):
        points += weight * row[place]
    return points


def chance_of(points: Sequence[float], seat: int, heat: float) -> float:
    """The seat's chance to win, if each point more multiplies the odds against each other seat by e to the `heat`."""
    own = points[seat]
    odds = 0.0
    for other in points:
        step = int((other - own) * heat * STEPS) + WIDE * STEPS
        odds += POWERS[min(max(step, 0), len(POWERS) - 1)]
    return 1 / odds
