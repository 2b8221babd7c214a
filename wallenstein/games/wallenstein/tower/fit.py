"""Fits the models of the tower to recorded throws by maximum likelihood, and estimates the gain from further throws.

A model gives each cube's chance to come out, from the numbers of falling cubes and of those inside; cubes are then
independent. That is exact for `sieve`, `open` and `ledges`, and very nearly so for `baffles`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize, minimize_scalar
from scipy.special import comb
from scipy.stats import chi2

from wallenstein.games.wallenstein.tower.models import Ledges
from wallenstein.games.wallenstein.tower.throws import Throws

Floats = NDArray[np.float64]
Chances = Callable[..., tuple[Floats, Floats]]

TINY: Final = 1e-9
DROP: Final = float(chi2.ppf(0.95, 1)) / 2  # of the log likelihood at the ends of an interval of 95 %
STEP: Final = 1e-4


def even(falling: Floats, inside: Floats, passes: float = 1.0, loosens: float = 1.0) -> tuple[Floats, Floats]:
    """The same chances in every throw, those of a sieve; of an open tower without any."""
    return np.full(len(falling), passes), np.full(len(falling), loosens)


def baffles(falling: Floats, inside: Floats, catch: float, knock: float) -> tuple[Floats, Floats]:
    """Two floors; the number of cubes that pass the upper one is replaced by its mean."""
    clear, upper = 1 - catch, 1 / (2 - catch)
    above = 1 - (1 - knock) ** falling
    passing = falling * clear + inside * upper * above
    below = 1 - (1 - knock) ** passing
    return np.full(len(falling), clear**2), upper * above * clear + (1 - upper) * below


def ledges(falling: Floats, inside: Floats, places: float, catch: float) -> tuple[Floats, Floats]:
    """Room for some cubes; the chances are those of the model itself."""
    model = Ledges(places, catch)
    found = [model.course(int(n), int(lying)) for n, lying in zip(falling, inside, strict=True)]
    return np.array([passes for passes, _ in found]), np.array([loosens for _, loosens in found])


class Family(NamedTuple):
    """A model with free parameters: their names, bounds and first guesses."""

    name: str
    chances: Chances
    parameters: tuple[str, ...]
    bounds: tuple[tuple[float, float], ...]
    guesses: tuple[tuple[float, ...], ...]


ANY: Final = (0.0, 1.0)
FAMILIES: Final = (
    Family("sieve", even, ("passes", "loosens"), (ANY, ANY), ((0.67, 0.33),)),
    Family("baffles", baffles, ("catch", "knock"), (ANY, ANY), ((0.2, 0.05), (0.5, 0.2))),
    Family("ledges", ledges, ("places", "catch"), ((1.0, 200.0), ANY), ((10.0, 0.5), (30.0, 0.5))),
    Family("open", even, (), (), ((),)),
)


class Cases:
    """All colours of all throws at once, for the likelihood: k of the cubes that came out had just been thrown in."""

    def __init__(self, throws: Throws) -> None:
        self.falling: Final = throws.falling.sum(axis=1).astype(np.float64)
        self.inside: Final = throws.inside.sum(axis=1).astype(np.float64)
        self.out: Final = throws.out.sum(axis=1).astype(np.float64)
        f, i, o = (each.reshape(-1)[:, None].astype(np.float64) for each in throws)
        k = np.arange(int(f.max()) + 1, dtype=np.float64)[None, :]
        self.ways: Final = comb(f, k) * comb(i, o - k) * ((k <= f) & (k <= o) & (o - k <= i))
        self.powers: Final = tuple(np.maximum(each, 0) for each in (k + 0 * f, f - k, o - k, i - o + k))
        self.throw: Final = np.repeat(np.arange(throws.number), throws.falling.shape[1])

    def log_likelihood(self, chances: tuple[Floats, Floats]) -> float:
        p, q = (np.clip(each, TINY, 1 - TINY) for each in chances)
        return float(np.log(np.maximum(self.likelihoods(p, q), 1e-300)).sum())

    def likelihoods(self, passes: Floats, loosens: Floats) -> Floats:
        """The likelihood of each colour in each throw; `chances` are those of the throws."""
        p, q = (each[self.throw][:, None] for each in (passes, loosens))
        passed, caught, loosened, stayed = self.powers
        each = self.ways * p**passed * (1 - p) ** caught * q**loosened * (1 - q) ** stayed
        return np.asarray(each.sum(axis=1), np.float64)


class FittedParameter(NamedTuple):
    """A parameter, with its interval of 95 %."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class FittedTower:
    family: Family
    cases: Cases
    values: tuple[float, ...]
    log_likelihood: float

    @cached_property
    def aic(self) -> float:
        """Akaike's criterion: lower is better, and each parameter costs 2."""
        return 2 * len(self.values) - 2 * self.log_likelihood

    @property
    def possible(self) -> bool:
        """Whether such a tower could have made these throws at all."""
        chances = self.chances(self.cases.falling, self.cases.inside)
        return bool((self.cases.likelihoods(*chances) > 0).all())

    def chances(self, falling: Floats, inside: Floats) -> tuple[Floats, Floats]:
        return self.family.chances(falling, inside, *self.values)

    def misfit(self) -> float:
        """The chance that throws of this tower are as uneven as these, by the number of cubes that came out of each."""
        p, q = (np.clip(each, TINY, 1 - TINY) for each in self.chances(self.cases.falling, self.cases.inside))
        mean = self.cases.falling * p + self.cases.inside * q
        spread = self.cases.falling * p * (1 - p) + self.cases.inside * q * (1 - q)
        squares = (self.cases.out - mean) ** 2 / np.maximum(spread, TINY)
        return float(chi2.sf(squares.sum(), max(len(mean) - len(self.values), 1)))

    def estimates(self) -> list[FittedParameter]:
        """Every parameter with its interval; at its ends the profile likelihood is e^-1.92 of the best."""
        found = []
        for at, name in enumerate(self.family.parameters):
            low, high = (self._end(at, bound) for bound in self.family.bounds[at])
            found.append(FittedParameter(name, self.values[at], low, high))
        return found

    def _end(self, at: int, bound: float) -> float:
        """The point where the profile of a parameter has fallen far enough, between its estimate and a bound."""
        goal = self.log_likelihood - DROP

        def above(value: float) -> float:
            return self._profile(at, value) - goal

        inner = bound + (self.values[at] - bound) * 1e-6
        return bound if above(inner) > 0 else float(brentq(above, inner, self.values[at], xtol=1e-4))

    def _profile(self, at: int, value: float) -> float:
        other = 1 - at
        low, high = self.family.bounds[other]

        def loss(free: float) -> float:
            values = (value, free) if at == 0 else (free, value)
            return -log_likelihood(self.family, self.cases, values)

        near = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-4})
        return -min(float(near.fun), loss(self.values[other]))

    def information(self) -> Floats:
        """The curvature of the log likelihood: the inverse of the parameters' covariance."""
        size = len(self.values)
        steps = np.diag([STEP * max(abs(value), 0.05) for value in self.values])
        center = np.array(self.values)
        inner = [
            np.clip(center[at], low + 2 * STEP, high - 2 * STEP) for at, (low, high) in enumerate(self.family.bounds)
        ]
        found = np.zeros((size, size))

        def at(shift: Floats) -> float:
            return log_likelihood(self.family, self.cases, tuple(inner + shift))

        for (a, one), (b, other) in product(enumerate(steps), repeat=2):
            corners = at(one + other) - at(one - other) - at(other - one) + at(-one - other)
            found[a, b] = -corners / (4 * one[a] * other[b])
        return found


