"""What is known about a tower: the probability that a cube comes out."""

from typing import Final, NamedTuple

from wallenstein.games.wallenstein.tower.models import Baffles, OpenTower, Sieve, TowerModel

TYPICAL_THROW: Final = 12  # cubes that fall in one throw, where a model needs to know


class TowerOdds(NamedTuple):
    """With what probability a cube thrown in comes out, and one that was inside."""

    passes: float = 2 / 3
    loosens: float = 1 / 3


def odds_of(tower: TowerModel) -> TowerOdds:
    """The odds of the sieve (T2) that is most like a tower; its own, if it is one."""
    if isinstance(tower, Sieve):
        return TowerOdds(tower.passes, tower.loosens)
    if isinstance(tower, OpenTower):
        return TowerOdds(1.0, 1.0)
    if isinstance(tower, Baffles):
        clear = 1 - tower.catch
        upper = 1 / (2 - tower.catch)
        knocked = 1 - (1 - tower.knock) ** TYPICAL_THROW
        return TowerOdds(clear * clear, upper * knocked * clear + (1 - upper) * knocked)
    return TowerOdds()
