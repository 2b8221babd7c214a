"""Measures of games from their tables, one value per game, for comparing cells."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.game import ColumnReader, Measure

SEATS: Final = 8  # more than any table has
YEARS: Final = 2
HOLDINGS: Final = ("counties", "palaces", "churches", "posts")
MAJORITIES: Final = ("vp_palaces", "vp_churches", "vp_posts")


def measures(tables: Sequence[str], read: ColumnReader) -> list[Measure]:
    """All measures that the recorded tables allow."""
    found: list[Measure] = []
    if {"seats", "seasons"} <= set(tables):
        found += sources(read)
    if "throws" in tables:
        found += battles(read)
    return found


def sources(read: ColumnReader) -> list[Measure]:
    """Where the winner's points come from; a shared win counts the mean of the winners."""
    seats = read("seats", ["game", "seat", "rank", "score", "win"])
    rows = read("seasons", ["game", "seat", "season", *HOLDINGS, *MAJORITIES])
    winter = rows["season"] == "winter"
    key = seats["game"].astype(np.int64) * SEATS + seats["seat"]
    at = np.searchsorted(key, rows["game"][winter].astype(np.int64) * SEATS + rows["seat"][winter])

    def total(*names: str) -> NDArray[np.float64]:
        per_row = sum(rows[name][winter].astype(np.float64) for name in names)  # exact: arrays
        return np.bincount(at, np.asarray(per_row), len(key)).astype(np.float64)

    score = seats["score"].astype(np.float64)
    counties, buildings, majorities = total("counties"), total("palaces", "churches", "posts"), total(*MAJORITIES)
    numbers, game = np.unique(seats["game"], return_inverse=True)
    win = seats["win"].astype(np.float64)
    whole = np.maximum(score, 1)

    def of_winner(text: str, points: NDArray[np.float64]) -> Measure:
        return Measure(text, True, numbers, np.bincount(game, win * points / whole, len(numbers)))

    mean = np.bincount(game, score, len(numbers)) / np.bincount(game, minlength=len(numbers))
    best = np.bincount(game, win * score, len(numbers))
    return [
        Measure("victory points per seat", False, numbers, mean),
        Measure("victory points of the winner", False, numbers, best),
        of_winner("winner's points from counties", counties),
        of_winner("winner's points from buildings", buildings),
        of_winner("winner's points from majorities", majorities),
        of_winner("winner's points from favors and benefits", score - counties - buildings - majorities),
    ]


def battles(read: ColumnReader) -> list[Measure]:
    """How often there are battles and revolts, and how they end."""
    rows = read("throws", ["game", "kind", "end", "other"])
    numbers, game = np.unique(rows["game"], return_inverse=True)

    def count(text: str, which: NDArray[np.bool_]) -> Measure:
        counted = np.bincount(game[which], minlength=len(numbers)).astype(np.float64)
        return Measure(text, False, numbers, counted)

    battle = rows["kind"] == "battle"
    players = battle & (rows["other"] >= 0)
    return [
        count("battles per game", battle),
        count("battles between players per game", players),
        count("counties taken from players per game", players & (rows["end"] == "attacker")),
        count("revolts per game, including winter", (rows["kind"] == "revolt") | (rows["kind"] == "winter")),
        count("counties lost to revolts per game", rows["end"] == "lost"),
    ]
