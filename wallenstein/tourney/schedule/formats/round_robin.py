"""Round-robin: every choice of bots that fills a table."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

from wallenstein.tourney.schedule.formats import Seating


def lineups(entries: int, players: int, repeat: bool) -> Iterator[Seating]:
    """Every table, in the order of the entries. With `repeat` a bot may sit there twice, but not alone."""
    if not repeat:
        return combinations(range(entries), players)
    return (seats for seats in combinations_with_replacement(range(entries), players) if len(set(seats)) > 1)


def count(entries: int, players: int, repeat: bool) -> int:
    """How many tables that makes."""
    return comb(entries + players - 1, players) - entries if repeat else comb(entries, players)
