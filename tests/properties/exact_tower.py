"""What a tower should do, counted cube by cube and case by case, and how far what it does is from that."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from math import comb, sqrt
from typing import Final

from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.tower.models import TowerModel

Counts = tuple[int, ...]
Distribution = dict[Counts, float]

LIMIT: Final = 5.0  # standard deviations: chance alone goes beyond once in 1.7 million
EXPECTED: Final = 8.0  # cases rarer than so many times are counted together


def sieve_exact(passes: float, loosens: float, falling: Counts, inside: Counts) -> Distribution:
    """T2: every cube for itself."""
    found: Distribution = {}
    for out in product(*(range(f + i + 1) for f, i in zip(falling, inside, strict=True))):
        chance = 1.0
        for total, fall, stuck in zip(out, falling, inside, strict=True):
            chance *= sum(
                comb(fall, k) * passes**k * (1 - passes) ** (fall - k)
                * comb(stuck, total - k) * loosens ** (total - k) * (1 - loosens) ** (stuck - total + k)
                for k in range(max(0, total - stuck), min(fall, total) + 1)
            )  # fmt: skip
        found[out] = chance
    return found


def baffles_exact(catch: float, knock: float, falling: Counts, inside: Counts) -> Distribution:
    """T3, two floors: every cube's whole way is followed, one case after the other."""
    cubes = [(colour, False) for colour, n in enumerate(falling) for _ in range(n)]
    cubes += [(colour, True) for colour, n in enumerate(inside) for _ in range(n)]
    found: Distribution = {}
    upper = 1 / (2 - catch)
    lying = [i for i, (_, was_inside) in enumerate(cubes) if was_inside]
    for places in product((True, False), repeat=len(lying)):
        above = {cube for cube, up in zip(lying, places, strict=True) if up}
        below = set(lying) - above
        share = upper ** len(above) * (1 - upper) ** len(below)
        follow(cubes, above, below, share, catch, knock, found)
    return found


def follow(
    cubes: Sequence[tuple[int, bool]],
    above: set[int],
    below: set[int],
    share: float,
    catch: float,
    knock: float,
    found: Distribution,
) -> None:
    """Both floors, for one way that the cubes inside may lie."""
    thrown = [i for i, (_, was_inside) in enumerate(cubes) if not was_inside]
    hit = 1 - (1 - knock) ** len(thrown)
    first = [*thrown, *sorted(above)]
    for moves in product((True, False), repeat=len(first)):
        chance = share
        for cube, moved in zip(first, moves, strict=True):
            odds = hit if cube in above else 1 - catch
            chance *= odds if moved else 1 - odds
        passing = [cube for cube, moved in zip(first, moves, strict=True) if moved]
        hit_below = 1 - (1 - knock) ** len(passing)
        second = [*passing, *sorted(below)]
        for falls in product((True, False), repeat=len(second)):
            last = chance
            out = Counter[int]()
            for cube, fell in zip(second, falls, strict=True):
                odds = hit_below if cube in below else 1 - catch
                last *= odds if fell else 1 - odds
                out[cubes[cube][0]] += fell
            key = tuple(out[colour] for colour in range(1 + max(colour for colour, _ in cubes)))
            found[key] = found.get(key, 0.0) + last


def observe(tower: TowerModel, falling: Counts, inside: Counts, throws: int, seed: int) -> Counter[Counts]:
    """What came out, so many times."""
    random = stream(seed, "tower").random
    return Counter(tuple(tower.drop(random, list(falling), list(inside))) for _ in range(throws))


def deviation(observed: Counter[Counts], exact: Distribution) -> float:
    """How far the observed are from the exact frequencies: of the whole, and of each colour's mean."""
    throws = observed.total()
    assert set(observed) <= {out for out, chance in exact.items() if chance > 0}
    assert abs(sum(exact.values()) - 1) < 1e-9
    worst = abs(chi_square(observed, exact, throws))
    for colour in range(len(next(iter(exact)))):
        worst = max(worst, abs(mean_deviation(observed, exact, throws, lambda out, c=colour: out[c])))  # type: ignore[misc]
    return max(worst, abs(mean_deviation(observed, exact, throws, sum)))


def chi_square(observed: Counter[Counts], exact: Distribution, throws: int) -> float:
    """Chi square in standard deviations (Wilson and Hilferty), rare cases together."""
    common = [out for out, chance in exact.items() if chance * throws >= EXPECTED]
    pairs = [(observed[out], exact[out] * throws) for out in common]
    rare = throws - sum(expected for _, expected in pairs)
    if rare >= EXPECTED:
        pairs.append((throws - sum(seen for seen, _ in pairs), rare))
    freedom = len(pairs) - 1
    if freedom == 0:
        return 0.0
    square = sum((seen - expected) ** 2 / expected for seen, expected in pairs)
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def mean_deviation(
    observed: Counter[Counts], exact: Distribution, throws: int, value: Callable[[Counts], float]
) -> float:
    """How many standard deviations the observed mean of a value is from the exact one."""
    mean = sum(chance * value(out) for out, chance in exact.items())
    variance = sum(chance * (value(out) - mean) ** 2 for out, chance in exact.items())
    seen = sum(count * value(out) for out, count in observed.items()) / throws
    return (seen - mean) / sqrt(variance / throws) if variance else 0.0
