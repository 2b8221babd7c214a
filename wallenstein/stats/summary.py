"""All figures of the games of one cell, from plain arrays of their results."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

import numpy as np

from wallenstein.stats.figures import CellSummary, Effects, FieldFigures, SummaryRow
from wallenstein.stats.intervals import CONFIDENCE, added, reaching, small_sample, tidy
from wallenstein.stats.paired import pairwise
from wallenstein.stats.plackett_luce import PickCounts, Picks, by_block, curvature, maximise
from wallenstein.stats.results import ABSENT, PART, Bools, Floats, Ints, ManyResults, Results, distinct
from wallenstein.stats.standings import seat_effects, seat_test, standings
from wallenstein.stats.strength import PRIOR, comparable, finished_no_worse, joint_order, strengths


def summary(
    results: ManyResults,
    cell: str = "",
    verdict: Mapping[str, object] | None = None,
    among: Collection[str] | None = None,
) -> CellSummary:
    """All figures; with `among`, those that a ranking of these entrants needs."""
    fitted = strengths(results)
    joint = joint_order(results, among)
    order = {name: place for place, name in enumerate(joint.beats)} if joint else {}
    rows = [SummaryRow(**vars(row), **vars(each)) for row, each in zip(standings(results), fitted, strict=True)]
    return CellSummary(
        cell=cell,
        games=results.games,
        left_out=results.left_out,
        blocks=results.block_count,
        confidence=CONFIDENCE,
        entrants=tuple(sorted(rows, key=lambda row: (order.get(row.name, len(order)), *_place(row)))),
        seats=seat_effects(results),
        seat_test=seat_test(results),
        pairs=() if joint and among is not None else pairwise(results),
        field=FieldFigures(0, None) if among is not None else field_of(results),
        verdict=verdict,
        joint=joint,
    )


def _place(entrant: SummaryRow) -> tuple[bool, float, str]:
    """The order of the table: strongest first, entrants without a game last."""
    value = entrant.strength.value
    return value is None, -(value or 0.0), entrant.name


def field_of(results: ManyResults) -> FieldFigures:
    rows = lineups_of(results)
    return FieldFigures(len(rows) if results.games else 0, effects(results, rows))


# Strengths with the effects of seats and line-ups taken out: Plackett-Luce, in which these are strengths, too.


def lineups_of(results: ManyResults) -> Ints:
    """All line-ups: a row for each, of its entrants, ascending."""
    every = [distinct(np.sort(part.entrant, axis=1), axis=0) for part in results.parts()]
    return distinct(np.concatenate(every), axis=0)


# The strength of a seat adds to that of its entrant.
# An entrant may be somewhat stronger or weaker in a line-up than elsewhere. A normal prior holds such a shift near 0,
# so that chance alone does not make one.

SHIFTS = 4.0  # the precision of shifts: most are smaller than 1
MOST_LINEUPS = 8  # with more, shifts are left out
MOST_CODES = 2**62  # a set of picks has one number


def effects(results: ManyResults, lineups: Ints) -> Effects | None:
    """The fit with seats and line-ups; None if it would add nothing, or if there are too many entrants."""
    tables = len(lineups) if 1 < len(lineups) <= MOST_LINEUPS else 1
    kinds = len(results.names) * results.seats * tables
    held = added((finished_no_worse(part),) for part in results.parts())[0]
    active = np.isin(np.arange(len(results.names)), lineups)
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
            {name: tidy(column[at]) for at, name in enumerate(results.names) if at in lineup}
            for column, lineup in zip(shifts, lineups, strict=False)
        ),
    )


def _separable(results: ManyResults) -> bool:
    """Whether seats can be separated from the entrants in them: not if every entrant kept its seat."""
    sat = np.zeros((len(results.names), results.seats), np.bool_)
    for part in results.parts():
        game, seat = np.nonzero(part.taken)
        sat[part.entrant[game, seat], seat] = True
    return bool((sat.sum(axis=1) > 1).any())


def _kinds(results: ManyResults, lineups: Ints, tables: int) -> Iterator[Results]:
    """The results with a number for each entrant, seat and line-up in place of the entrant."""
    for part in results.parts(PART // 8):  # kinds are many: less at a time
        kind = part.entrant * results.seats + np.arange(results.seats)
        if tables > 1:
            every = np.concatenate([lineups, np.sort(part.entrant, axis=1)])
            place = np.unique(every, axis=0, return_inverse=True)[1].reshape(-1)
            kind = kind * tables + place[len(lineups) :, None]
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
