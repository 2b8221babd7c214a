"""What each seat of each game got: its part of the win, its rank, its lead over the table."""

from dataclasses import dataclass
from math import lcm

import numpy as np

from wallenstein.stats.results import Floats, Ints, Results


@dataclass(frozen=True, eq=False)
class Placings:
    """One row for each taken seat. Fractions are kept as whole numbers of `parts`, so that sums are exact."""

    parts: int
    block: Ints
    seat: Ints
    entrant: Ints
    players: Ints
    win: Floats  # parts of the win: all of them, or an equal share when the first place is tied
    rank: Floats  # parts; tied seats share the mean of the places that they fill
    score: Floats
    lead: Floats  # parts; score less the mean score of the table

    @staticmethod
    def of(results: Results) -> "Placings":
        """Split wins and ranks of all games."""
        taken = results.taken
        parts = 2 * lcm(*range(1, results.seats + 1))
        better, tied = _compared(results)
        players = np.broadcast_to(taken.sum(axis=1, keepdims=True), taken.shape)
        first = (better == 0) & taken
        shared = np.maximum(first.sum(axis=1, keepdims=True), 1)
        score = np.where(taken, results.score, 0.0)
        table = score.sum(axis=1, keepdims=True)
        lead = parts * score - parts // np.maximum(players, 1) * table
        seats = np.arange(results.seats, dtype=np.int64)
        return Placings(
            parts=parts,
            block=np.broadcast_to(results.block[:, None], taken.shape)[taken],
            seat=np.broadcast_to(seats, taken.shape)[taken],
            entrant=results.entrant[taken],
            players=players[taken],
            win=(first * (parts // shared))[taken].astype(np.float64),
            rank=(parts * (1 + better) + parts // 2 * tied)[taken].astype(np.float64),
            score=score[taken],
            lead=lead[taken],
        )


def _compared(results: Results) -> tuple[Ints, Ints]:
    """For every seat, how many others finished better and how many level."""
    better = np.zeros(results.rank.shape, np.int64)
    tied = np.zeros(results.rank.shape, np.int64)
    for other in range(results.seats):
        there = results.taken[:, other : other + 1]
        theirs = results.rank[:, other : other + 1]
        better += there & (theirs < results.rank)
        level = there & (theirs == results.rank)
        level[:, other] = False
        tied += level
    return better, tied
