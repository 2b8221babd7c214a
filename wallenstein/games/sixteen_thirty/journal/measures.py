"""Measures of games from their tables, one value per game, for comparing cells."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.game import ColumnReader, Measure

COUNTED: Final = {  # tables of which the rows of a game are counted
    "lobbies": "lobbies per game",
    "wars": "wars per game",
    "leagues": "leagues per game",
}


def measures(tables: Sequence[str], read: ColumnReader) -> list[Measure]:
    """All measures that the recorded tables allow."""
    found: list[Measure] = []
    if "turns" not in tables:
        return found
    rows = read("turns", ["game", "turn", "gain", "specials", "added", "votes_won", "votes_lost"])
    numbers, game = np.unique(rows["game"], return_inverse=True)
    seats = np.bincount(game[rows["turn"] == 1], minlength=len(numbers))

    def total(*columns: str) -> NDArray[np.float64]:
        values = sum(rows[column].astype(np.float64) for column in columns)  # exact: whole numbers
        return np.bincount(game, np.asarray(values), len(numbers)).astype(np.float64)

    turns = np.zeros(len(numbers))
    np.maximum.at(turns, game, rows["turn"].astype(np.float64))
    lost, won = total("votes_lost"), total("votes_won")
    found += [
        Measure("turns per game", False, numbers, turns),
        Measure("victory points per seat", False, numbers, total("gain") / seats),
        Measure("victory points per seat and turn", False, numbers, total("gain") / seats / turns),
        Measure("special cards per seat", False, numbers, total("specials") / seats),
        Measure("influence cards added per seat", False, numbers, total("added") / seats),
        Measure("votes lost", True, numbers, lost / np.maximum(lost + won, 1)),
    ]
    for table, text in COUNTED.items():
        if table in tables:
            place = np.searchsorted(numbers, read(table, ["game"])["game"])
            counted = np.bincount(place, minlength=len(numbers)).astype(np.float64)
            found.append(Measure(text, False, numbers, counted))
    return found
