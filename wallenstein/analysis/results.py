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


def estimate(
    frame: pd.DataFrame, by: Sequence[str], part: str, whole: str | None = None, share: bool = False
) -> pd.DataFrame:
    """A figure of your own for each group of a frame, with its 95 % interval by block.

    The figure is the sum of the column `part` by that of `whole`, or by the number of rows. `share` says that it cannot
    leave 0 to 1, so that its interval does not either. The frame needs the column `seed`.
    """
    grouped = Grouped(frame, by)
    grouped.count("rows")
    make = grouped.share if share else grouped.mean
    make(part, frame[part], 1.0 if whole is None else frame[whole])
    return grouped.table
