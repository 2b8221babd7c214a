"""When a tournament ends that is played until all win shares are known: looked up in results that are all there."""

from bisect import bisect_left

import numpy as np

from wallenstein.stats.betting import ConfidenceSequence
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.results import Results
from wallenstein.stats.standings import Placings


def blocks_until(results: Results, precision: float) -> int | None:
    """After how many blocks every win share is known that well; None if all of them are too few."""
    placings, shape = Placings.of(results), (results.block_count, len(results.names))
    place = placings.block * shape[1] + placings.entrant
    wins, seats = (
        np.bincount(place, values, shape[0] * shape[1]).reshape(shape)
        for values in (placings.win / placings.parts, np.ones(len(place)))
    )

    def known(blocks: int) -> bool:
        for bot in np.flatnonzero(seats.any(axis=0)):
            there = seats[:blocks, bot] > 0
            shares = ConfidenceSequence(1 - CONFIDENCE)
            shares.add((wins[:blocks, bot][there] / seats[:blocks, bot][there]).tolist())
            if not there.any() or np.ptp(shares.interval) > 2 * precision:
                return False
        return True

    if not known(results.block_count):
        return None
    return bisect_left(range(results.block_count), True, key=known)
