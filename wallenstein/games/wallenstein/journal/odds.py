"""The odds of a battle or revolt before its throw, as the tower's model has them: exact where it is a sieve (T2)."""

from functools import lru_cache
from typing import Final

from wallenstein.games.wallenstein.advice.odds import coming_out
from wallenstein.games.wallenstein.tower.models import TowerOdds, convolve

DIGITS: Final = 2


@lru_cache(maxsize=1 << 15)
def chance_of_more(
    sieve: TowerOdds, own: tuple[int, int], other: tuple[int, int], peasants: tuple[int, int] = (0, 0)
) -> float:
    """How likely more own cubes come out than of the two against them; each has cubes thrown in, and cubes inside."""
    against = _together(sieve, other, peasants)
    chance = behind = 0.0
    for count, weight in enumerate(coming_out(sieve, *own)):
        chance += weight * behind  # of fewer against them
        if count < len(against):
            behind += against[count]
    return round(chance, DIGITS)


@lru_cache(maxsize=1 << 14)
def _together(sieve: TowerOdds, other: tuple[int, int], peasants: tuple[int, int]) -> tuple[float, ...]:
    """The distribution of how many cubes of two colours come out."""
    return tuple(convolve(coming_out(sieve, *other), coming_out(sieve, *peasants)))
