"""The maximal lottery of a run, with 95 % intervals: `python examples/lottery.py quickstart`.

The mixture of bots that no single bot finishes ahead of more often than behind; see docs/statistics.md.
"""

import sys
from typing import Any

import numpy as np
from scipy.optimize import linprog

from wallenstein.analysis import load


def meetings(run: str) -> tuple[list[str], Any]:
    """The bots; by seed and pair, how often the first was ahead less how often behind, and how often they met."""
    seats = load(run).read("seats", ["game", "seed", "bot", "rank"])
    names, bot = np.unique(seats["bot"].astype(str), return_inverse=True)
    seed = np.unique(seats["seed"], return_inverse=True)[1]
    rows = seats.assign(bot=bot, seed=seed, rank=seats["rank"].astype(int))
    pairs = rows.merge(rows, on=["game", "seed"])
    found = np.zeros((2, seed.max() + 1, len(names), len(names)))
    place = tuple(pairs[column] for column in ("seed", "bot_x", "bot_y"))
    np.add.at(found[0], place, np.sign(pairs["rank_y"] - pairs["rank_x"]))
    np.add.at(found[1], place, 1)
    return names.tolist(), found


def lottery(ahead: Any, met: Any) -> Any:
    """The part of each bot."""
    lead = ahead.sum(axis=0) / np.maximum(met.sum(axis=0), 1)
    limits = np.column_stack([-lead.T, np.ones(len(lead))])  # it is this far ahead of each, at least
    parts = np.append(np.ones(len(lead)), 0)
    bounds = [(0, 1)] * len(lead) + [(None, None)]
    return np.asarray(linprog(parts - 1, limits, np.zeros(len(lead)), [parts], [1.0], bounds).x)[:-1]


def main(run: str) -> None:
    names, found = meetings(run)
    rng, seeds = np.random.default_rng(1), found.shape[1]
    draws = [lottery(*found[:, rng.choice(seeds, seeds)]) for _ in range(200)]
    ends = np.quantile(draws, [0.025, 0.975], axis=0)
    for name, part, low, high in zip(names, lottery(*found), *ends, strict=True):
        print(f"{name} {part:.0%} ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main(sys.argv[1])
