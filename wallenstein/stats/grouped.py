"""Figures of the groups of a data frame, and least squares, both with errors by block."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike

from wallenstein.core.reports import Estimate
from wallenstein.stats.intervals import ByBlock, means, reaching, small_sample
from wallenstein.stats.results import Floats, Ints
from wallenstein.stats.shares import shares

if TYPE_CHECKING:
    import pandas as pd

BLOCK: Final = "seed"  # the column of `games` that is the same in all games of a block, and in no other game
Where = Mapping[str, Any] | Sequence[tuple[str, str, Any]] | None


class Tables(Protocol):
    """Tables that can be read as data frames."""

    def read(self, table: str, columns: Sequence[str] | None = None, where: Where = None) -> "pd.DataFrame":
        """Some columns and rows of a table; columns of each row's game and seat can be asked for, too."""

    @property
    def rules(self) -> Mapping[tuple[str, str], Any]:
        """The rules of each run and cell; a run without a matrix has a cell without a name."""


class Grouped:
    """Rows in groups; `table` has a row for each group, and gets three columns for each figure that is asked for."""

    def __init__(self, frame: "pd.DataFrame", by: Sequence[str], block: str = BLOCK) -> None:
        """`by` are the columns that say which group a row is in; rows with the same `block` share their luck."""
        import pandas as pd

        self._group: Ints = np.zeros(len(frame), np.int64)
        self.table = pd.DataFrame(index=range(1))
        if by:
            groups = frame.groupby(list(by), observed=True, sort=True, dropna=False)
            self._group = groups.ngroup().to_numpy().astype(np.int64)
            self.table = groups.size().index.to_frame(index=False)
        self._groups: Final = len(self.table)
        blocks: Ints = np.unique(frame[block].to_numpy(), return_inverse=True)[1].astype(np.int64)
        self._sums: Final = ByBlock(blocks, self._group, self._groups)

    def count(self, name: str, values: ArrayLike = 1.0) -> None:
        """A column with the sum of the values in each group, a whole number if they are."""
        found = self._total(values)
        self.table[name] = found.astype(np.int64) if np.array_equal(found, np.round(found)) else found

    def mean(self, name: str, part: ArrayLike, whole: ArrayLike = 1.0) -> None:
        """The sum of the parts by that of the wholes, such as points by seats, with the interval of a mean."""
        self._figure(name, means(self._sums.sums(*self._columns(part, whole))))

    def share(self, name: str, part: ArrayLike, whole: ArrayLike = 1.0) -> None:
        """The same for a share, such as battles won of battles: its interval stays between 0 and 1."""
        self._figure(name, shares(self._sums.sums(*self._columns(part, whole))))

    def plain(self, name: str, part: ArrayLike, whole: ArrayLike = 1.0) -> None:
        """The quotient without an interval, for exact values."""
        totals = self._total(whole)
        with np.errstate(invalid="ignore", divide="ignore"):
            self.table[name] = self._total(part) / totals

    def _columns(self, *values: ArrayLike) -> list[Floats]:
        shape = self._group.shape
        return [np.broadcast_to(np.asarray(each, np.float64), shape).astype(np.float64) for each in values]

    def _total(self, values: ArrayLike) -> Floats:
        (column,) = self._columns(values)
        return np.bincount(self._group, column, self._groups).astype(np.float64)

    def _figure(self, name: str, found: Sequence[Estimate]) -> None:
        for column in ("value", "low", "high"):
            text = name if column == "value" else f"{name}_{column}"
            self.table[text] = np.array([getattr(each, column) for each in found], np.float64)


def win_shares(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> "pd.DataFrame":
    """Win share, rank and score of seats, by bot, seat, or any column of games and seats.

    `fair` is the share that a seat would win if all were equal.
    """
    rows = run.read("seats", list(dict.fromkeys(["win", "rank", "score", "players", BLOCK, *by])), where)
    grouped = Grouped(rows, by)
    grouped.count("games")
    grouped.plain("fair", 1 / rows["players"])
    grouped.share("win_share", rows["win"])
    grouped.mean("rank", rows["rank"])
    grouped.mean("score", rows["score"])
    return grouped.table


def estimate(
    frame: "pd.DataFrame", by: Sequence[str], part: str, whole: str | None = None, share: bool = False
) -> "pd.DataFrame":
    """A figure of your own for each group of a frame, with its 95 % interval by block.

    The figure is the sum of the column `part` by that of `whole`, or by the number of rows. `share` says that it cannot
    leave 0 to 1, so that its interval does not either. The frame needs the column `seed`.
    """
    grouped = Grouped(frame, by)
    grouped.count("rows")
    make = grouped.share if share else grouped.mean
    make(part, frame[part], 1.0 if whole is None else frame[whole])
    return grouped.table


def least_squares(columns: Sequence[ArrayLike], values: ArrayLike, block: ArrayLike) -> tuple[Estimate, ...]:
    """The change of the values for one more of each column, with 95 % intervals; rows of a block share their luck.

    A column that never varies, or follows from others, has no value.
    """
    x = np.column_stack([np.asarray(column, np.float64) for column in columns])
    y = np.asarray(values, np.float64)
    numbers, place = np.unique(np.asarray(block), return_inverse=True)
    scale = np.sqrt(np.square(x).sum(axis=0))
    x = x / np.where(scale > 0, scale, 1)
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    found = inverse @ x.T @ y
    off = x * (y - x @ found)[:, None]
    by_block = np.zeros((len(numbers), x.shape[1]))
    np.add.at(by_block, place, off)
    error = np.sqrt(np.diag(inverse @ (by_block.T @ by_block) @ inverse))
    known = np.isclose(np.diag(inverse @ (x.T @ x)), 1.0)
    blocks = np.full(x.shape[1], float(len(numbers)))
    with np.errstate(invalid="ignore", divide="ignore"):
        value, error = (np.where(known, each / scale, np.nan) for each in (found, error))
    return reaching(value, error * small_sample(blocks), blocks)


def less_mean(values: ArrayLike, group: ArrayLike) -> Floats:
    """The values less the mean of their group."""
    column = np.asarray(values, np.float64)
    place = np.unique(np.asarray(group), return_inverse=True)[1]
    sums, counts = np.bincount(place, column), np.bincount(place)
    return np.asarray(column - (sums / counts)[place], np.float64)
