"""Places for counties without a map, from their neighbours alone."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SIZE: Final = 1000.0
MARGIN: Final = 62.0
ROUNDS: Final = 200
NEAR: Final = 112.0  # from one county to the next, at least
CLEAR: Final = 66.0  # from a county to a line between two others, at least


def steps_between(neighbours: Sequence[Sequence[int]]) -> Floats:
    """The number of borders between every two counties."""
    count = len(neighbours)
    steps = np.full((count, count), np.inf)
    for start in range(count):
        steps[start, start], waiting = 0, [start]
        for county in waiting:
            for other in neighbours[county]:
                if steps[start, other] == np.inf:
                    steps[start, other] = steps[start, county] + 1
                    waiting.append(other)
    return steps


def layout(neighbours: Sequence[Sequence[int]]) -> Floats:
    """A place for each county, so that the distances are like the steps between them, and nothing is covered.

    The first county is on the left, the second below the middle: a mirrored map would fit as well.
    """
    steps = steps_between(neighbours)
    places = stretched(majorized(principal(steps), steps))
    places[:, 0] *= -1 if places[0, 0] > places[:, 0].mean() else 1
    places[:, 1] *= -1 if places[1, 1] < places[:, 1].mean() else 1
    borders = np.array([(one, other) for one, near in enumerate(neighbours) for other in near if one < other])
    places = uncrossed(stretched(places), neighbours, borders)
    for _ in range(ROUNDS):
        places = np.clip(places + away_from_counties(places) + away_from_lines(places, borders), MARGIN, SIZE - MARGIN)
    return places


def principal(steps: Floats) -> Floats:
    """The plane in which the squared distances are nearest to the squared steps."""
    squares = steps**2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values, vectors = np.linalg.eigh(-centred / 2)
    plane: Floats = vectors[:, [-1, -2]] * np.sqrt(values[[-1, -2]])
    return plane


def majorized(places: Floats, steps: Floats) -> Floats:
    """Less stress, round after round: near counties count most."""
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(ROUNDS):
        gaps = places[:, None] - places
        apart = np.maximum(np.sqrt((gaps**2).sum(axis=2)), 1e-9)
        pull = -weights * steps / apart
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        places = inverse @ pull @ places
    return places


def stretched(places: Floats) -> Floats:
    """The whole square, in both directions."""
    least, most = places.min(axis=0), places.max(axis=0)
    found: Floats = MARGIN + (places - least) / (most - least) * (SIZE - 2 * MARGIN)
    return found


def uncrossed(places: Floats, neighbours: Sequence[Sequence[int]], borders: NDArray[np.int64]) -> Floats:
    """Counties go into the middle of their neighbours where fewer lines cross then."""
    for county, near in enumerate(neighbours):
        moved = places.copy()
        moved[county] = places[list(near)].mean(axis=0)
        if crossings(moved, borders) < crossings(places, borders):
            places = moved
    return places


def crossings(places: Floats, borders: NDArray[np.int64]) -> int:
    start, end = places[borders[:, 0]], places[borders[:, 1]]
    line = end - start

    def side(points: Floats) -> Floats:
        gaps = points - start[:, None]
        found: Floats = line[:, None, 0] * gaps[:, :, 1] - line[:, None, 1] * gaps[:, :, 0]
        return found

    apart = side(start) * side(end) < 0  # whether a line lies on both sides of another
    return int((apart & apart.T).sum()) // 2


def away_from_counties(places: Floats) -> Floats:
    gaps = places[:, None] - places
    apart = np.sqrt((gaps**2).sum(axis=2)) + NEAR * np.eye(len(places))
    push = np.maximum(NEAR - apart, 0) / np.maximum(apart, 1)
    moves: Floats = (gaps * push[:, :, None]).sum(axis=1) / 4
    return moves


def away_from_lines(places: Floats, borders: NDArray[np.int64]) -> Floats:
    """Moves counties away from the lines of borders that are not theirs."""
    start, line = places[borders[:, 0]], places[borders[:, 1]] - places[borders[:, 0]]
    along = ((places[:, None] - start) * line).sum(axis=2) / (line**2).sum(axis=1)
    gaps = places[:, None] - (start + np.clip(along, 0, 1)[:, :, None] * line)
    apart = np.maximum(np.sqrt((gaps**2).sum(axis=2)), 1e-9)
    others = (borders[None, :, :] != np.arange(len(places))[:, None, None]).all(axis=2)
    push = np.where(others, np.maximum(CLEAR - apart, 0) / apart, 0)
    moves: Floats = (gaps * push[:, :, None]).sum(axis=1) / 6
    return moves
