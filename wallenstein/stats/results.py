"""Results of many games as rectangular arrays: one row per game, one column per seat."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wallenstein.core.errors import FormatError

ABSENT = -1

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Results:
    """Who played which seat in each game, how they finished, and which games belong to a block.

    Games are ordered by block and number, whatever the order they were given in, so equal games give equal
    figures to the last digit. `entrant` is `ABSENT` where nobody sat.
    """

    names: tuple[str, ...]
    blocks: Ints  # numbers of the blocks, ascending
    block: Ints  # per game: index into `blocks`
    entrant: Ints  # games x seats
    rank: Ints  # games x seats, 1 is best, tied seats share a rank
    score: Floats  # games x seats
    left_out: int  # games that were given but do not count
    given: Ints  # by name: games that were given with it, and in how many of them it was benched
    benched: Ints

    @property
    def games(self) -> int:
        """How many games count."""
        return len(self.block)

    @property
    def seats(self) -> int:
        """How many seats the largest game has."""
        return int(self.entrant.shape[1])

    @property
    def taken(self) -> Bools:
        """Which seats of which games were taken."""
        return np.asarray(self.entrant != ABSENT)

    @staticmethod
    def from_rows(
        names: Sequence[str],
        game: ArrayLike,
        block: ArrayLike,
        seat: ArrayLike,
        entrant: ArrayLike,
        rank: ArrayLike,
        score: ArrayLike,
        benched: ArrayLike | None = None,
        leave_out: bool = False,
    ) -> "Results":
        """Results from columns with one row for each game and seat, in any order.

        `entrant` is an index into `names`. With `leave_out`, a game in which a seat was benched does not count at all.
        """
        whole = {"game": game, "block": block, "seat": seat, "entrant": entrant, "rank": rank}
        columns = {name: _whole(name, values) for name, values in whole.items()}
        points = np.asarray(score, dtype=np.float64).reshape(-1)
        out = np.zeros(len(points), np.bool_) if benched is None else np.asarray(benched, np.bool_)
        lengths = {len(column) for column in (*columns.values(), points, out)}
        if len(lengths) > 1:
            raise FormatError("results", f"columns must have the same length, not {sorted(lengths)}")
        _check_values(columns, points, len(names))
        return _rectangle(tuple(names), columns, points, out, leave_out)


def _whole(name: str, values: ArrayLike) -> Ints:
    """A column of whole numbers."""
    column = np.asarray(values).reshape(-1)
    if len(column) and not np.issubdtype(column.dtype, np.integer):
        raise FormatError(f"results.{name}", f"must hold whole numbers, not {column.dtype}")
    return column.astype(np.int64)


def _check_values(columns: dict[str, Ints], score: Floats, entrants: int) -> None:
    entrant, seat = columns["entrant"], columns["seat"]
    if len(entrant) and not (entrant.min() >= 0 and entrant.max() < entrants):
        raise FormatError("results.entrant", f"must be 0 to {entrants - 1}, an index into the names")
    if len(seat) and seat.min() < 0:
        raise FormatError("results.seat", "must be 0 or more")
    if not np.isfinite(score).all():
        raise FormatError("results.score", "must hold finite numbers")


def _games_by_name(names: int, game: Ints, entrant: Ints) -> Ints:
    """In how many games each name has a seat; several seats of a game count once."""
    held = np.unique(game * names + entrant)
    return np.bincount(held % names, minlength=names).astype(np.int64)


def _rectangle(
    names: tuple[str, ...], columns: dict[str, Ints], score: Floats, benched: Bools, leave_out: bool
) -> Results:
    numbers, game = np.unique(columns["game"], return_inverse=True)
    seat = columns["seat"]
    seats = int(seat.max()) + 1 if len(seat) else 0
    if (np.bincount(game * seats + seat) > 1).any():
        raise FormatError("results", "a seat is given twice in a game")
    block = np.zeros(len(numbers), np.int64)
    block[game] = columns["block"]
    if (block[game] != columns["block"]).any():
        raise FormatError("results.block", "all seats of a game must be in the same block")
    dropped = (np.bincount(game, weights=benched, minlength=len(numbers)) > 0) & leave_out
    order = np.lexsort((numbers, block))
    order = order[~dropped[order]]
    blocks, block_index = np.unique(block[order], return_inverse=True)

    def spread(values: NDArray[np.generic], empty: int) -> NDArray[np.generic]:
        wide = np.full((len(numbers), seats), empty, values.dtype)
        wide[game, seat] = values
        return wide[order]

    return Results(
        names=names,
        blocks=blocks,
        block=block_index.astype(np.int64),
        entrant=spread(columns["entrant"], ABSENT).astype(np.int64),
        rank=spread(columns["rank"], ABSENT).astype(np.int64),
        score=spread(score, 0).astype(np.float64),
        left_out=int(dropped.sum()),
        given=_games_by_name(len(names), game, columns["entrant"]),
        benched=_games_by_name(len(names), game[benched], columns["entrant"][benched]),
    )
