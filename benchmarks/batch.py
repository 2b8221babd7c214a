"""How many steps a second a batch makes, beside the rules alone and the environment of one game, in turns.

    python -m benchmarks.batch [--n 64] [--seconds 2] [--rounds 3]

Actions are random and legal, or those of a network in numpy with one layer of 256 units that answers for all seats. It
adds up the table's entries only where they are fresh, and only entries that are not 0 in some game.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
from collections.abc import Callable
from functools import partial
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


def rules_steps(game: str, per_game: int) -> float:
    return per_game * rules_alone(game, 40)


def env_steps(game: str) -> float:
    return environment(game, 20)[0]


def at_random(rng: np.random.Generator, batch: Batch) -> NDArray[Any]:
    return batch.draw(rng)


def main() -> None:
    """Prints a line for each game: medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--n", type=int, default=64, help="how many games are side by side")
    parser.add_argument("--seconds", type=float, default=2, help="how long each plays in a round")
    parser.add_argument("--rounds", type=int, default=3, help="how often they take turns")
    chosen = parser.parse_args()
    for game, per_game in (("wallenstein", 320), ("sixteen-thirty", 722)):  # steps of a game, about
        rng = np.random.default_rng(SEED)
        batch = wallenstein.batch(chosen.n, game=game)
        rivals = wallenstein.batch(chosen.n, game=game, rivals=("random", "random", "random"))
        network = Network(batch, rng)
        measured: dict[str, Callable[[], float]] = {
            "rules alone": partial(rules_steps, game, per_game),
            "one environment": partial(env_steps, game),
            "batch": partial(steps_a_second, batch, chosen.seconds, partial(at_random, rng)),
            "batch, a network": partial(steps_a_second, batch, chosen.seconds, network),
            "batch, against random": partial(steps_a_second, rivals, chosen.seconds, partial(at_random, rng)),
        }
        found: dict[str, list[float]] = {name: [] for name in measured}
        for _ in range(chosen.rounds):
            for name, measure in measured.items():
                found[name].append(measure())
        print(game, ", ".join(f"{name} {median(speeds):,.0f}" for name, speeds in found.items()), "steps a second")


if __name__ == "__main__":
    main()
