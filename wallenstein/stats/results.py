"""Results as arrays, one row a game, one column a seat; those of runs too large for memory, part by part."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from tempfile import SpooledTemporaryFile
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wallenstein.core.errors import FormatError

ABSENT = -1
PART: Final = 20_000  # games of a part, about

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Numbers = NDArray[Any]  # of any type, mostly the smallest that holds them


def distinct(values: Numbers, axis: int | None = None) -> Numbers:
    """The different values, or rows, ascending. To ask numpy for these alone would load its masked arrays."""
    found: Numbers = np.unique(values, axis=axis, return_counts=True)[0]
    return found


@dataclass(frozen=True, eq=False)
class Results:
    """The players, seats, ranks and scores of each game, and the block of each game.

    Games are ordered by block and number, not by the order of input, so equal games give equal
    figures to the last digit. They are held in small types; figures are summed up from `parts`.
    """

    names: tuple[str, ...]
    blocks: Ints  # numbers of the blocks, ascending
    held_block: Numbers
    held_entrant: Numbers
    held_rank: Numbers
    held_score: Numbers
    left_out: int  # games that were given but do not count
    given: Ints  # by name: games that were given with it, and in how many of them it was benched
    benched: Ints

    @property
    def block(self) -> Ints:
        """For each game an index into `blocks`."""
        return np.asarray(self.held_block, np.int64)

    @property
    def entrant(self) -> Ints:
        """For each game and seat an index into `names`; `ABSENT` for an empty seat."""
        return np.asarray(self.held_entrant, np.int64)

    @property
    def rank(self) -> Ints:
        """For each game and seat; 1 is best, tied seats share a rank."""
        return np.asarray(self.held_rank, np.int64)

    @property
    def score(self) -> Floats:
        return np.asarray(self.held_score, np.float64)

    def parts(self, games: int | None = None) -> Iterator["Results"]:
        """The same results in parts of whole blocks, at least one, each with a few thousand games."""
        first = 0
        while first < max(self.games, 1):
            last = min(first + (games or PART), self.games) - 1
            end = int(np.searchsorted(self.held_block, self.held_block[last], "right")) if self.games else 1
            here = slice(first, end)
            block = np.asarray(self.held_block[here], np.int64)
            low = int(block[0]) if len(block) else 0
            yield replace(
                self,
                blocks=self.blocks[low : int(block[-1]) + 1] if len(block) else self.blocks,
                held_block=block - low,
                held_entrant=np.asarray(self.held_entrant[here], np.int64),
                held_rank=np.asarray(self.held_rank[here], np.int64),
                held_score=np.asarray(self.held_score[here], np.float64),
            )
            first = end

    @property
    def games(self) -> int:
        return len(self.held_block)

    @property
    def seats(self) -> int:
        return int(self.held_entrant.shape[1])

    @property
    def taken(self) -> Bools:
        return np.asarray(self.held_entrant != ABSENT)

    @property
    def block_count(self) -> int:
        return len(self.blocks)

    def with_seats(self, seats: int) -> "Results":
        """The same results with more seats, as in larger games."""
        if seats == self.seats:
            return self
        entrant, rank, score = (_wide(column, seats) for column in (self.held_entrant, self.held_rank, self.held_score))
        return replace(self, held_entrant=entrant, held_rank=rank, held_score=score)

    @staticmethod
    def joined(names: Sequence[str], parts: Sequence["Results"]) -> "Results":
        """The results of different games together, given in the order of their numbers."""
        if not parts:
            return Results.from_rows(names, [], [], [], [], [], [])
        number = np.concatenate([part.blocks[part.held_block] for part in parts])
        blocks, block = _numbered(number)
        seats = max(part.seats for part in parts)
        order = slice(None) if (number[1:] >= number[:-1]).all() else np.argsort(number, kind="stable")

        def all_of(column: str) -> Numbers:
            return np.concatenate([_wide(getattr(part, column), seats) for part in parts])[order]

        return Results(
            names=tuple(names),
            blocks=blocks,
            held_block=block.astype(np.int32)[order],
            held_entrant=all_of("held_entrant"),
            held_rank=all_of("held_rank"),
            held_score=all_of("held_score"),
            left_out=sum(part.left_out for part in parts),
            given=sum((part.given for part in parts), np.zeros(len(names), np.int64)),
            benched=sum((part.benched for part in parts), np.zeros(len(names), np.int64)),
        )

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
        points = _points(score)
        out = np.zeros(len(points), np.bool_) if benched is None else np.asarray(benched, np.bool_)
        lengths = {len(column) for column in (*columns.values(), points, out)}
        if len(lengths) > 1:
            raise FormatError("results", f"columns must have the same length, not {sorted(lengths)}")
        _check_values(columns, points, len(names))
        return _rectangle(tuple(names), columns, points, out, leave_out)


def _smallest(values: Numbers) -> type[np.generic]:
    """The smallest type that holds these values, and ABSENT."""
    if not len(values) or not np.issubdtype(values.dtype, np.integer):
        return values.dtype.type
    low, high = values.min(), values.max()
    kinds = (np.int8, np.int16, np.int32)
    return next((kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max), np.int64)


def _wide(column: Numbers, seats: int) -> Numbers:
    """The column with a column for every seat of the largest game."""
    return np.pad(column, ((0, 0), (0, seats - column.shape[1])), constant_values=ABSENT)


def _points(score: ArrayLike) -> Numbers:
    """The scores: whole numbers as they are given, anything else as floats."""
    points = np.asarray(score).reshape(-1)
    return points if points.dtype in (np.int16, np.int32) else points.astype(np.float64)


def _whole(name: str, values: ArrayLike) -> Numbers:
    column = np.asarray(values).reshape(-1)
    if not len(column):
        return column.astype(np.int64)
    if not np.issubdtype(column.dtype, np.integer):
        raise FormatError(f"results.{name}", f"must hold whole numbers, not {column.dtype}")
    return column.astype(np.int64) if np.issubdtype(column.dtype, np.unsignedinteger) else column


def _check_values(columns: dict[str, Numbers], score: Numbers, entrants: int) -> None:
    entrant, seat = columns["entrant"], columns["seat"]
    if len(entrant) and not (entrant.min() >= 0 and entrant.max() < entrants):
        raise FormatError("results.entrant", f"must be 0 to {entrants - 1}, an index into the names")
    if len(seat) and seat.min() < 0:
        raise FormatError("results.seat", "must be 0 or more")
    if not np.isfinite(score).all():
        raise FormatError("results.score", "must hold finite numbers")


def _numbered(game: Numbers) -> tuple[Numbers, Numbers]:
    """The numbers of the games, ascending, and for each row an index into them."""
    if (game[1:] < game[:-1]).any():
        return np.unique(game, return_inverse=True)
    begins = np.concatenate([np.ones(min(len(game), 1), np.bool_), game[1:] > game[:-1]])
    return game[begins], np.cumsum(begins, dtype=np.int32) - np.int32(1)


def _games_by_name(names: int, games: int, game: Numbers, entrant: Numbers) -> Ints:
    """In how many games each name has a seat; several seats of a game count once."""
    found = np.zeros(names, np.int64)
    for name in range(names):
        has = np.zeros(games, np.bool_)
        has[game[entrant == name]] = True
        found[name] = np.count_nonzero(has)
    return found


def _rectangle(
    names: tuple[str, ...], columns: dict[str, Numbers], score: Numbers, benched: Bools, leave_out: bool
) -> Results:
    numbers, game = _numbered(columns["game"])
    seat = columns["seat"]
    seats = int(seat.max()) + 1 if len(seat) else 0
    given = np.zeros((len(numbers), seats), np.bool_)
    given[game, seat] = True
    if np.count_nonzero(given) < len(game):
        raise FormatError("results", "a seat is given twice in a game")
    block = np.zeros(len(numbers), np.int64)
    block[game] = columns["block"]
    if (block[game] != columns["block"]).any():
        raise FormatError("results.block", "all seats of a game must be in the same block")
    dropped = np.zeros(len(numbers), np.bool_)
    dropped[game[benched]] = leave_out
    order = np.lexsort((numbers, block))
    order = order[~dropped[order]]
    blocks, block_index = np.unique(block[order], return_inverse=True)

    def spread(values: Numbers, empty: int) -> Numbers:
        wide = np.full((len(numbers), seats), empty, _smallest(values))
        wide[game, seat] = values
        return wide[order]

    entrant, everywhere = columns["entrant"], (len(names), len(numbers))
    return Results(
        names=names,
        blocks=blocks,
        held_block=block_index.astype(np.int32),
        held_entrant=spread(entrant, ABSENT),
        held_rank=spread(columns["rank"], ABSENT),
        held_score=spread(score, 0),
        left_out=int(dropped.sum()),
        given=_games_by_name(*everywhere, game, entrant),
        benched=_games_by_name(*everywhere, game[benched], entrant[benched]),
    )


IN_MEMORY: Final = 1 << 23  # bytes, about 300,000 games; more are in a temporary file


class SpooledResults:
    """Results that are added piece by piece, in the order of their numbers. Their parts are those of `Results`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names: Final = tuple(names)
        self.games = self.seats = self.left_out = 0
        self.given: Ints = np.zeros(len(names), np.int64)
        self.benched: Ints = np.zeros(len(names), np.int64)
        self.counting: Ints = np.zeros(len(names), np.int64)  # seats in games that count
        self._file: Final = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it is closed with the object
        self._end = self._blocks = 0
        self._last: int | None = None  # block
        self._ascending = True

    def add(self, piece: Results) -> None:
        self.left_out += piece.left_out
        self.given = self.given + piece.given
        self.benched = self.benched + piece.benched
        self.games += piece.games
        self.seats = max(self.seats, piece.seats)
        self.counting = self.counting + np.bincount(piece.entrant[piece.taken], minlength=len(self.names))
        if not piece.games:
            return
        first = int(piece.blocks[0])
        self._ascending &= self._last is None or self._last <= first
        self._blocks += piece.block_count - (first == self._last)
        self._last = int(piece.blocks[-1])
        self._file.seek(self._end)
        pickle.dump(piece, self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()

    @property
    def block_count(self) -> int:
        return self._blocks if self._ascending else self._sorted.block_count

    def parts(self, games: int | None = None) -> Iterator[Results]:
        """The same parts, each of whole blocks, as if all were in memory."""
        if not self._ascending:
            yield from self._sorted.parts(games)
            return
        size = games or PART
        held: list[Results] = []
        open_block: int | None = None  # that of the last game that has to be in the next part
        for piece in self._pieces():
            held.append(piece)
            open_block = _block_at(held, size) if open_block is None else open_block
            if open_block is not None and open_block < piece.blocks[-1]:
                *complete, rest = Results.joined(self.names, held).parts(size)
                yield from map(self._whole, complete)
                held, open_block = [rest], _block_at([rest], size)
        yield self._whole(Results.joined(self.names, held))

    def _pieces(self) -> Iterator[Results]:
        place = 0
        while place < self._end:
            self._file.seek(place)
            piece: Results = pickle.load(self._file)
            place = self._file.tell()
            yield piece

    def _whole(self, part: Results) -> Results:
        wide = part.with_seats(self.seats)
        return replace(wide, left_out=self.left_out, given=self.given, benched=self.benched)

    @cached_property
    def _sorted(self) -> Results:
        """All in memory, because they came out of order, as those of several runs with equal seeds do."""
        return self._whole(Results.joined(self.names, list(self._pieces())))


ManyResults: TypeAlias = Results | SpooledResults


def _block_at(held: Sequence[Results], games: int) -> int | None:
    """The block of the last of this number of games; None if there are fewer."""
    *before, last = held
    place = games - 1 - sum(piece.games for piece in before)
    return int(last.blocks[last.held_block[place]]) if place < last.games else None
