"""Error rates and lengths of the sequential test. `python -m tests.stats.duels` prints the documented table."""

import sys

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


def main(duels: int) -> None:
    """Print a row for each pair of hypotheses."""
    for s0, s1 in HYPOTHESES:
        low, high = (verdicts((s0, s1), truth, duels) for truth in (s0, s1))
        wrong = [sum(v.decision == end for v in found) / duels for found, end in ((low, "H1"), (high, "H0"))]
        blocks = np.mean([v.blocks for v in low + high])
        print(f"{s0} {s1} {100 * wrong[0]:.1f} % {100 * wrong[1]:.1f} % {blocks:.0f} blocks")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
