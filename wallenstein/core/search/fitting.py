"""Fits forecasts to games: weights that predict the final points, and how surely points decide the winner."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from wallenstein.core.game import Placing
from wallenstein.core.seeds import derive

Floats: TypeAlias = NDArray[np.float64]
Sample = TypeVar("Sample")
RIDGE: Final = 4.0  # how much a weight counts against the fit
HOTTEST: Final = 5.0  # upper limit: in a few games the points may always decide


class FitSample(NamedTuple):
    """One table: the stage of the game, features by seat, and each seat's final points and share of the win."""

    stage: int
    rows: list[list[int]]
    points: list[float]
    won: list[float]
    group: str = ""  # of rules and players, where points decide alike


def samples_when_over(seen: Iterable[tuple[int, list[list[int]]]], result: Sequence[Placing]) -> list[FitSample]:
    """Samples of one game at some stages, with its end; tied winners share the win."""
    first = [float(place.rank == 1) for place in result]
    won = [share / sum(first) for share in first]  # exact: ones and zeros
    points = [float(place.score) for place in result]
    return [FitSample(stage, rows, points, won) for stage, rows in seen]


def samples_of(
    play: Callable[[int], Sequence[Sample]], purpose: str, games: int, seed: int, jobs: int
) -> Iterator[Sample]:
    """The samples of seeded games; the same with any number of processes."""
    seeds = [derive(seed, purpose, number) for number in range(games)]
    if jobs == 1:
        yield from chain.from_iterable(counting(map(play, seeds), games))
        return
    with get_context("fork").Pool(jobs) as pool:
        played = pool.imap(play, seeds, chunksize=min(20, 1 + games // (4 * jobs)))
        yield from chain.from_iterable(counting(played, games))


def counting(games: Iterable[Sequence[Sample]], total: int) -> Iterable[Sequence[Sample]]:
    """With a bar, if the errors go to a terminal."""
    console = Console(stderr=True)
    return track(games, "games", total, console=console, transient=True, disable=not console.is_terminal)


def fit_stages(
    samples: Iterable[FitSample], stages: int, scale: dict[str, float], counted: str
) -> list[dict[str, Any]]:
    """For the file, each stage's heat, loss, number of samples (`counted`), and weights.

    `scale` has a large value of each feature. Weights are fitted to points, which say more about a game than its winner
    does; then the chances to win are softmax(heat * rows @ weights).
    """
    taken: list[list[FitSample]] = [[] for _ in range(stages)]
    for sample in samples:
        taken[sample.stage].append(sample)
    fits: list[dict[str, Any]] = []
    for of_stage in taken:
        rows, points, won = arrays(of_stage)
        weights = fit_weights([(rows, points)], list(scale.values()))
        scores = centred(rows) @ weights
        heat = fit_heat(scores, won)
        loss = float(-np.mean(np.log((softmax(heat * scores) * won).sum(axis=1))))
        named = {name: round(float(weight), 3) for name, weight in zip(scale, weights, strict=True)}
        fits.append({"heat": round(heat, 4), "loss": round(loss, 4), counted: len(of_stage), "weights": named})
    return fits


def arrays(samples: Sequence[FitSample]) -> tuple[Floats, Floats, Floats]:
    """Rows, points and shares of the win, by sample."""
    return (
        np.array([each.rows for each in samples]),
        np.array([each.points for each in samples]),
        np.array([each.won for each in samples]),
    )


def fit_weights(tables: Iterable[tuple[Floats, Floats]], scale: Sequence[float]) -> Floats:
    """The weights with which rows @ weights best predicts final points, in all of some tables, which differ in seats.

    `rows`: by game, seat and feature.
    """
    square, product = RIDGE * np.eye(len(scale)), np.zeros(len(scale))
    for rows, points in tables:
        flat = centred(rows / np.array(scale, dtype=float)).reshape(-1, len(scale))
        square += flat.T @ flat
        product += flat.T @ centred(points).reshape(-1)
    weights: Floats = np.linalg.solve(square, product) / np.array(scale, dtype=float)
    return weights


def fit_heat(scores: Floats, won: Floats) -> float:
    """How surely these scores decide who wins: where the likelihood is greatest, which has one peak."""
    low, high = 0.0, HOTTEST
    for _ in range(50):
        middle = (low + high) / 2
        rising = ((won - softmax(middle * scores)) * scores).sum() > 0
        low, high = (middle, high) if rising else (low, middle)
    return (low + high) / 2


def centred(values: Floats) -> Floats:
    """The values less the mean of their table: only differences between seats count."""
    less: Floats = values - values.mean(axis=1, keepdims=True)
    return less


def softmax(scores: Floats) -> Floats:
    """Chances that add up to one, by game."""
    powers: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers
