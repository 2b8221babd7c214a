"""A run read part by part for reports: the seats of some games, and the rows of a game's tables that belong to them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.game import Game
from wallenstein.core.reports import About
from wallenstein.core.tables import Table
from wallenstein.games import find_game
from wallenstein.record.chunks import Segment
from wallenstein.record.read import Run, codes, numbers
from wallenstein.tourney.figures.run_summary import on_bench_of
from wallenstein.tourney.figures.seat_parts import Column, misfit, parts_of
from wallenstein.tourney.formats import OnBench


class GamesPart:
    """Consecutive games of a run; games that do not count are left out."""

    def __init__(self, run: Run, segment: Segment, seats: dict[str, Column], counts: NDArray[np.bool_]) -> None:
        self._run, self._segment = run, segment
        self.seats: Final[Mapping[str, Column]] = {name: column[counts] for name, column in seats.items()}
        game = self.seats["game"] - segment.first
        self._starts = np.full(segment.games, -1)
        self._starts[game[::-1]] = np.arange(len(game))[::-1]
        self._whole = bool(counts.all())
        self._read: dict[tuple[str, tuple[str, ...]], Mapping[str, Column]] = {}

    def rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Column]:
        """Columns of a table; categories as places among the names that the game's table declares, -1 for none."""
        key = table, tuple(columns)
        if key not in self._read:
            self._read[key] = self._rows(table, columns)
        return self._read[key]

    def _rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Column]:
        declared = {column.name: column.names for column in declared_tables(self._run)[table].columns}
        rows = self._run.rows_of([self._segment], table, columns)
        found = {name: codes(rows[name], declared[name]) if declared[name] else numbers(rows[name]) for name in columns}
        game = found["game"] - self._segment.first
        if len(game) and (game.min() < 0 or game.max() >= self._segment.games):
            raise misfit(self._run, "games", table)
        if self._whole:
            return found
        here = self._starts[game] >= 0
        return {name: column[here] for name, column in found.items()}

    def row_of(self, game: Column, seat: Column) -> NDArray[np.int64]:
        """The rows of `seats` that belong to these games and seats."""
        at = self._starts[game - self._segment.first] + seat
        if len(at) and not (at.max() < len(self.seats["seat"]) and np.array_equal(self.seats["seat"][at], seat)):
            raise misfit(self._run, "seats", "another")
        return np.asarray(at, np.int64)


def run_parts(run: Run, on_bench: OnBench | None = None) -> Iterator[GamesPart]:
    """The parts of a run, one after the other, by default with the games that count as configured."""
    leave_out = (on_bench or on_bench_of(run)) == "leave-out"
    for segment, seats in zip(run.segments, parts_of(run), strict=True):
        counts = np.ones(len(seats["game"]), np.bool_)
        if leave_out:
            counts = ~np.isin(seats["game"], seats["game"][seats["benched"]])
        yield GamesPart(run, segment, seats, counts)


def game_of(run: Run) -> Game:
    """The game that a run plays; all its cells play the same."""
    essence = run.header["essence"]
    return find_game(str(next(iter(essence.values()))["game"]["name"]))


def declared_tables(run: Run) -> dict[str, Table]:
    """The tables of the game, by name."""
    return {table.name: table for table in game_of(run).tables}


def about(run: Run, rules: Any = None, strongest: Sequence[str] = ()) -> About:
    """What is known of a run before its games are read; bots that are not named come last."""
    own = tuple(name for name in declared_tables(run) if name in run.tables)
    blocks = 1 + max((int(part["block"].max()) for part in run.arrays_by_segment("games", {"block": ()})), default=0)
    entries = run.header["entries"]
    named = [entries.index(name) for name in strongest]
    order = (*named, *(place for place in range(len(entries)) if place not in named))
    return About(tuple(entries), own, rules, blocks, order)
