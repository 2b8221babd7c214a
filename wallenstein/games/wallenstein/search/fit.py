"""Fits the forecast to games: weights that tell the final points, and how surely points decide."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from wallenstein.games.wallenstein.search.features import FEATURES
from wallenstein.games.wallenstein.search.games import STAGES, Sample

RIDGE: Final = 4.0  # how much a weight counts against the fit
SCALE: Final = np.array([10, 3, 3, 5, 10, 3, 5, 4, 4, 5, 4, 4, 5, 4, 2, 3, 3, 4, 8, 3], dtype=float)  # much of each


def fitted(samples: Iterable[Sample]) -> dict[str, Any]:
    """The document of all stages' forecasts."""
    taken: list[list[Sample]] = [[] for _ in STAGES]
    for sample in samples:
        taken[sample[0]].append(sample)
    stages = []
    for (year, season), of_stage in zip(STAGES, taken, strict=True):
        rows, points, won = [np.array([sample[part] for sample in of_stage]) for part in (1, 2, 3)]
        weights, heat, loss = fit(rows, points, won)
        named = {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)}
        stages.append({
            "year": year, "season": season, "heat": round(heat, 4), "loss": round(loss, 4), "games": len(of_stage),
            "weights": named,
        })  # fmt: skip
    return {"stage": stages}


def fit(rows: Any, points: Any, won: Any) -> tuple[Any, float, float]:
    """The weights with which rows @ weights tells final points best; and what the chances to win follow from.

    `rows`: by game, seat and feature. Weights are fitted to points, because they tell more of a game than its winner
    does; then the chances are softmax(heat * rows @ weights). Returns weights, heat and the mean loss of the chances.
    """
    rows = centred(rows / SCALE)
    flat, goal = rows.reshape(-1, rows.shape[2]), centred(points).reshape(-1)
    weights = np.linalg.solve(flat.T @ flat + RIDGE * np.eye(flat.shape[1]), flat.T @ goal)
    scores = rows @ weights
    heat = 0.1
    for _ in range(50):
        chance = softmax(heat * scores)
        mean = (chance * scores).sum(axis=1)
        slope = ((won - chance) * scores).sum()
        curve = ((chance * scores * scores).sum(axis=1) - mean * mean).sum()
        heat += slope / curve
    loss = -np.mean(np.log((softmax(heat * scores) * won).sum(axis=1)))
    return weights / SCALE, float(heat), float(loss)


def centred(values: Any) -> Any:
    """Less the mean of the table: only differences between seats count."""
    return values - values.mean(axis=1, keepdims=True)


def softmax(scores: Any) -> Any:
    """Chances that add up to one, by game."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
