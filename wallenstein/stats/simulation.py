"""Results of games that were never played: what a schedule can be expected to tell, and whether figures are right."""

from collections.abc import Sequence

import numpy as np

from wallenstein.stats.results import ABSENT, Floats, Ints, Results

BASE, SCALE = 25.0, 5.0  # points of the mean bot, and points for one unit of strength or luck


def simulated(
    names: Sequence[str],
    seatings: Ints,
    block: Ints,
    strengths: Floats,
    shared: float,
    rng: np.random.Generator,
    together: Ints | None = None,
) -> Results:
    """Games with these seatings, a row for each, between bots of these log strengths.

    Each game alone is exactly Plackett-Luce. With chance `shared` it repeats the luck that each bot has in games with
    the same number in `together`, by default those of its block, so that these hang together.
    """
    taken = seatings != ABSENT
    entrant = np.where(taken, seatings, 0)
    numbers, place = np.unique(block if together is None else together, return_inverse=True)
    common = rng.gumbel(size=(len(numbers), len(strengths)))[place[:, None], entrant]
    repeats = rng.random((len(seatings), 1)) < shared
    level = np.where(taken, strengths[entrant] + np.where(repeats, common, rng.gumbel(size=entrant.shape)), -np.inf)
    rank = 1 + (level[:, :, None] < level[:, None, :]).sum(axis=2)
    game, seat = np.nonzero(taken)
    score = np.round(BASE + SCALE * level[taken])
    return Results.from_rows(names, game, block[game], seat, entrant[taken], rank[taken], score)
