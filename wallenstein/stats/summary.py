"""All figures about the results of a run, as one value."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.lineups import (
    Effects,
    Lineups,
    LineupShare,
    StrengthFit,
    effects,
    fit,
    lineup_shares,
    lineups_of,
)
from wallenstein.stats.paired import Meetings, pairwise
from wallenstein.stats.results import ManyResults
from wallenstein.stats.standings import BotStanding, SeatEffect, SeatTest, seat_effects, seat_test, standings
from wallenstein.stats.strength import Strength, strengths

# All that is said of line-ups: shares in each, whether one strength explains them, Nash averaging.

MOST_LINEUPS = 100  # whose shares are listed
MOST_KEPT = 1000  # whose games are told apart
MOST_MIXED = 30  # entrants of which mixtures are computed

Parts = dict[str, float | None]


@dataclass(frozen=True)
class FieldFigures:
    """Line-ups and the field as a whole; what cannot be known is None, such as mixtures where two never met."""

    lineups: int
    shares: tuple[LineupShare, ...]  # empty if there are too many line-ups
    fit: StrengthFit | None
    effects: Effects | None
    nash: Parts | None

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "lineups": self.lineups,
            "shares": [share.as_dict() for share in self.shares],
            "fit": None if self.fit is None else self.fit.as_dict(),
            "effects": None if self.effects is None else self.effects.as_dict(),
            "nash": self.nash,
        }


def field_of(results: ManyResults) -> FieldFigures:
    """What the results say of the field."""
    rows = lineups_of(results)
    count = len(rows) if results.games else 0
    lineups = Lineups.of(results, rows) if count <= MOST_KEPT else Lineups.pooled(results)
    listed = lineup_shares(results, lineups) if count <= MOST_LINEUPS else ()
    return FieldFigures(count, listed, fit(lineups), effects(results, lineups), _mixed(results, lineups))


def _mixed(results: ManyResults, lineups: Lineups) -> Parts | None:
    """Each entrant's part in the mixture that none beats."""
    active = np.flatnonzero(lineups.seats.any(axis=0))
    if not 2 < len(active) <= MOST_MIXED:
        return None
    # its optimiser takes a tenth of a second to import
    from wallenstein.stats.meta_game import mean_shares, nash_average

    share = mean_shares(lineups)[np.ix_(active, active)]
    if np.isnan(share).any():
        return None
    parts = np.round(nash_average(share), 3)
    return {results.names[entrant]: tidy(part) for entrant, part in zip(active, parts, strict=True)}


@dataclass(frozen=True)
class SummaryRow:
    """One row of the final table."""

    standing: BotStanding
    strength: Strength

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {**self.standing.as_dict(), **self.strength.as_dict()}


@dataclass(frozen=True)
class Summary:
    """Entrants (strongest first), seats, pairs, and line-ups, with the number of games and blocks behind them."""

    games: int
    left_out: int
    blocks: int
    entrants: tuple[SummaryRow, ...]
    seats: tuple[SeatEffect, ...]
    seat_test: SeatTest
    pairs: tuple[Meetings, ...]
    field: FieldFigures

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order and rounded numbers; None for what cannot be known."""
        return {
            "games": self.games,
            "left_out": self.left_out,
            "blocks": self.blocks,
            "confidence": CONFIDENCE,
            "entrants": _dicts(self.entrants),
            "seats": _dicts(self.seats),
            "seat_test": self.seat_test.as_dict(),
            "pairs": _dicts(self.pairs),
            "field": self.field.as_dict(),
        }

    def to_json(self) -> str:
        """The text of `summary.json`; equal results give equal bytes."""
        return json.dumps(self.as_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def summary(results: ManyResults) -> Summary:
    """All figures of these results."""
    pairs = pairwise(results)
    fitted = strengths(results)
    table = map(SummaryRow, standings(results), fitted)
    return Summary(
        games=results.games,
        left_out=results.left_out,
        blocks=results.block_count,
        entrants=tuple(sorted(table, key=_place)),
        seats=seat_effects(results),
        seat_test=seat_test(results),
        pairs=pairs,
        field=field_of(results),
    )


def _place(entrant: SummaryRow) -> tuple[bool, float, str]:
    """The order of the table: strongest first, entrants that never played last."""
    value = entrant.strength.strength.value
    return value is None, -(value or 0.0), entrant.standing.name


def _dicts(rows: Sequence[SummaryRow | SeatEffect | Meetings]) -> list[dict[str, object]]:
    return [row.as_dict() for row in rows]
