"""Fits forecasts to games: weights that predict the final points, and how surely points decide the winner."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import numpy as np

from wallenstein.core.game import Placing

RIDGE: Final = 4.0  # how much a weight counts against the fit
HOTTEST: Final = 5.0  # upper limit: in a few games the points may always decide


class FitSample(NamedTuple):
    """One table: the stage of the game, features by seat, and each seat's final points and share of the win."""

    stage: int
    rows: list[list[int]]
    points: list[float]
    won: list[float]


class Fit(NamedTuple):
    """Weights by feature, how surely points decide, the mean loss of the chances to win, the number of samples."""

    weights: dict[str, float]
    heat: float
    loss: float
    samples: int


def samples_when_over(seen: Iterable[tuple[int, list[list[int]]]], result: Sequence[Placing]) -> list[FitSample]:
    """Samples of one game at some stages, with its end; tied winners share the win."""
    first = [float(place.rank == 1) for place in result]
    won = [share / sum(first) for share in first]  # exact: ones and zeros
    points = [float(place.score) for place in result]
    return [FitSample(stage, rows, points, won) for stage, rows in seen]


def samples_of(play: Callable[[int], Sequence[FitSample]], seeds: Sequence[int], jobs: int) -> Iterator[FitSample]:
    """The samples of a game for each seed; the same with any number of processes."""
    if jobs == 1:
        yield from chain.from_iterable(map(play, seeds))
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from chain.from_iterable(pool.imap(play, seeds, chunksize=20))


def fit_stages(samples: Iterable[FitSample], stages: int, scale: dict[str, float]) -> list[Fit]:
    """The fit of each stage; `scale` has a large value of each feature."""
    taken: list[list[FitSample]] = [[] for _ in range(stages)]
    for sample in samples:
        taken[sample.stage].append(sample)
    fits = []
    for of_stage in taken:
        rows, points, won = [np.array([sample[part] for sample in of_stage]) for part in (1, 2, 3)]
        weights, heat, loss = fit(rows, points, won, list(scale.values()))
        named = {name: round(float(weight), 3) for name, weight in zip(scale, weights, strict=True)}
        fits.append(Fit(named, round(heat, 4), round(loss, 4), len(of_stage)))
    return fits


def fit(rows: Any, points: Any, won: Any, scale: Sequence[float]) -> tuple[Any, float, float]:
    """The weights with which rows @ weights best predicts final points, and the factor from there to chances to win.

    `rows`: by game, seat and feature. Weights are fitted to points, because they say more about a game than its winner
    does; then the chances are softmax(heat * rows @ weights). Returns weights, heat and the mean loss of the chances.
    """
    rows = centred(rows / np.array(scale, dtype=float))
    flat, goal = rows.reshape(-1, rows.shape[2]), centred(points).reshape(-1)
    weights = np.linalg.solve(flat.T @ flat + RIDGE * np.eye(flat.shape[1]), flat.T @ goal)
    scores = rows @ weights
    heat = 0.1
    for _ in range(50):
        chance = softmax(heat * scores)
        mean = (chance * scores).sum(axis=1)
        slope = ((won - chance) * scores).sum()
        curve = ((chance * scores * scores).sum(axis=1) - mean * mean).sum()
        if not curve:
            break  # all chances are 0 or 1 already
        heat = min(heat + slope / curve, HOTTEST)
    loss = -np.mean(np.log((softmax(heat * scores) * won).sum(axis=1)))
    return weights / np.array(scale, dtype=float), float(heat), float(loss)


def centred(values: Any) -> Any:
    """The values less the mean of their table: only differences between seats count."""
    return values - values.mean(axis=1, keepdims=True)


def softmax(scores: Any) -> Any:
    """Chances that add up to one, by game."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
