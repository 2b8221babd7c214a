"""What ladders find, and how often they are wrong: `python -m tests.tourney.formats.ladders 20`.

Bots have strengths from a normal distribution, or are equal in pairs; a game repeats the luck of its block with a
chance of 0.25. Beside each ladder stands a balanced sample with as many games.
"""

import sys
from typing import NamedTuple

import numpy as np

from wallenstein.stats.results import Floats, Results
from wallenstein.stats.strength import joint_strengths
from wallenstein.tourney.expectation import LUCK, plausible, simulated, simulated_rounds
from wallenstein.tourney.formats.ladder import PRIOR, Ladder, LadderOrder
from wallenstein.tourney.formats.sample import Sample


class Found(NamedTuple):
    """How a ladder ended."""

    games: int
    open: int
    wrong: int
    open_of_sample: int


def wrong_in(ladder: Ladder, strength: Floats, standing: LadderOrder) -> int:
    """How many pairs of neighbours are decided wrongly."""
    unsettled = {*standing.open, *standing.level}
    joined = zip(standing.order, standing.order[1:], strict=False)
    ordered = [(a, b) for a, b in joined if not any((pair.better, pair.worse) == (a, b) for pair in unsettled)]
    too_unlike = [pair for pair in standing.level if abs(strength[pair.better] - strength[pair.worse]) >= ladder.margin]
    return len(too_unlike) + sum(bool(strength[a] <= strength[b]) for a, b in ordered)


def sampled(ladder: Ladder, strength: Floats, games: int, rng: np.random.Generator) -> Results:
    """A balanced sample with so many games."""
    sample = Sample(len(strength), ladder.players, True, ladder.seed)
    seeds = -(-games // (sample.tables * ladder.players))
    tables = [(number, table) for number in range(seeds) for table in range(sample.tables)]
    rows = [(number, table, each) for number, table in tables for each in sample.seatings(number, table)][:games]
    block, table, seatings = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    return simulated(ladder.names, seatings, block, strength, LUCK, rng, block * sample.tables + table)


def tried(strength: Floats, games: int, rounds: int, margin: float, seed: int) -> Found:
    """One ladder."""
    names = [f"bot-{number}" for number in range(len(strength))]
    ladder = Ladder(names, 4, True, seed, rounds, margin)
    rng = np.random.default_rng(seed)
    results = simulated_rounds(ladder, strength, -(-games // (4 * rounds)), rng)
    end = ladder.standing(joint_strengths(results, PRIOR))
    other = ladder.standing(joint_strengths(sampled(ladder, strength, results.games, rng), PRIOR))
    return Found(results.games, len(end.open), wrong_in(ladder, strength, end), len(other.open))


def strengths_of(bots: int, alike: bool, rng: np.random.Generator) -> Floats:
    """Spread like a normal distribution, or every two the same."""
    return np.repeat(plausible(bots // 2, rng), 2) if alike else plausible(bots, rng)


def main(times: int) -> None:
    """Prints a line for each kind of field."""
    for bots, games, margin in ((6, 4000, 0.05), (12, 10_000, 0.05), (28, 20_000, 0.05), (28, 20_000, 0.1)):
        for alike in (False, True):
            rng = np.random.default_rng(bots)
            found = [tried(strengths_of(bots, alike, rng), games, 20, margin, seed) for seed in range(times)]
            mean = np.mean(found, axis=0)
            wrong = sum(each.wrong > 0 for each in found)
            kind = "pairs alike" if alike else "spread"
            print(
                f"| {bots} | {kind} | {margin} | {games:,} | {mean[0]:,.0f} | {mean[1]:.1f} | {mean[3]:.1f} "
                f"| {wrong} of {times} |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
