"""Plackett-Luce strengths with seats and line-ups taken out: a seat has a strength that adds to that of who sits there.

In each line-up an entrant may be somewhat stronger or weaker than elsewhere. Such a shift is held near 0 by a normal
prior, so that it is not made of chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from wallenstein.stats.block_sums import added, small_sample
from wallenstein.stats.field.lineups import Lineups
from wallenstein.stats.intervals import Estimates, Interval, reaching, tidy
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.plackett_luce import Choices, Picks, by_block, curvature, maximise
from wallenstein.stats.results import ABSENT, PART, Bools, Floats, Results
from wallenstein.stats.strength import PRIOR, comparable, finished_no_worse

SHIFTS = 4.0  # the precision of shifts: most are smaller than 1
MOST_LINEUPS = 8  # with more, shifts are left out
MOST_CODES = 2**62  # a set of picks has one number


@dataclass(frozen=True)
class Effects:
    """Strengths by name, effects by seat, and by line-up the shifts of its entrants; all on the natural log scale."""

    strengths: dict[str, Interval]
    seats: tuple[Interval, ...]
    shifts: tuple[dict[str, float | None], ...]

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "strengths": {name: strength.as_dict() for name, strength in self.strengths.items()},
            "seats": [seat.as_dict() for seat in self.seats],
            "shifts": list(self.shifts),
        }


def effects(results: ManyResults, lineups: Lineups) -> Effects | None:
    """The fit with seats and line-ups; None if it would tell nothing, or if there are too many entrants."""
    count = len(lineups.games)
    tables = count if 1 < count <= MOST_LINEUPS else 1
    kinds = len(results.names) * results.seats * tables
    held = added((finished_no_worse(part),) for part in results.parts())[0]
    active = np.asarray(lineups.seats.any(axis=0), np.bool_)
    core = comparable(held, active)
    if results.seats < 2 or not core.any() or (kinds + 1) ** results.seats > MOST_CODES or not _separable(results):
        return None
    choices = Choices.joined(Choices.of(Picks.of(part)) for part in _kinds(results, lineups, tables))
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
    return _effects(results, lineups, tables, Estimates(centre @ beta, error, blocks), core)


def _separable(results: ManyResults) -> bool:
    """Whether what a seat adds can be told from the strength of who sat there: not if everybody kept one seat."""
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


def _effects(results: ManyResults, lineups: Lineups, tables: int, found: Estimates, core: Bools) -> Effects:
    entrants, seats = len(results.names), results.seats
    error = found.error.copy()
    error[:entrants][~core] = np.nan
    value = found.value.copy()
    value[:entrants][~lineups.seats.any(axis=0)] = np.nan
    every = reaching(Estimates(value, error, found.blocks))
    shifts = found.value[entrants + seats :].reshape(entrants, tables) if tables > 1 else np.zeros((entrants, 0))
    return Effects(
        strengths=dict(zip(results.names, every[:entrants], strict=True)),
        seats=every[entrants : entrants + seats],
        shifts=tuple(
            {
                name: tidy(shift)
                for name, shift, there in zip(results.names, column, lineups.seats[place] > 0, strict=True)
                if there
            }
            for place, column in enumerate(shifts.T)
        ),
    )
