"""Bids, tiles and the turn order, and how seats fare with them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where

SEASON: Final = ["run", "game", "year", "season"]
CARD: Final = "county card"
NOTHING: Final = "nothing"


def bids(run: Tables, by: Sequence[str] = ("bids",), where: Where = None) -> pd.DataFrame:
    """What is bid in a season: the place in the turn order that it brings, and how seats end that bid it.

    `bids` is a number of Thalers, a county card or nothing. Who bids more may win more for other reasons: `tied_bids`
    compares seats that differ in luck alone.
    """
    return _fared(_seasons(run, by, where), by)


def tiles(run: Tables, by: Sequence[str] = ("tile",), where: Where = None) -> pd.DataFrame:
    """Which tile is taken, how early, and how seats end that take it."""
    rows = _seasons(run, ["tile", *by], where)
    return _fared(rows[rows["tile"].notna()], by)


def turn_order(run: Tables, by: Sequence[str] = ("turn_order",), where: Where = None) -> pd.DataFrame:
    """How seats end, by their place in the turn order of a season."""
    return _fared(_seasons(run, by, where), by)


def _fared(rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """How the seats of these seasons end."""
    grouped = Grouped(rows, by)
    grouped.count("seasons")
    grouped.plain("thalers", np.maximum(rows["bid"], 0))
    grouped.mean("place", rows["turn_order"])
    grouped.share("win_share", rows["win"])
    grouped.mean("score", rows["score"])
    return grouped.table


def tied_bids(run: Tables, where: Where = None) -> pd.DataFrame:
    """What it is worth to choose earlier: seats that bid the same are put in order by lot (W26).

    Each tie compares its first with its last: how many more points they make, how much more they win, and how many
    places earlier they play. Only luck tells them apart, so the difference is what the choice is worth.
    """
    rows = _seasons(run, ["chose", "seat"], where)
    rows = rows[(rows["bids"] != NOTHING) & (rows["chose"] > 0)].sort_values([*SEASON, "chose"], kind="stable")
    ties = rows.groupby([*SEASON, "bids"], observed=True, sort=False)
    first, last = ties.head(1), ties.tail(1)
    key = [*SEASON, "bids", BLOCK]
    pairs = first.merge(last, on=key, suffixes=("", "_last"))
    pairs = pairs[pairs["seat"] != pairs["seat_last"]]
    grouped = Grouped(pairs, [])
    grouped.count("ties")
    grouped.mean("score", pairs["score"] - pairs["score_last"])
    grouped.mean("win_share", pairs["win"] - pairs["win_last"])
    grouped.mean("place", pairs["turn_order_last"] - pairs["turn_order"])
    return grouped.table


def _seasons(run: Tables, beside: Sequence[str], where: Where) -> pd.DataFrame:
    """The rows of `turns` but those of winter, with what was bid as one column."""
    needed = dict.fromkeys([*SEASON, "bid", "bid_county", "turn_order", "win", "score", BLOCK, *beside])
    rows = run.read("turns", [column for column in needed if column != "bids"], where)
    rows = rows[rows["season"] != "winter"]
    bid = np.where(rows["bid"] >= 0, rows["bid"].astype(str), np.where(rows["bid_county"].notna(), CARD, NOTHING))
    names = [*map(str, sorted(set(rows.loc[rows["bid"] >= 0, "bid"]))), CARD, NOTHING]
    return rows.assign(bids=pd.Categorical(bid, [name for name in names if name in set(bid)], ordered=True))