def log_likelihood(family: Family, cases: Cases, values: tuple[float, ...]) -> float:
    bounded = [float(np.clip(value, *bound)) for value, bound in zip(values, family.bounds, strict=True)]
    return cases.log_likelihood(family.chances(cases.falling, cases.inside, *bounded))


def fit(family: Family, cases: Cases) -> FittedTower:
    if not family.parameters:
        return FittedTower(family, cases, (), log_likelihood(family, cases, ()))

    def loss(values: Floats) -> float:
        return -log_likelihood(family, cases, tuple(values))

    tries = [
        minimize(
            loss, np.array(guess), method="Nelder-Mead", bounds=family.bounds, options={"xatol": 1e-6, "fatol": 1e-8}
        )
        for guess in family.guesses
    ]
    best = min(tries, key=lambda each: float(each.fun))
    return FittedTower(family, cases, tuple(float(value) for value in best.x), -float(best.fun))


def fit_all(throws: Throws) -> list[FittedTower]:
    """Every packaged model, the best fit first."""
    cases = Cases(throws)
    return sorted((fit(family, cases) for family in FAMILIES), key=lambda fitted: fitted.aic)


# The gain from further throws: narrower intervals, and evidence between two models.

SIZES: Final = (2, 6, 12, 24)  # cubes of a further throw
SURE: Final = log(20)  # evidence that makes one model twenty times as likely as another
SLOPE_STEP: Final = 1e-4
NORMAL: Final = 1.96


