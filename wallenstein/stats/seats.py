"""Whether seats differ beyond chance: what a bot wins in them, whoever it is."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from wallenstein.stats.block_sums import BlockSums, ByBlock, added
from wallenstein.stats.intervals import CONFIDENCE, tidy
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.results import Results
from wallenstein.stats.standings import Placings


@dataclass(frozen=True)
class SeatTest:
    """How often chance alone favours some seat as much as here; None if that cannot be known, as from one block."""

    p: float | None

    @property
    def differ(self) -> bool:
        """Whether seats differ beyond chance."""
        return self.p is not None and self.p < 1 - CONFIDENCE

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {"p": None if self.p is None else tidy(self.p), "differ": self.differ}


def seat_test(results: ManyResults) -> SeatTest:
    """Tests by block whether each seat wins as often as all others at its tables.

    The smallest chance of all seats counts times their number (Bonferroni). It is about bots and seats together unless
    every bot has sat in every seat as often.
    """
    (wins,) = added([_wins_above_fair(part)] for part in results.parts())
    error = np.sqrt(wins.variance)
    known = error > 0
    if not known.any():
        return SeatTest(None)
    chances = 2 * stdtr(wins.blocks[known] - 1, -np.abs(wins.value[known]) / error[known])
    return SeatTest(min(1.0, float(chances.min()) * int(known.sum())))


def _wins_above_fair(results: Results) -> BlockSums:
    """By seat, over blocks: wins less an equal share of them; in parts, so that sums are exact."""
    placings = Placings.of(results)
    rows = ByBlock(placings.block, placings.seat, results.seats)
    fair = placings.parts / placings.players
    return rows.sums(placings.win - fair, np.full(len(fair), float(placings.parts)))
