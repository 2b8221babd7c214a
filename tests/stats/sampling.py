"""How often 95 % intervals hold the truth in the format `sample`: `python -m tests.stats.sampling 200`."""

import sys
from itertools import combinations

import numpy as np

from tests.stats.coverage import holds
from wallenstein.stats.results import Floats
from wallenstein.stats.standings import standings
from wallenstein.stats.strength import strengths
from wallenstein.tourney.expectation import BASE, SCALE, simulated
from wallenstein.tourney.formats.sample import Sample

BOTS, PLAYERS = 30, 4
LEVELS: Floats = np.linspace(1.5, -2.0, BOTS)
NAMES = [f"bot-{number}" for number in range(BOTS)]


def truths() -> dict[str, Floats]:
    """What infinitely many games at random tables would show of each bot."""
    tables = np.array(list(combinations(range(BOTS), PLAYERS)))
    worth = np.exp(LEVELS[tables])
    beaten = (worth[:, None, :] / (worth[:, None, :] + worth[:, :, None])).sum(axis=2) + 0.5  # its mean rank
    games = np.bincount(tables.ravel(), minlength=BOTS)
    return {
        "win share": np.bincount(tables.ravel(), (worth / worth.sum(axis=1, keepdims=True)).ravel(), BOTS) / games,
        "rank": np.bincount(tables.ravel(), beaten.ravel(), BOTS) / games,
        "score": BASE + SCALE * (LEVELS + np.euler_gamma),
        "strength": LEVELS - LEVELS.mean(),
    }


def hits(seeds: int, shared: float, seed: int) -> dict[str, list[bool]]:
    """Plays one tournament, and says for each kind of figure which intervals hold."""
    drawn = Sample(BOTS, PLAYERS, True, seed)
    games = [game for number in range(seeds) for table in range(drawn.tables) for game in drawn.seatings(number, table)]
    block = np.repeat(np.arange(seeds), drawn.tables * PLAYERS)
    results = simulated(NAMES, np.array(games), block, LEVELS, shared, np.random.default_rng(seed))
    right, table, fitted = truths(), standings(results), strengths(results)
    found = {
        "win share": [row.win_share for row in table],
        "rank": [row.rank for row in table],
        "score": [row.score for row in table],
        "strength": [row.strength for row in fitted],
    }
    return {
        kind: [holds(each, truth) for each, truth in zip(intervals, right[kind], strict=True)]
        for kind, intervals in found.items()
    }


def coverage(seeds: int, shared: float, tournaments: int) -> dict[str, Floats]:
    """For each kind of figure the share of tournaments in which the interval of each bot holds the truth."""
    every = [hits(seeds, shared, seed) for seed in range(tournaments)]
    return {kind: np.mean([one[kind] for one in every], axis=0) for kind in every[0]}


def main(tournaments: int) -> None:
    """Prints the coverage in percent: over all bots, and that of the bots where it is lowest and highest."""
    for shared in (0.0, 0.5):
        for seeds in (4, 13, 25, 50):
            found = coverage(seeds, shared, tournaments)
            cells = [
                f"{kind} {100 * share.mean():.1f} ({100 * share.min():.1f}-{100 * share.max():.1f})"
                for kind, share in found.items()
            ]
            print(f"luck {shared}, {seeds:3} seeds, {8 * seeds:3} games a bot: " + ", ".join(cells), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
