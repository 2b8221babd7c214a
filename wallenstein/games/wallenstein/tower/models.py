"""The dice tower (T1-T4): its models and odds, and chance with a tower."""

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Final, NamedTuple, Protocol

from wallenstein.core.arithmetic import power
from wallenstein.core.chance import Chance, FreeChance, NoChance, SeededChance, Stream
from wallenstein.core.seeds import numbers

NextNumber = Callable[[], float]


class TowerModel(Protocol):
    """A model of a tower. Cubes of a colour are interchangeable, so it uses counts by colour."""

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        """The number of cubes of each colour that come out, of those falling in and those inside before."""


def binomial(count: int, chance: float) -> list[float]:
    """The distribution of the number of `count` independent events with probability `chance`."""
    return [comb(count, k) * power(chance, k) * power(1 - chance, count - k) for k in range(count + 1)]


def convolve(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """The distribution of the sum of two independent counts."""
    total = [0.0] * (len(first) + len(second) - 1)
    for i, p in enumerate(first):
        for j, q in enumerate(second):
            total[i + j] += p * q
    return total


def cumulative(weights: Sequence[float]) -> list[float]:
    """The running sums of a distribution for bisect, without the last, which is 1."""
    sums: list[float] = []
    total = 0.0
    for weight in weights[:-1]:
        total += weight
        sums.append(total)
    return sums


def steps_up_to(sums: list[float], number: float) -> int:
    """The number of ascending sums that are not above a number: `bisect_right`, quicker for few of them if compiled."""
    steps = 0
    for bound in sums:
        if number < bound:
            break
        steps += 1
    return steps


def number_within(name: str, value: float, low: float = 0.0, high: float = 1.0) -> float:
    """A parameter of a model, by default a probability."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
    return float(value)


class Sieve:
    """T2: every cube falling in comes out with one probability, every cube inside with another."""

    def __init__(self, passes: float = 2 / 3, loosens: float = 1 / 3) -> None:
        self.passes: Final = number_within("passes", passes)
        self.loosens: Final = number_within("loosens", loosens)
        self.rows: Final[list[list[list[float]]]] = []  # by cubes falling in, then by cubes inside
        self.most = -1  # the most cubes of a colour in the tables
        self.tabulate(15)

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        rows, out = self.rows, inside[:]
        for colour, stuck in enumerate(inside):
            thrown = falling[colour]
            if thrown > self.most or stuck > self.most:
                self.tabulate(2 * max(thrown, stuck))
            out[colour] = steps_up_to(rows[thrown][stuck], random())
        return out

    def tabulate(self, most: int) -> None:
        """Makes the tables for up to `most` cubes of a colour falling in and inside."""
        self.most = most
        self.rows.clear()
        thrown = [1.0]
        for _ in range(most + 1):
            total, row = thrown, []
            for _ in range(most + 1):
                row.append(cumulative(total))
                total = convolve(total, (1 - self.loosens, self.loosens))
            self.rows.append(row)
            thrown = convolve(thrown, (1 - self.passes, self.passes))


class OpenTower:
    """T3: nothing stays inside."""

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        return [thrown + stuck for thrown, stuck in zip(falling, inside, strict=True)]


class BinomialTower:
    """Draws how many of some cubes an event befalls, from tables that are made once."""

    def __init__(self) -> None:
        self.tables: Final[dict[tuple[int, float], list[float]]] = {}

    def draw(self, random: NextNumber, count: int, chance: float) -> int:
        if count == 0:
            return 0
        key = (count, chance)
        table = self.tables.get(key)
        if table is None:
            table = self.tables[key] = cumulative(binomial(count, chance))
        return steps_up_to(table, random())


class Baffles(BinomialTower):
    """T3: two holed floors. A floor catches a passing cube with probability `catch`; every cube that
    passes a floor knocks each cube lying there loose with probability `knock`.

    Where a cube inside lies is not remembered between throws: it is on the upper floor with the
    probability that a caught cube was caught there, 1 / (2 - catch).
    """

    def __init__(self, catch: float = 0.2, knock: float = 0.05) -> None:
        super().__init__()
        self.catch: Final = number_within("catch", catch)
        self.knock: Final = number_within("knock", knock)

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        upper = 1 / (2 - self.catch)
        lying_above = [self.draw(random, stuck, upper) for stuck in inside]
        loose = 1 - power(1 - self.knock, sum(falling))  # exact: ints
        passing = [
            self.draw(random, thrown, 1 - self.catch) + self.draw(random, above, loose)
            for thrown, above in zip(falling, lying_above, strict=True)
        ]
        loose = 1 - power(1 - self.knock, sum(passing))  # exact: ints
        return [
            self.draw(random, through, 1 - self.catch) + self.draw(random, stuck - above, loose)
            for through, stuck, above in zip(passing, inside, lying_above, strict=True)
        ]


class Ledges(BinomialTower):
    """T3: floors with room for some cubes, so the effect of a throw depends on the number of cubes.

    One cube after the other falls: it is caught with probability `catch`, on one of `places` places. If a cube lies
    there, both fall on. A throw of few cubes loosens little, one of many loosens most of what lies inside, and after
    many about half of the places are taken. Each cube is drawn by itself, with the chances of the mean course.
    """

    def __init__(self, places: float = 10.0, catch: float = 0.5) -> None:
        super().__init__()
        self.places: Final = number_within("places", places, 1.0, 1000.0)
        self.catch: Final = number_within("catch", catch)
        self.courses: Final[dict[tuple[int, int], tuple[float, float]]] = {}

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        there = (sum(falling), sum(inside))  # exact: ints
        course = self.courses.get(there)
        if course is None:
            course = self.courses[there] = self.course(*there)
        passes, loosens = course
        return [
            self.draw(random, thrown, passes) + self.draw(random, stuck, loosens)
            for thrown, stuck in zip(falling, inside, strict=True)
        ]

    def course(self, falling: int, inside: int) -> tuple[float, float]:
        """The probabilities to come out of a cube thrown in, and of one that was inside."""
        hit = self.catch / self.places  # probability that a falling cube hits a certain place
        lying, resting = float(inside), 0.0  # cubes inside, and those of them that were just thrown in
        old = 1.0  # probability that a cube from before still lies there
        for _ in range(falling):
            taken = min(1.0, lying / self.places)
            caught = self.catch * (1 - taken)
            resting = resting * (1 - hit) + caught
            lying += caught - self.catch * taken
            old *= 1 - hit
        return (1 - resting / falling if falling else 1.0), 1 - old


# The packaged models by name; the parameters of their constructors are their options.
TOWERS: Final[dict[str, Callable[..., TowerModel]]] = {
    "sieve": Sieve,
    "open": OpenTower,
    "baffles": Baffles,
    "ledges": Ledges,
}
TYPICAL_THROW: Final = 12  # cubes in one throw, for models that depend on it


class TowerOdds(NamedTuple):
    """The probabilities to come out of a cube thrown in, and of one that was inside."""

    passes: float = 2 / 3
    loosens: float = 1 / 3


def odds_of(tower: TowerModel) -> TowerOdds:
    """The odds of the sieve (T2) that is most like a tower; its own for a sieve."""
    if isinstance(tower, Sieve):
        return TowerOdds(tower.passes, tower.loosens)
    if isinstance(tower, OpenTower):
        return TowerOdds(1.0, 1.0)
    if isinstance(tower, Baffles):
        clear = 1 - tower.catch
        upper = 1 / (2 - tower.catch)
        knocked = 1 - power(1 - tower.knock, TYPICAL_THROW)
        return TowerOdds(clear * clear, upper * knocked * clear + (1 - upper) * knocked)
    if isinstance(tower, Ledges):
        passes, loosens = tower.course(TYPICAL_THROW, round(tower.places / 2))
        return TowerOdds(passes, loosens)
    return TowerOdds()


# Chance with a tower, besides its draws.


class TowerChance(Chance, Protocol):
    """Answers every question that the rules of Wallenstein leave to chance."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        """The number of cubes of each colour that come out of the tower."""


class SeededTowerChance(SeededChance):
    """Chance from one seed; throws have a stream of their own."""

    def __init__(self, seed: int, streams: Mapping[str, str]) -> None:
        super().__init__(seed, streams)
        self.tower: Stream = numbers(seed, "chance", "tower")

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        return tower.drop(self.tower, falling, inside)


class FreeTowerChance(FreeChance):
    """Chance from any generator, for samples and searches."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        return tower.drop(self.random, falling, inside)


class NoTowerChance(NoChance):
    """The chance of a copy made without any."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        raise RuntimeError("this copy has no chance to throw with; pass one to copy(chance)")
