"""Where points come from, and what things are worth that are held when the first year ends."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where
from wallenstein.stats.regression import least_squares, less_mean

SEAT: Final = ["run", "game", "seat"]
SOURCES: Final = {
    "counties": "counties",
    "palaces": "palaces",
    "churches": "churches",
    "trading posts": "posts",
    "most palaces": "vp_palaces",
    "most churches": "vp_churches",
    "most trading posts": "vp_posts",
}
ELSEWHERE: Final = "favors and benefits"
HOLDINGS: Final = ("counties", "palaces", "churches", "posts", "armies", "tower", "tray", "grain", "thalers", "markers")


def sources_of_points(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> pd.DataFrame:
    """The points of a game by source, and the share of all points that they are.

    `by` may name columns of games and seats, such as `win`, and `year`, for the points of each year apart.
    """
    needed = dict.fromkeys([*SEAT, "year", "season", "vp", BLOCK, *by, *SOURCES.values()])
    rows = run.read("seasons", list(needed), where)
    rows = rows[rows["season"] == "winter"].sort_values([*SEAT, "year"], kind="stable")
    before = rows.groupby(SEAT, observed=True)["vp"].shift(fill_value=0)
    points = rows[list(SOURCES.values())].astype(np.int64).set_axis(list(SOURCES), axis=1)
    made = (rows["vp"] - before).to_numpy()
    points[ELSEWHERE] = made - points.sum(axis=1)
    seats = (1 if "year" in by else rows["year"] == rows["year"].min()) * np.ones(len(rows))
    found = []
    for source in points if points[ELSEWHERE].any() else SOURCES:
        grouped = Grouped(rows, by)
        grouped.table["source"] = pd.Categorical([source] * len(grouped.table), [*SOURCES, ELSEWHERE], ordered=True)
        grouped.mean("points", points[source], seats)
        grouped.mean("of_all", points[source], made)
        found.append(grouped.table)
    table = pd.concat(found, ignore_index=True)
    return table.sort_values([*by, "source"], kind="stable", ignore_index=True)


def worth_of_holdings(
    run: Tables, season: str = "winter", year: int = 1, holdings: Sequence[str] = HOLDINGS, where: Where = None
) -> pd.DataFrame:
    """What one more of each thing, held after a season, adds to the points still to come, and to the share of wins.

    Fitted by least squares to the differences between the seats of a game, with each bot's own level taken out. So it
    compares seats that hold as much of everything else; it does not say what would come of giving somebody a palace.
    Grain and markers of a winter are those before they are removed (W73).
    """
    needed = [*SEAT, "season", "year", "bot", "vp", "score", "win", BLOCK, *holdings]
    rows = run.read("seasons", needed, where)
    rows = rows[(rows["season"] == season) & (rows["year"] == year)]
    game = rows.groupby(["run", "game"], observed=True).ngroup()
    bots = pd.get_dummies(rows["bot"]).to_numpy(np.float64)
    things = rows[[*holdings, "vp"]].to_numpy(np.float64)
    columns = [less_mean(column, game) for column in (*things.T, *bots.T[1:])]
    table = pd.DataFrame({"holding": list(holdings), "held": things[:, :-1].mean(axis=0)})
    for name, values in (("points", rows["score"] - rows["vp"]), ("win_share", rows["win"])):
        found = least_squares(columns, less_mean(values, game), rows[BLOCK])[: len(holdings)]
        table[name] = np.array([each.value for each in found], np.float64)
        table[f"{name}_low"] = np.array([each.low for each in found], np.float64)
        table[f"{name}_high"] = np.array([each.high for each in found], np.float64)
    return table
