"""The results of each line-up, and strengths without seats and line-ups."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from wallenstein.stats.figures import Effects, LineupShare
from wallenstein.stats.intervals import BlockSums, ByBlock, added, reaching, small_sample, tidy
from wallenstein.stats.plackett_luce import PickCounts, Picks, by_block, curvature, maximise
from wallenstein.stats.results import ABSENT, PART, Bools, Floats, Ints, ManyResults, Results, distinct
from wallenstein.stats.shares import shares
from wallenstein.stats.standings import SeatPlacings, parts_of
from wallenstein.stats.strength import PRIOR, comparable, finished_no_worse


@dataclass(frozen=True, eq=False)
class Lineups:
    """All line-ups: which entrants they are of, and sums over their blocks."""

    rows: Ints  # line-ups x seats: the entrants, ascending
    seats: Floats  # line-ups x entrants: how many seats an entrant has
    games: Floats  # by line-up
    wins: BlockSums  # line-up by line-up, a column for each entrant

    @staticmethod
    def of(results: ManyResults, rows: Ints | None = None) -> "Lineups":
        """The line-ups of all games; `rows` are all of them, or one of all entrants, as if they had met in each."""
        rows = lineups_of(results) if rows is None else rows
        seats = (rows[:, :, None] == np.arange(len(results.names))).sum(axis=1).astype(np.float64)
        games, wins = added(_sums(part, rows) for part in results.parts())
        return Lineups(rows, seats, games, wins / parts_of(results.seats))

    def place_of(self, results: Results) -> Ints:
        """The line-up of each game of a part of the results."""
        return _places(results, self.rows)


def _sums(results: Results, rows: Ints) -> tuple[Floats, BlockSums]:
    """Games by line-up and sums of wins, of a part of the results."""
    lineups, entrants = len(rows), len(results.names)
    of_game = _places(results, rows)
    placings = SeatPlacings.of(results)
    column = of_game[np.nonzero(results.taken)[0]] * entrants + placings.entrant
    whole = np.full(len(column), float(placings.parts))
    wins = ByBlock(placings.block, column, lineups * entrants).sums(placings.win, whole)
    return np.bincount(of_game, minlength=lineups).astype(np.float64), wins


def lineups_of(results: ManyResults) -> Ints:
    """All line-ups: a row for each, of its entrants, ascending."""
    every = [distinct(np.sort(part.entrant, axis=1), axis=0) for part in results.parts()]
    return distinct(np.concatenate(every), axis=0)


def _places(results: Results, rows: Ints) -> Ints:
    """For each game the place of its line-up in the rows, which have all, or are one line-up of all entrants."""
    if len(rows) == 1:
        return np.zeros(results.games, np.int64)
    _, place = np.unique(np.concatenate([rows, np.sort(results.entrant, axis=1)]), axis=0, return_inverse=True)
    return np.asarray(place.reshape(-1)[len(rows) :], np.int64)


def lineup_shares(results: ManyResults, lineups: Lineups) -> tuple[LineupShare, ...]:
    limit = 1 / np.maximum(lineups.seats.reshape(-1), 1)
    each = shares(lineups.wins, limit)
    found = []
    for place, (seats, games) in enumerate(zip(lineups.seats, lineups.games, strict=True)):
        here = [(name, place * len(seats) + entrant) for entrant, name in enumerate(results.names) if seats[entrant]]
        counts = {name: int(lineups.seats.reshape(-1)[column]) for name, column in here}
        found.append(LineupShare(counts, int(games), {name: each[column] for name, column in here}))
    return tuple(found)


# Plackett-Luce strengths with seats and line-ups taken out: the strength of a seat adds to that of its entrant.
# An entrant may be somewhat stronger or weaker in a line-up than elsewhere. A normal prior holds such a shift near 0,
# so that chance alone does not make one.

SHIFTS = 4.0  # the precision of shifts: most are smaller than 1
MOST_LINEUPS = 8  # with more, shifts are left out
MOST_CODES = 2**62  # a set of picks has one number


def effects(results: ManyResults, lineups: Lineups) -> Effects | None:
    """The fit with seats and line-ups; None if it would add nothing, or if there are too many entrants."""
    count = len(lineups.games)
    tables = count if 1 < count <= MOST_LINEUPS else 1
    kinds = len(results.names) * results.seats * tables
    held = added((finished_no_worse(part),) for part in results.parts())[0]
    active = np.asarray(lineups.seats.any(axis=0), np.bool_)
    core = comparable(held, active)
    if results.seats < 2 or not core.any() or (kinds + 1) ** results.seats > MOST_CODES or not _separable(results):
        return None
    choices = PickCounts.joined(PickCounts.of(Picks.of(part)) for part in _kinds(results, lineups, tables))
    design, precision = _design(results, tables)
    beta = maximise(choices, precision, design)
    squares = np.zeros(len(beta))
    bend = design.T @ curvature(choices, design @ beta, 0) @ design + np.diag(precision)
    centre = _centre(results, tables, core)
    for part in _kinds(results, lineups, tables):
        pull = by_block(Picks.of(part), design @ beta) @ design
        squares += ((centre @ np.linalg.solve(bend, pull.T)) ** 2).sum(axis=1)
    blocks = np.full(len(beta), float(results.block_count))
    error = np.sqrt(squares) * small_sample(blocks)
    value, seats = centre @ beta, results.seats
    shifts = value[-tables * len(core) :].reshape(-1, tables).T if tables > 1 else ()
    error[: len(core)][~core] = np.nan
    value[: len(core)][~active] = np.nan
    every = reaching(value, error, blocks)
    return Effects(
        strengths=dict(zip(results.names, every, strict=False)),
        seats=every[len(core) : len(core) + seats],
        shifts=tuple(
            {name: tidy(shift) for name, shift, there in zip(results.names, column, held > 0, strict=True) if there}
            for column, held in zip(shifts, lineups.seats, strict=False)
        ),
    )


def _separable(results: ManyResults) -> bool:
    """Whether seats can be separated from the entrants in them: not if every entrant kept its seat."""
    sat = np.zeros((len(results.names), results.seats), np.bool_)
    for part in results.parts():
        game, seat = np.nonzero(part.taken)
        sat[part.entrant[game, seat], seat] = True
    return bool((sat.sum(axis=1) > 1).any())


def _kinds(results: ManyResults, lineups: Lineups, tables: int) -> Iterator[Results]:
    """The results with a number for each entrant, seat and line-up in place of the entrant."""
    for part in results.parts(PART // 8):  # kinds are many: less at a time
        kind = part.entrant * results.seats + np.arange(results.seats)
        if tables > 1:
            kind = kind * tables + lineups.place_of(part)[:, None]
        names = tuple(map(str, range(len(results.names) * results.seats * tables)))
        yield replace(part, names=names, held_entrant=np.where(part.taken, kind, ABSENT))


def _design(results: ManyResults, tables: int) -> tuple[Floats, Floats]:
    """Which effects add up to the strength of each kind, and how firmly each is held at 0."""
    entrants, seats = len(results.names), results.seats
    entrant, seat, table = np.indices((entrants, seats, tables)).reshape(3, -1)
    parts = [np.eye(entrants)[entrant], np.eye(seats)[seat]]
    precision = [PRIOR] * (entrants + seats)
    if tables > 1:
        parts.append(np.eye(entrants * tables)[entrant * tables + table])
        precision += [SHIFTS] * (entrants * tables)
    return np.hstack(parts), np.array(precision)


def _centre(results: ManyResults, tables: int, core: Bools) -> Floats:
    """The matrix that measures strengths from the mean of those that can be compared, and seats from their mean."""
    entrants, seats = len(results.names), results.seats
    size = entrants + seats + (entrants * tables if tables > 1 else 0)
    matrix = np.eye(size)
    matrix[:entrants, :entrants] -= core / core.sum()
    matrix[entrants : entrants + seats, entrants : entrants + seats] -= 1 / seats
    return matrix
