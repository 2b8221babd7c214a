"""Gauntlet: one candidate at every table, the field in the other seats."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

from wallenstein.tourney.schedule.formats import Seating


def lineups(entries: int, players: int, candidate: int, same: bool, repeat: bool) -> Iterator[Seating]:
    """Every table. With `same` one bot holds all seats of the field; with `repeat` it may hold several."""
    field = [entry for entry in range(entries) if entry != candidate]
    others: Iterator[Seating]
    if same:
        others = ((entry,) * (players - 1) for entry in field)
    elif repeat:
        others = combinations_with_replacement(field, players - 1)
    else:
        others = combinations(field, players - 1)
    return ((candidate, *seats) for seats in others)


def count(entries: int, players: int, same: bool, repeat: bool) -> int:
    """How many tables that makes."""
    field, seats = entries - 1, players - 1
    if same:
        return field
    return comb(field + seats - 1, seats) if repeat else comb(field, seats)
