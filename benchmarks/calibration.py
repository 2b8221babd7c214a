"""How often do seats win that have this chance by the forecast? In fresh games of bots that it was not fitted to.

`python -m benchmarks.calibration sixteen-thirty` prints the table of docs/report.md: means by tenths, and half of the
95 % interval, from sums by game, because the positions of a game belong together. `--jobs 2` plays in two processes.
"""

import argparse
from collections.abc import Iterable, Sequence
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from benchmarks.chances import chances_of, play_sample
from wallenstein.bots.entrants import Entrant, entrant
from wallenstein.core.search.fitting import FitSample
from wallenstein.core.seeds import derive
from wallenstein.pages.chances import softmax

GAMES: Final = 150
SEED: Final = 99
POOLS: Final[dict[str, Sequence[tuple[str, dict[str, Any]]]]] = {
    "wallenstein": (("envoy", {}), ("random", {})),
    "sixteen-thirty": (("chancellor", {"playouts": 2}), ("chancellor", {"playouts": 8})),
}
Z: Final = 1.96


class Tenth(NamedTuple):
    """Chances to win between two tenths: how many, their mean, the share of them that won, and half its interval."""

    chances: int
    predicted: float
    won: float
    within: float


def pool_of(game: str) -> tuple[Entrant, ...]:
    return tuple(entrant(name, options) for name, options in POOLS[game])


def played(game: str, games: int = GAMES, seed: int = SEED, jobs: int = 1) -> list[list[FitSample]]:
    """Some positions of each game, and its result; the same with any number of processes."""
    play = partial(play_sample, game, pool_of(game))
    seeds = [derive(seed, "chances", number) for number in range(games)]
    if jobs == 1:
        return list(map(play, seeds))
    with get_context("fork").Pool(jobs) as workers:
        return workers.map(play, seeds, chunksize=1)


def calibration(game: str, games: Iterable[Sequence[FitSample]]) -> list[Tenth]:
    """Predicted against won, by tenths."""
    chances = chances_of(game)
    sums = [[0.0, 0.0, 0.0, 0.0] for _ in range(10)]  # chances, predicted, won, squares of what a game is off
    for samples in games:
        off = [0.0] * 10
        for sample in samples:
            predicted = softmax(chances.scores_at(sample.stage + 0.5, sample.group, sample.rows))
            for chance, won in zip(predicted, sample.won, strict=True):
                tenth = min(9, int(10 * chance))
                off[tenth] += won - chance
                sums[tenth][:3] = [a + b for a, b in zip(sums[tenth], (1.0, chance, won), strict=False)]
        for tenth, value in enumerate(off):
            sums[tenth][3] += value * value
    return [Tenth(int(n), p / max(1, n), w / max(1, n), Z * sqrt(squares) / max(1, n)) for n, p, w, squares in sums]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=POOLS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    tenths = calibration(chosen.game, played(chosen.game, chosen.games, chosen.seed, chosen.jobs))
    print(f"| predicted | {' | '.join(f'{100 * tenth.predicted:.1f} %' for tenth in tenths)} |")
    print(f"|{' --- |' * 11}")
    print(f"| won | {' | '.join(f'{100 * tenth.won:.1f} %' for tenth in tenths)} |")
    print(f"| ± | {' | '.join(f'{100 * tenth.within:.1f} %' for tenth in tenths)} |")
    print(f"| seats | {' | '.join(f'{tenth.chances:,}' for tenth in tenths)} |")


if __name__ == "__main__":
    main()
