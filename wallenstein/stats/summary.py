"""All figures of the games of one cell, from plain arrays of their results."""

from collections.abc import Collection, Mapping

from wallenstein.stats.figures import CellSummary, FieldFigures, SummaryRow
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.lineups import effects, lineups_of
from wallenstein.stats.paired import pairwise
from wallenstein.stats.results import ManyResults
from wallenstein.stats.standings import seat_effects, seat_test, standings
from wallenstein.stats.strength import joint_order, strengths


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
