"""Results, whatever the game."""

from collections.abc import Sequence

import pandas as pd

from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where


def win_shares(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> pd.DataFrame:
    """How often seats win, and what rank and score they reach, by bot, seat, or any column of games and seats.

    `fair` is the share that a seat would win if all were equal.
    """
    rows = run.read("seats", list(dict.fromkeys(["win", "rank", "score", "players", BLOCK, *by])), where)
    grouped = Grouped(rows, by)
    grouped.count("games")
    grouped.plain("fair", 1 / rows["players"])
    grouped.share("win_share", rows["win"])
    grouped.mean("rank", rows["rank"])
    grouped.mean("score", rows["score"])
    return grouped.table
