"""How often 95 % intervals hold the truth. `python -m tests.stats.coverage` prints the table of the documentation."""

import sys

import numpy as np

from tests.stats.simulate import World, chance_to_beat
from wallenstein.core.reports import Estimate
from wallenstein.stats.summary import summary

LADDER = World((1.2, 0.6, 0.1, -0.3, -1.6), shared=0.5)
LONERS = World((1.2, 0.6, 0.1, -0.3, -1.6), shared=0.0)
CHAIRS = World((0.0, 0.0, 0.0, 0.0, 0.0), shared=0.5, seats=(0.4, 0.1, -0.1, -0.4))


def holds(interval: Estimate, truth: float) -> bool:
    """Whether the interval exists and has the truth inside."""
    return interval.low is not None and interval.high is not None and interval.low <= truth <= interval.high


def hits(world: World, blocks: int, rng: np.random.Generator) -> dict[str, list[bool]]:
    """Play one tournament, and say for each kind of figure which intervals hold."""
    found = summary(world.play(blocks, rng))
    place = {name: i for i, name in enumerate(world.names)}
    if world.seats:
        truths = world.seat_truths()
        everyone = [effect for effect in found.seats if effect.entrant is None]
        return {
            "seat win share": [holds(e.win_share, truths["seat win share"][e.seat]) for e in everyone],
            "seat lead": [holds(e.lead, truths["seat lead"][e.seat]) for e in everyone],
        }
    truths = world.truths()
    bots = sorted(found.entrants, key=lambda e: place[e.name])
    strengths = world.strengths
    return {
        "win share": [holds(e.win_share, truths["win share"][i]) for i, e in enumerate(bots)],
        "rank": [holds(e.rank, truths["rank"][i]) for i, e in enumerate(bots)],
        "score": [holds(e.score, truths["score"][i]) for i, e in enumerate(bots)],
        "strength": [holds(e.strength, truths["strength"][i]) for i, e in enumerate(bots)],
        "pair": [
            holds(p.share, chance_to_beat(strengths[place[p.name]], strengths[place[p.other]]))
            for p in found.pairs
            if p.name < p.other
        ],
    }


def coverage(world: World, blocks: int, tournaments: int, seed: int) -> dict[str, np.ndarray]:
    """For each kind of figure the share of tournaments in which each interval holds the truth."""
    rng = np.random.Generator(np.random.PCG64(seed))
    all_hits = [hits(world, blocks, rng) for _ in range(tournaments)]
    return {kind: np.mean([h[kind] for h in all_hits], axis=0) for kind in all_hits[0]}


def main(tournaments: int) -> None:
    """Print coverage in percent for tournaments from 5 to 400 blocks, over all bots and (worst) for each."""
    for title, world in (("shared luck", LADDER), ("no shared luck", LONERS), ("seats", CHAIRS)):
        print(f"\n{title}: {tournaments} tournaments for each number of blocks")
        for blocks in (5, 10, 20, 30, 50, 100, 400):
            found = coverage(world, blocks, tournaments, seed=blocks)
            cells = [
                f"{kind} {100 * share.mean():.1f} ({100 * share.min():.1f}-{100 * share.max():.1f})"
                for kind, share in found.items()
            ]
            print(f"{blocks:4} blocks: " + ", ".join(cells), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
