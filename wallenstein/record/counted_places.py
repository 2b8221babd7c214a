"""Places as tournaments count them, for every game alike: a seat that was benched finishes behind all that were not."""

from collections.abc import Sequence
from typing import NamedTuple

from wallenstein.core.game import Placing


class CountedPlace(NamedTuple):
    """The rank that counts, 1 is best, and the share of the win."""

    rank: int
    win: float


def counted_places(result: Sequence[Placing], benched: Sequence[bool]) -> list[CountedPlace]:
    """By seat. Seats keep the game's own order among those that were benched, and among those that were not."""
    keys = [(out, place.rank) for place, out in zip(result, benched, strict=True)]
    winners = keys.count(min(keys))
    ranks = [1 + sum(other < key for other in keys) for key in keys]
    return [CountedPlace(rank, 1 / winners if rank == 1 else 0.0) for rank in ranks]
