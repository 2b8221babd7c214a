"""Battles against their odds, and what the tower keeps."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from wallenstein.games.wallenstein.journal.tables import COLOURS
from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where
from wallenstein.stats.regression import least_squares

HANDS: Final = ["kind", "other", "thrown", "thrown_other", "thrown_peasants"]
TRAYS: Final = ["tray_own", "tray_other", "tray_peasants"]
TENTHS: Final = 10
PEASANTS: Final = COLOURS[-1]


def battle_odds(run: Tables, by: Sequence[str] = ("own", "against"), where: Where = None) -> pd.DataFrame:
    """How often attackers win, beside the chance that the tower's odds gave them, exact where it is a sieve.

    `by` may name columns of `throws`, of games and of seats (of the attacker), and: `own`, the cubes that the attacker
    throws in, with those in the tray; `against`, those of the defender and of peasants that join; `chance`, the odds in
    tenths, from; `player`, whether the defender is one.
    """
    made = {"own", "against", "chance", "player"}
    needed = dict.fromkeys(
        [*HANDS, *TRAYS, "joined", "end", "odds", BLOCK, *(column for column in by if column not in made)]
    )
    rows = run.read("throws", list(needed), where)
    rows = rows[rows["kind"] == "battle"].copy()
    peasants = np.where(rows["joined"], _sum(rows, "thrown_peasants", "tray_peasants"), 0)
    rows["own"] = _sum(rows, "thrown", "tray_own")
    rows["against"] = _sum(rows, "thrown_other", "tray_other") + peasants
    rows["chance"] = np.minimum(np.floor(rows["odds"] * TENTHS), TENTHS - 1) / TENTHS
    rows["player"] = rows["other"] >= 0
    won = (rows["end"] == "attacker").to_numpy()
    grouped = Grouped(rows, by)
    grouped.count("battles")
    grouped.share("won", won)
    grouped.plain("expected", rows["odds"])
    grouped.mean("difference", won - rows["odds"])
    return grouped.table


def tower_memory(run: Tables, by: Sequence[str] = ("inside",), where: Where = None) -> pd.DataFrame:
    """What comes out of the tower, by how many cubes of the colour were `inside` before.

    A row of a group is one colour in one throw: `fell` and `out` are cubes in the mean, `paid_back` is what came out
    for each cube that fell in.
    """
    made = ("inside", "colour")
    each = _by_colour(run, [column for column in by if column not in made], where)
    grouped = Grouped(each, by)
    grouped.count("throws")
    grouped.plain("fell", each["fell"])
    grouped.mean("out", each["out"])
    grouped.mean("paid_back", each["out"], each["fell"])
    return grouped.table


def tower_rates(run: Tables, where: Where = None) -> pd.DataFrame:
    """The chances with which a cube that falls in, and one that was inside before, comes out: fitted by least squares.

    A sieve (T2) has the same chances whatever else is thrown; other towers only in the mean.
    """
    each = _by_colour(run, [], where)
    found = least_squares([each["fell"], each["inside"]], each["out"], each[BLOCK])
    rows = [(name, one.value, one.low, one.high) for name, one in zip(("falls in", "was inside"), found, strict=True)]
    return pd.DataFrame(rows, columns=["cube", "comes_out", "comes_out_low", "comes_out_high"])


def _by_colour(run: Tables, beside: Sequence[str], where: Where) -> pd.DataFrame:
    """A row for each colour in each throw but the first, which fills the tower."""
    cubes = [f"{part}_{colour}" for part in ("tray", "inside", "out") for colour in COLOURS]
    needed = dict.fromkeys(["seat", *HANDS, BLOCK, *cubes, *beside])
    rows = run.read("throws", list(needed), where)
    rows = rows[rows["kind"] != "fill"]
    parts = []
    for colour in COLOURS:
        part = rows[[BLOCK, *beside]].copy()
        fell = rows[f"tray_{colour}"].astype(np.int64)
        if colour == PEASANTS:
            fell = fell + rows["thrown_peasants"]
        else:
            fell = fell + np.where(rows["seat"] == int(colour), rows["thrown"], 0)
            fell = fell + np.where(rows["other"] == int(colour), rows["thrown_other"], 0)
        part["colour"], part["fell"] = colour, fell
        part["inside"], part["out"] = rows[f"inside_{colour}"].astype(np.int64), rows[f"out_{colour}"].astype(np.int64)
        parts.append(part[(part["fell"] > 0) | (part["inside"] > 0)])
    return pd.concat(parts, ignore_index=True)


def _sum(rows: pd.DataFrame, *columns: str) -> pd.Series:
    return rows[list(columns)].astype(np.int64).sum(axis=1)
