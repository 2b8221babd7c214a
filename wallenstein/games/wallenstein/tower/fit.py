"""Fits the models of the tower to recorded throws by maximum likelihood.

A model gives each cube's chance to come out, from the numbers of falling cubes and of those inside; cubes are then
independent. That is exact for `sieve`, `open` and `ledges`, and very nearly so for `baffles`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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
