"""The odds of a battle or revolt before its throw, as the tower's model has them: exact where it is a sieve (T2)."""

from functools import lru_cache
from typing import Final

from wallenstein.games.wallenstein.advice.odds import coming_out
from wallenstein.games.wallenstein.tower.models import TowerOdds, convolve

DIGITS: Final = 2
MOST: Final = 1 << 15  # of the odds of one tower that are remembered
CUBES: Final = 1 << 10  # more than there are ever of one colour


class Odds:
    """The odds of one tower. The same cubes meet again and again, so they are remembered by a number for all counts."""

    def __init__(self, sieve: TowerOdds) -> None:
        self.sieve = sieve
        self.known: dict[int, float] = {}

    def of_more(
        self, own: int, own_inside: int, other: int, other_inside: int, peasants: int, peasants_inside: int
    ) -> float:
        """How likely more own cubes come out than of the other two; of each, those thrown in and those inside."""
        key = ((((own * CUBES + own_inside) * CUBES + other) * CUBES + other_inside) * CUBES + peasants) * CUBES
        key += peasants_inside
        chance = self.known.get(key)
        if chance is None:
            if len(self.known) >= MOST:
                self.known.clear()
            chance = chance_of_more(self.sieve, (own, own_inside), (other, other_inside), (peasants, peasants_inside))
            self.known[key] = chance
        return chance


@lru_cache(maxsize=8)
def odds_of(sieve: TowerOdds) -> Odds:
    """The odds of this tower, which remember."""
    return Odds(sieve)


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
