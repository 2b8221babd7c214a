"""Results of as many games as there are: looked at part by part, as often as necessary, in little memory."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from tempfile import SpooledTemporaryFile
from typing import Final, Protocol

import numpy as np

from wallenstein.stats.results import PART, Ints, Results

IN_MEMORY: Final = 1 << 23  # bytes, about 300,000 games; more are in a temporary file


class ManyResults(Protocol):
    """What figures need of results. `Results` are such, too, and all in memory."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def games(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def block_count(self) -> int: ...
    @property
    def left_out(self) -> int: ...
    @property
    def given(self) -> Ints: ...
    @property
    def benched(self) -> Ints: ...
    def parts(self, games: int | None = None) -> Iterator[Results]: ...


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
        """Adds the results of further games."""
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
        """How many blocks these games belong to."""
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
        """The part as one of these results."""
        wide = part.with_seats(self.seats)
        return replace(wide, left_out=self.left_out, given=self.given, benched=self.benched)

    @cached_property
    def _sorted(self) -> Results:
        """All in memory: they were not in order, as those of several runs with equal seeds are."""
        return self._whole(Results.joined(self.names, list(self._pieces())))


def _block_at(held: Sequence[Results], games: int) -> int | None:
    """The block of the last of so many games; None if there are fewer."""
    *before, last = held
    place = games - 1 - sum(piece.games for piece in before)
    return int(last.blocks[last.held_block[place]]) if place < last.games else None