class Further(NamedTuple):
    """The gain from one more throw of a certain number of cubes."""

    cubes: int
    widths: tuple[float, ...]  # half of each parameter's interval afterwards
    evidence: float  # expected gain in log likelihood of the best model over the second


class FitOutlook(NamedTuple):
    """Half widths now, one more throw of each size, and the number of throws that would decide or halve them."""

    widths: tuple[float, ...]
    further: tuple[Further, ...]
    to_halve: int
    to_decide: int | None  # None if the two models agree


def outlook(best: FittedTower, second: FittedTower) -> FitOutlook:
    """The gain from more throws for the best model, and against the second."""
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
    return FitOutlook(_widths(now), tuple(further), 3 * len(cases.falling), to_decide)


def _widths(information: Floats) -> tuple[float, ...]:
    try:
        covariance = np.linalg.inv(information)
    except np.linalg.LinAlgError:
        return tuple(float("nan") for _ in information)
    return tuple(NORMAL * sqrt(max(float(each), 0.0)) for each in np.diag(covariance))


def _information(fitted: FittedTower, falling: Floats, inside: Floats) -> Floats:
    """Fisher's information of a throw with known origins of its cubes."""
    chances = fitted.chances(falling, inside)
    found = np.zeros((len(fitted.values), len(fitted.values)))
    for which, count in enumerate((falling, inside)):
        slopes = np.array([_slope(fitted, falling, inside, at, which) for at in range(len(fitted.values))])
        chance = np.clip(chances[which], TINY, 1 - TINY)
        found += (count / (chance * (1 - chance)))[0] * np.outer(slopes, slopes)
    return found


def _slope(fitted: FittedTower, falling: Floats, inside: Floats, at: int, which: int) -> float:
    low, high = fitted.family.bounds[at]
    values = list(fitted.values)
    step = SLOPE_STEP * max(1.0, abs(values[at]))
    ends = [float(np.clip(values[at] + sign * step, low, high)) for sign in (1, -1)]
    found = [fitted.family.chances(falling, inside, *values[:at], end, *values[at + 1 :])[which][0] for end in ends]
    return float(found[0] - found[1]) / (ends[0] - ends[1])


def _gain(best: FittedTower, second: FittedTower, falling: Floats, inside: Floats) -> Floats:
    """By throw, the expected logarithm of the likelihood of the best model over the second."""
    total = np.zeros(len(falling))
    pairs = zip(best.chances(falling, inside), second.chances(falling, inside), (falling, inside), strict=True)
    for one, other, count in pairs:
        p, q = np.clip(one, TINY, 1 - TINY), np.clip(other, 1e-6, 1 - 1e-6)
        total += count * (p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q)))
    return total
