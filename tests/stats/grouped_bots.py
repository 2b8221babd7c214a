"""How often bots are wrongly told apart, and how many games groups take: `python -m tests.stats.grouped_bots 200`.

Bots of known strengths at tables of four, where a game repeats the luck of its seed with a given chance.
"""

import sys
from math import ceil
from statistics import NormalDist

import numpy as np

from wallenstein.stats.results import Floats, Results
from wallenstein.stats.strength import JOINT_PRIOR, differences, joint_order, joint_strengths, largest_by_chance
from wallenstein.tourney.expectation import simulated

PLAYERS = 4


def sampled(strength: Floats, seeds: int, luck: float, seed: int) -> Results:
    """On each seed every bot in every seat, at tables of neighbours in a circle drawn at random."""
    rng, bots = np.random.default_rng(seed), len(strength)
    circle = np.arange(bots)[:, None] + np.arange(PLAYERS)[None, :]
    seatings = np.concatenate([rng.permutation(bots)[circle % bots] for _ in range(seeds)])
    names = [f"bot-{number}" for number in range(bots)]
    return simulated(names, seatings, np.repeat(np.arange(seeds), bots), strength, luck, rng)


def wrong_pairs(strength: Floats, results: Results) -> int:
    """The pairs that are told apart although they are equal, or in the wrong order."""
    found = joint_order(results)
    assert found is not None, "these bots are compared directly"
    of = dict(zip(results.names, strength.tolist(), strict=True))
    return sum(of[name] <= of[other] for name, others in found.beats.items() for other in others)


def groups_found(results: Results) -> list[int]:
    """The number of bots in each group, strongest first; 0 if any overlap with it."""
    found = joint_order(results)
    assert found is not None, "these bots are compared directly"
    return [0 if group.overlapping else len(group.bots) for group in found.groups]


def seeds_needed(strength: Floats, sure: float) -> int:
    """The seeds after which any simultaneous test tells all bots of different levels apart, this surely.

    Errors fall with the square root of the seeds, from those of the model after many.
    """
    many = 200
    joint = joint_strengths(sampled(strength, many, 0.0, 0), JOINT_PRIOR)
    apart = np.subtract.outer(strength, strength)
    errors = np.sqrt(many * differences(joint.covariance))
    reach = largest_by_chance(joint.covariance, np.full(len(strength), float(many)))
    beyond = reach + NormalDist().inv_cdf(1 - (1 - sure) / int((apart > 0).sum()))
    return ceil(float((beyond * errors[apart > 0] / apart[apart > 0]).max()) ** 2)


def main(times: int) -> None:
    """Prints a line for each field of equal bots, then one for bots of three levels."""
    for bots in (6, 30, 100):
        for seeds in (2, 5, 10, 40):
            for luck in (0.0, 0.25, 0.5):
                equal = np.zeros(bots)
                wrong = sum(wrong_pairs(equal, sampled(equal, seeds, luck, seed)) > 0 for seed in range(times))
                print(f"| {bots} | {seeds} | {luck} | {100 * wrong / times:.1f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
