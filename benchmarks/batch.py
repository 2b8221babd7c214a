"""How many steps a second a batch makes, beside the rules alone and the environment of one game, in turns.

    python -m benchmarks.batch [--n 64] [--seconds 2] [--rounds 3]

Actions are random and legal, or those of a network in numpy with one layer of 256 units that answers for all seats. It
adds up the table's entries only where they are fresh, and only entries that are not 0 in some game.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
from collections.abc import Callable
from multiprocessing import get_context
from statistics import median
from time import process_time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import wallenstein
from benchmarks.environment import environment, rules_alone
from wallenstein.environment.batched import Batch

UNITS: Final = 256
SEED: Final = 1
STEPS: Final = {"wallenstein": 320, "sixteen-thirty": 722}  # of a game, about
NETWORK: Final = "batch, a network"
AGAINST: Final = "batch, against random"
MEASURED: Final = ("rules alone", "one environment", "batch", NETWORK, AGAINST)
WARM: Final = 400  # steps, until games are in all their parts


def steps_a_second(batch: Batch, seconds: float, choose: Callable[[Batch], NDArray[Any]]) -> float:
    """Of a processor; the games under way are spread over all their parts."""
    batch.reset(SEED)
    for _ in range(WARM):
        batch.step(choose(batch))
    began, steps = process_time(), 0
    while (took := process_time() - began) < seconds:
        batch.step(choose(batch))
        steps += batch.n
    return steps / took


class Network:
    """Scores actions by one layer; draws legal ones by them."""

    def __init__(self, batch: Batch, rng: np.random.Generator) -> None:
        self.rng = rng
        first = rng.standard_normal((batch.size, UNITS), np.float32) / 64
        self.table, self.question = first[: batch.split], first[batch.split :]
        self.last = rng.standard_normal((UNITS, batch.actions), np.float32) / 64
        self.sums = np.zeros((batch.n, UNITS), np.float32)  # of the table's entries
        self.edges = np.arange(batch.n + 1) * batch.actions  # where the scores of each game begin

    def __call__(self, batch: Batch) -> NDArray[Any]:
        fresh = np.flatnonzero(batch.fresh)
        if len(fresh):
            self.sums[fresh] = added_up(batch.observation[fresh, : batch.split], self.table)
        sums = self.sums + added_up(batch.observation[:, batch.split :], self.question)
        scores = np.maximum(sums, 0) @ self.last
        legal = np.flatnonzero(batch.mask.view(bool))
        starts = np.searchsorted(legal, self.edges)
        marks = np.zeros(len(legal) + 1)
        np.cumsum(np.exp(scores.reshape(-1)[legal]), out=marks[1:])
        low, high = marks[starts[:-1]], marks[starts[1:]]
        drawn = np.searchsorted(marks, low + self.rng.random(batch.n) * (high - low), side="right") - 1
        found: NDArray[np.intp] = legal[np.minimum(drawn, starts[1:] - 1)] - self.edges[:-1]  # rounding may go beyond
        return found


def added_up(entries: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """The product, without the columns that are 0 everywhere."""
    columns = np.flatnonzero(entries.max(axis=0))
    found: NDArray[Any] = entries[:, columns].astype(np.float32) @ weights[columns]
    return found


def measured(game: str, what: str, n: int, seconds: float) -> float:
    """Steps a second; made in a process of its own, where nothing else fills memory."""
    if what == "rules alone":
        rules_alone(game, 40)  # fills caches, as the steps before the others do
        return STEPS[game] * rules_alone(game, 40)
    if what == "one environment":
        environment(game, 5)
        return environment(game, 20)[0]
    rng = np.random.default_rng(SEED)
    batch = wallenstein.batch(n, game=game, rivals=("random",) * 3 if what == AGAINST else None)
    return steps_a_second(batch, seconds, Network(batch, rng) if what == NETWORK else lambda batch: batch.draw(rng))


def main() -> None:
    """Prints a line for each game: medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--n", type=int, default=64, help="how many games are side by side")
    parser.add_argument("--seconds", type=float, default=2, help="how long each plays in a round")
    parser.add_argument("--rounds", type=int, default=3, help="how often they take turns")
    chosen = parser.parse_args()
    for game in STEPS:
        found: dict[str, list[float]] = {what: [] for what in MEASURED}
        for _ in range(chosen.rounds):
            for what, speeds in found.items():
                with get_context("fork").Pool(1) as pool:
                    speeds.append(pool.apply(measured, (game, what, chosen.n, chosen.seconds)))
        print(game, ", ".join(f"{what} {median(speeds):,.0f}" for what, speeds in found.items()), "steps a second")


if __name__ == "__main__":
    main()
