"""Seat effect: what a seat is worth, for all entrants together and for each."""

from dataclasses import dataclass

import numpy as np

from wallenstein.stats.bootstrap import Resampling
from wallenstein.stats.measure import Measure, means, shares, tidy
from wallenstein.stats.placings import Placings
from wallenstein.stats.results import Floats, Ints, Results


@dataclass(frozen=True)
class SeatEffect:
    """How a seat did, for one entrant or (when that is None) for all: wins, and score above the table's mean."""

    seat: int
    entrant: str | None
    games: int
    parity: float | None
    win_share: Measure
    lead: Measure

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "seat": self.seat,
            "entrant": self.entrant,
            "games": self.games,
            "parity": self.parity,
            "win_share": self.win_share.as_dict(),
            "lead": self.lead.as_dict(),
        }


def seat_effects(results: Results, placings: Placings, resampling: Resampling) -> tuple[SeatEffect, ...]:
    """The effect of each seat: first over all entrants, then entrant by entrant where a seat was taken."""
    everyone = _effects(placings, resampling, placings.seat, (None,), results.seats)
    column = placings.entrant * results.seats + placings.seat
    each = _effects(placings, resampling, column, results.names, results.seats)
    return everyone + each


def _effects(
    placings: Placings, resampling: Resampling, column: Ints, names: tuple[str | None, ...], seats: int
) -> tuple[SeatEffect, ...]:
    columns = len(names) * seats
    whole = np.full(len(column), float(placings.parts))
    win_share = shares(resampling.ratios(placings.block, column, columns, placings.win, whole))
    lead = means(resampling.ratios(placings.block, column, columns, placings.lead, whole))
    games = np.bincount(column, minlength=columns)
    fair: Floats = np.bincount(column, 1 / placings.players, columns).astype(np.float64)
    return tuple(
        SeatEffect(
            seat=i % seats,
            entrant=names[i // seats],
            games=int(games[i]),
            parity=tidy(fair[i] / games[i]),
            win_share=win_share[i],
            lead=lead[i],
        )
        for i in range(columns)
        if games[i]
    )
