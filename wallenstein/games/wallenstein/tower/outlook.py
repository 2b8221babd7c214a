"""What further throws would tell: how much narrower intervals get, and how well two models are told apart."""

from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

from wallenstein.games.wallenstein.tower.fit import TINY, Fitted, Floats

SIZES: Final = (2, 6, 12, 24)  # cubes of a further throw
SURE: Final = log(20)  # evidence that makes one model twenty times as likely as another
STEP: Final = 1e-4
NORMAL: Final = 1.96


class Further(NamedTuple):
    """What one more throw of so many cubes would tell."""

    cubes: int
    widths: tuple[float, ...]  # half of each parameter's interval afterwards
    evidence: float  # log likelihood that the best model is expected to gain on the second


class Outlook(NamedTuple):
    """Half widths now, one more throw of each size, and how many like those recorded would decide or halve them."""

    widths: tuple[float, ...]
    further: tuple[Further, ...]
    to_halve: int
    to_decide: int | None  # None if the two say the same


def outlook(best: Fitted, second: Fitted) -> Outlook:
    """What throws more would tell of the best model, and against the second."""
    now = best.information()
    cases = best.cases
    lying = np.array([cases.inside[1:].mean() if len(cases.inside) > 1 else cases.inside.mean()])
    further = []
    for cubes in SIZES:
        falling = np.array([float(cubes)])
        widths = _widths(now + _information(best, falling, lying))
        further.append(Further(cubes, widths, float(_gain(best, second, falling, lying).sum())))
    gained = float(_gain(best, second, cases.falling, cases.inside).mean())
    left = max(0.0, SURE - (second.aic - best.aic) / 2)
    to_decide = None if gained < TINY else int(np.ceil(left / gained))
    return Outlook(_widths(now), tuple(further), 3 * len(cases.falling), to_decide)


def _widths(information: Floats) -> tuple[float, ...]:
    try:
        covariance = np.linalg.inv(information)
    except np.linalg.LinAlgError:
        return tuple(float("nan") for _ in information)
    return tuple(NORMAL * sqrt(max(float(each), 0.0)) for each in np.diag(covariance))


def _information(fitted: Fitted, falling: Floats, inside: Floats) -> Floats:
    """Fisher's information of a throw whose colours tell what was inside from what was thrown in."""
    chances = fitted.chances(falling, inside)
    found = np.zeros((len(fitted.values), len(fitted.values)))
    for which, count in enumerate((falling, inside)):
        slopes = np.array([_slope(fitted, falling, inside, at, which) for at in range(len(fitted.values))])
        chance = np.clip(chances[which], TINY, 1 - TINY)
        found += (count / (chance * (1 - chance)))[0] * np.outer(slopes, slopes)
    return found


def _slope(fitted: Fitted, falling: Floats, inside: Floats, at: int, which: int) -> float:
    """How a chance changes with a parameter."""
    low, high = fitted.family.bounds[at]
    values = list(fitted.values)
    step = STEP * max(1.0, abs(values[at]))
    ends = [float(np.clip(values[at] + sign * step, low, high)) for sign in (1, -1)]
    found = [fitted.family.chances(falling, inside, *values[:at], end, *values[at + 1 :])[which][0] for end in ends]
    return float(found[0] - found[1]) / (ends[0] - ends[1])


def _gain(best: Fitted, second: Fitted, falling: Floats, inside: Floats) -> Floats:
    """By throw, how much more likely the best model is expected to find it than the second, as a logarithm."""
    total = np.zeros(len(falling))
    pairs = zip(best.chances(falling, inside), second.chances(falling, inside), (falling, inside), strict=True)
    for one, other, count in pairs:
        p, q = np.clip(one, TINY, 1 - TINY), np.clip(other, 1e-6, 1 - 1e-6)
        total += count * (p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q)))
    return total
