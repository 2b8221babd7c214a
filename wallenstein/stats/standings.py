"""Standings: what each entrant won, its mean rank and its mean score."""

from dataclasses import dataclass

import numpy as np

from wallenstein.stats.bootstrap import Resampling
from wallenstein.stats.measure import Measure, means, shares, tidy
from wallenstein.stats.placings import Placings
from wallenstein.stats.results import Results


@dataclass(frozen=True)
class Standing:
    """How one entrant did. `parity` is the win share of a bot as good as its tables."""

    name: str
    games: int
    seats: int
    blocks: int
    parity: float | None
    win_share: Measure
    rank: Measure
    score: Measure

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "name": self.name,
            "games": self.games,
            "seats": self.seats,
            "blocks": self.blocks,
            "parity": self.parity,
            "win_share": self.win_share.as_dict(),
            "rank": self.rank.as_dict(),
            "score": self.score.as_dict(),
        }


def standings(results: Results, placings: Placings, resampling: Resampling) -> tuple[Standing, ...]:
    """A standing for each entrant, in the order of the names."""
    entrants = len(results.names)
    rows = placings.block, placings.entrant, entrants
    whole = np.full(len(placings.entrant), float(placings.parts))
    ones = np.ones(len(placings.entrant))
    win_share = shares(resampling.ratios(*rows, placings.win, whole))
    rank = means(resampling.ratios(*rows, placings.rank, whole))
    score = means(resampling.ratios(*rows, placings.score, ones))
    seats = np.bincount(placings.entrant, minlength=entrants)
    fair = np.bincount(placings.entrant, 1 / placings.players, entrants)
    return tuple(
        Standing(
            name=name,
            games=int((results.entrant == i).any(axis=1).sum()),
            seats=int(seats[i]),
            blocks=len(np.unique(placings.block[placings.entrant == i])),
            parity=tidy(fair[i] / seats[i]) if seats[i] else None,
            win_share=win_share[i],
            rank=rank[i],
            score=score[i],
        )
        for i, name in enumerate(results.names)
    )
