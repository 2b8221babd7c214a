"""Error rates and lengths of the sequential test. `python -m tests.stats.duels` prints the documented table."""

import sys
from math import log

import numpy as np

from wallenstein.stats.betting import BettingTest, Verdict
from wallenstein.stats.results import Floats

HYPOTHESES = [(0.25, 0.30), (0.5, 0.55), (0.5, 0.6), (0.7, 0.8), (0.05, 0.10), (0.85, 0.9), (0.9, 0.95)]


def duel_scores(share: float, blocks: int, rng: np.random.Generator, rotations: int = 4) -> Floats:
    """Shares of wins per block, with half of the games repeating the luck of their block."""
    common, own = rng.random((blocks, 1)) < share, rng.random((blocks, rotations)) < share
    return np.asarray(np.where(rng.random((blocks, rotations)) < 0.5, common, own).mean(axis=1))


def verdicts(bounds: tuple[float, float], truth: float, duels: int) -> list[Verdict]:
    """How that many duels ended, each of at most 3000 blocks of four games with shared luck."""
    rng = np.random.default_rng(3)
    return [BettingTest(*bounds).update(duel_scores(truth, 3000, rng).tolist()) for _ in range(duels)]


def walds_blocks(bounds: tuple[float, float], truth: float, duels: int) -> list[int]:
    """How long Wald's likelihood ratio test takes, which is given the true spread of blocks and is normal."""
    (s0, s1), rng, found = bounds, np.random.default_rng(3), list[int]()
    for _ in range(duels):
        scores = duel_scores(truth, 3000, rng)
        evidence = np.cumsum((s1 - s0) * (scores - (s0 + s1) / 2)) / scores.var()
        over = np.flatnonzero(np.abs(evidence) >= log(0.95 / 0.05))
        found.append(int(over[0]) + 1 if len(over) else len(scores))
    return found


def fixed_blocks(bounds: tuple[float, float]) -> float:
    """The blocks of a test that looks once, at the end, with the same errors of 5 %."""
    spread = duel_scores(sum(bounds) / 2, 50_000, np.random.default_rng(3)).std()
    return float((2 * 1.645 * spread / (bounds[1] - bounds[0])) ** 2)


def main(duels: int) -> None:
    """Print a row for each pair of hypotheses."""
    for s0, s1 in HYPOTHESES:
        low, high = (verdicts((s0, s1), truth, duels) for truth in (s0, s1))
        wrong = [sum(v.decision == end for v in found) / duels for found, end in ((low, "H1"), (high, "H0"))]
        blocks = np.mean([v.blocks for v in low + high])
        wald = np.mean([walds_blocks((s0, s1), truth, duels) for truth in (s0, s1)])
        rates = f"{100 * wrong[0]:.1f} % | {100 * wrong[1]:.1f} %"
        print(
            f"| {s0:.2f} | {s1:.2f} | {rates} | {blocks:.0f} | {wald:.0f} | {fixed_blocks((s0, s1)):.0f} |", flush=True
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
