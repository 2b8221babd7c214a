"""Formats whose tables are the same on every seed: round-robin, gauntlet, list and duel."""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

from wallenstein.tourney.formats import Seating, rotations


class LineUps:
    """Some line-ups, each in all rotations or as listed."""

    def __init__(self, lineups: Iterable[Seating], rotate: bool) -> None:
        self.all: Final = tuple(lineups)
        self.rotate: Final = rotate
        self.tables = len(self.all)

    def games(self, table: int) -> int:
        """How many games a table has on a seed."""
        return len(self.seatings(0, table))

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        """The games of a table, on every seed."""
        seating = self.all[table]
        return rotations(seating) if self.rotate else (seating,)


class Duel:
    """Two bots share a table, each holding as many seats as the other: all ways to do so are a block.

    A table of four is played in all six ways to give two seats to each, one of the six being A A B B. A table of an odd
    number cannot be shared evenly, so each block plays both majorities: for three seats A A B and A B B in every order
    (6 games), for five seats 3 against 2 and 2 against 3 (20 games). So on each seed both bots have held every seat
    equally often, in all company, and of two equal bots each can expect half of the wins.
    """

    tables = 1

    def __init__(self, players: int, candidate: int = 0, opponent: int = 1) -> None:
        few, many = players // 2, (players + 1) // 2
        self.all: tuple[Seating, ...] = tuple(
            tuple(candidate if seat in held else opponent for seat in range(players))
            for size in dict.fromkeys((many, few))
            for held in combinations(range(players), size)
        )

    def games(self, table: int) -> int:
        """How many games a seed has."""
        return len(self.all)

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        """Every even split of the seats."""
        return self.all


def round_robin_lineups(entries: int, players: int, repeat: bool) -> Iterator[Seating]:
    """Every table, in the order of the entries. With `repeat`, a bot may have several seats, but not all."""
    if not repeat:
        return combinations(range(entries), players)
    return (seats for seats in combinations_with_replacement(range(entries), players) if len(set(seats)) > 1)


def round_robin_count(entries: int, players: int, repeat: bool) -> int:
    """How many tables a round-robin has."""
    return comb(entries + players - 1, players) - entries if repeat else comb(entries, players)


def gauntlet_lineups(entries: int, players: int, candidate: int, same: bool, repeat: bool) -> Iterator[Seating]:
    """Every table. With `same`, one bot holds all seats of the field; with `repeat`, it may hold several."""
    field = [entry for entry in range(entries) if entry != candidate]
    others: Iterator[Seating]
    if same:
        others = ((entry,) * (players - 1) for entry in field)
    elif repeat:
        others = combinations_with_replacement(field, players - 1)
    else:
        others = combinations(field, players - 1)
    return ((candidate, *seats) for seats in others)


def gauntlet_count(entries: int, players: int, same: bool, repeat: bool) -> int:
    """How many tables a gauntlet has."""
    field, seats = entries - 1, players - 1
    if same:
        return field
    return comb(field + seats - 1, seats) if repeat else comb(field, seats)
