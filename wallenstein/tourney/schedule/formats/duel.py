"""Duel: two bots share a table, each holding as many seats as the other.

A table of four is played in all six ways to give two seats to each, one of the six being A A B B. A table of
an odd number cannot be shared evenly, so each block plays both majorities: for three seats A A B and A B B in
every order (6 games), for five seats 3 against 2 and 2 against 3 (20 games). So on each seed both bots have held
every seat equally often, in all company, and of two equal bots each can expect half of the wins. A block's score
is the candidate's share of them, a tie counting for each winner its part.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from wallenstein.tourney.schedule.formats import Seating


class Duel:
    """The one line-up of a duel: all its seatings together are a block."""

    lineups = 1

    def __init__(self, players: int, candidate: int = 0, opponent: int = 1) -> None:
        few, many = players // 2, (players + 1) // 2
        self.all: tuple[Seating, ...] = tuple(
            tuple(candidate if seat in held else opponent for seat in range(players))
            for size in dict.fromkeys((many, few))
            for held in combinations(range(players), size)
        )

    def seatings(self, lineup: int) -> tuple[Seating, ...]:
        """Every even sharing of the table."""
        return self.all


def share(candidate: int, seatings: Sequence[Seating], winners: Sequence[Collection[int]]) -> float:
    """A block's score: the candidate's part of its wins, from the winning seats of each of its games."""
    parts = (
        sum(seating[seat] == candidate for seat in won) / len(won)
        for seating, won in zip(seatings, winners, strict=True)
    )
    return sum(parts) / len(seatings)
