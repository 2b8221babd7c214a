"""All that is said of line-ups: shares in each, whether one strength explains them, parts in an adapting field."""

from dataclasses import dataclass

import numpy as np

from wallenstein.stats.field.effects import Effects, effects
from wallenstein.stats.field.lineups import Fit, Lineups, LineupShare, fit, lineup_shares, lineups_of
from wallenstein.stats.field.ties import Ties, ties
from wallenstein.stats.intervals import tidy
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.results import Floats

MOST_LINEUPS = 100  # whose shares are listed
MOST_KEPT = 1000  # whose games are told apart
MOST_MIXED = 30  # entrants of which mixtures are computed

Parts = dict[str, float | None]


@dataclass(frozen=True)
class Field:
    """Line-ups and the field as a whole; what cannot be known is None, such as mixtures where two never met."""

    lineups: int
    shares: tuple[LineupShare, ...]  # empty if there are too many line-ups
    fit: Fit | None
    effects: Effects | None
    ties: Ties | None
    nash: Parts | None
    alpha_rank: Parts | None
    copeland: Parts | None
    borda: Parts | None

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "lineups": self.lineups,
            "shares": [share.as_dict() for share in self.shares],
            "fit": None if self.fit is None else self.fit.as_dict(),
            "effects": None if self.effects is None else self.effects.as_dict(),
            "ties": None if self.ties is None else self.ties.as_dict(),
            "nash": self.nash,
            "alpha_rank": self.alpha_rank,
            "copeland": self.copeland,
            "borda": self.borda,
        }


def field_of(results: ManyResults) -> Field:
    """What the results say of the field."""
    rows = lineups_of(results)
    count = len(rows) if results.games else 0
    lineups = Lineups.of(results, rows) if count <= MOST_KEPT else Lineups.pooled(results)
    listed = lineup_shares(results, lineups) if count <= MOST_LINEUPS else ()
    return Field(count, listed, fit(lineups), effects(results, lineups), ties(results), *_by_pairs(results, lineups))


def _by_pairs(results: ManyResults, lineups: Lineups) -> tuple[Parts | None, Parts | None, Parts | None, Parts | None]:
    """What follows from the shares of all pairs: Nash averaging, alpha-rank, Copeland and Borda."""
    active = np.flatnonzero(lineups.seats.any(axis=0))
    if not 2 < len(active) <= MOST_MIXED:
        return None, None, None, None
    # its optimiser takes a tenth of a second to import
    from wallenstein.stats.field.meta_game import alpha_rank, borda, copeland, mean_shares, nash_average

    share = mean_shares(lineups)[np.ix_(active, active)]
    if np.isnan(share).any():
        return None, None, None, None

    def named(parts: Floats) -> Parts:
        return {results.names[entrant]: tidy(part) for entrant, part in zip(active, parts, strict=True)}

    mixed = named(np.round(nash_average(share), 3)), named(alpha_rank(share))
    return *mixed, named(copeland(share)), named(borda(share))
