"""All figures of the games of one cell, from plain arrays of their results."""

from collections.abc import Mapping

import numpy as np

from wallenstein.stats.figures import CellSummary, FieldFigures, SummaryRow
from wallenstein.stats.groups import joint_order
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.lineups import Lineups, effects, fit, lineup_shares, lineups_of
from wallenstein.stats.paired import pairwise
from wallenstein.stats.results import Floats, ManyResults
from wallenstein.stats.standings import seat_effects, seat_test, standings
from wallenstein.stats.strength import strengths

MOST_LINEUPS = 100  # of line-ups with shares
MOST_KEPT = 1000  # of line-ups that are kept apart
MOST_MIXED = 30  # entrants of which mixtures are computed
LEAST = 1e-12


def summary(results: ManyResults, cell: str = "", verdict: Mapping[str, object] | None = None) -> CellSummary:
    pairs = pairwise(results)
    fitted = strengths(results)
    joint = joint_order(results)
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
        pairs=pairs,
        field=field_of(results),
        verdict=verdict,
        joint=joint,
    )


def _place(entrant: SummaryRow) -> tuple[bool, float, str]:
    """The order of the table: strongest first, entrants without a game last."""
    value = entrant.strength.value
    return value is None, -(value or 0.0), entrant.name


def field_of(results: ManyResults) -> FieldFigures:
    """Shares in each line-up, whether one strength explains them, and Nash averaging."""
    rows = lineups_of(results)
    count = len(rows) if results.games else 0
    lineups = Lineups.of(results, rows) if count <= MOST_KEPT else Lineups.pooled(results)
    listed = lineup_shares(results, lineups) if count <= MOST_LINEUPS else ()
    return FieldFigures(count, listed, fit(lineups), effects(results, lineups), _mixed(results, lineups))


def _mixed(results: ManyResults, lineups: Lineups) -> dict[str, float | None] | None:
    """Each entrant's part in the unbeaten mixture, which an adapting field would play."""
    active = np.flatnonzero(lineups.seats.any(axis=0))
    if not 2 < len(active) <= MOST_MIXED:
        return None
    share = mean_shares(lineups)[np.ix_(active, active)]
    if np.isnan(share).any():
        return None
    parts = np.round(nash_average(share), 3)
    return {results.names[entrant]: tidy(part) for entrant, part in zip(active, parts, strict=True)}


def mean_shares(lineups: Lineups) -> Floats:
    """How often each entrant finished ahead of each other; every line-up of both has the same weight.

    NaN where two never met.
    """
    share = np.divide(lineups.ahead, lineups.met, out=np.zeros_like(lineups.ahead), where=lineups.met > 0)
    known = (lineups.met > 0).sum(axis=0)
    mean: Floats = np.divide(share.sum(axis=0), known, out=np.full(known.shape, np.nan), where=known > 0)
    np.fill_diagonal(mean, 0.5)
    return mean


def nash_average(share: Floats) -> Floats:
    """The mixture that no entrant beats, with the largest entropy."""
    lead, entrants = share - 0.5, len(share)
    beats_all = np.count_nonzero(lead > 0, axis=1) == entrants - 1
    if beats_all.any():
        return np.asarray(beats_all, np.float64)  # no mixture with others is unbeaten
    from scipy.optimize import Bounds, LinearConstraint, minimize  # takes a tenth of a second to import

    found = minimize(
        _order,
        np.full(entrants, 1 / entrants),
        jac=_slope,
        bounds=Bounds(np.zeros(entrants), np.ones(entrants)),
        constraints=[LinearConstraint(lead, ub=0), LinearConstraint(np.ones((1, entrants)), 1, 1)],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    mixed = np.where(found.x < 1e-6, 0, found.x)
    whole: Floats = mixed / mixed.sum()
    return whole


def _order(mixed: Floats) -> float:
    """The opposite of entropy."""
    parts = np.maximum(mixed, LEAST)
    return float(parts @ np.log(parts))


def _slope(mixed: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(mixed, LEAST)) + 1, np.float64)
