"""What counties are fought over, and who has the most buildings of a region."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.names import BUILDINGS
from wallenstein.games.wallenstein.phases.scoring import MAJORITY
from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where

GAME: Final = ["run", "game"]
THROW: Final = ["county", "kind", "other", "thrown", "end"]


def contested_counties(run: Tables, by: Sequence[str] = (), where: Where = None) -> pd.DataFrame:
    """How often each county is fought over in a game, and with what end; the most contested first.

    `by` and `where` name columns of games, such as `cell`.
    """
    games = run.read("games", list(dict.fromkeys([*GAME, BLOCK, *by])), where)
    rows = run.read("throws", [*GAME, *THROW], where)
    rows = rows[rows["county"].notna()]
    names = [name for name in board().ids if name in set(rows["county"])]
    each = games.merge(pd.DataFrame({"county": pd.Categorical(names, names, ordered=True)}), how="cross")
    battle = rows["kind"] == "battle"
    counted: dict[str, pd.Series] = {
        "battles": battle,
        "against_players": battle & (rows["other"] >= 0),
        "won": battle & (rows["end"] == "attacker"),
        "thrown": battle * rows["thrown"].astype(np.int64),
        "revolts": ~battle,
        "lost": rows["end"] == "lost",
    }
    sums = rows[[*GAME, "county"]].astype({"county": str})
    for name, values in counted.items():
        sums[name] = values.astype(np.int64)
    keys = pd.MultiIndex.from_frame(each[[*GAME, "county"]].astype({"county": str}))
    sums = sums.groupby([*GAME, "county"], observed=True).sum().reindex(keys, fill_value=0)
    grouped = Grouped(each, [*by, "county"])
    grouped.mean("battles", sums["battles"])
    grouped.mean("against_players", sums["against_players"])
    grouped.share("won", sums["won"], sums["battles"])
    grouped.plain("thrown", sums["thrown"], sums["battles"])
    grouped.mean("revolts", sums["revolts"])
    grouped.share("lost", sums["lost"], sums["revolts"])
    return grouped.table.sort_values([*by, "battles"], ascending=[True] * len(by) + [False], ignore_index=True)


def majorities(run: Tables, by: Sequence[str] = ("region", "building"), where: Where = None) -> pd.DataFrame:
    """Who has the most buildings of a kind in a region when a winter is scored (W72).

    `held` is the share of winters in which somebody has one there; `alone`, how often it is one seat; `buildings`, how
    many such a seat has; `points`, what the majority brings all seats together. `by` may name `year` and columns of
    games.
    """
    beside = [column for column in by if column not in ("region", "building")]
    needed = dict.fromkeys([*GAME, "year", "season", "county", "owner", *BUILDINGS, BLOCK, *beside])
    rows = run.read("counties", list(needed), where)
    rows = rows[rows["season"] == "winter"]
    region = dict(zip(board().ids, (board().regions[place] for place in board().region), strict=True))
    winters = rows[[*GAME, "year", BLOCK, *beside]].drop_duplicates([*GAME, "year"])
    parts = []
    for building, points in zip(BUILDINGS, MAJORITY, strict=True):
        built = rows[rows[building] & (rows["owner"] >= 0)].copy()
        built["region"] = built["county"].astype(str).map(region)
        counts = built.groupby([*GAME, "year", "region", "owner"], observed=True).size().rename("most").reset_index()
        place = [*GAME, "year", "region"]
        leaders = counts[counts["most"] == counts.groupby(place, observed=True)["most"].transform("max")]
        most = leaders.groupby(place, observed=True)["most"].agg(most="max", seats="size").reset_index()
        each = winters.merge(pd.DataFrame({"region": board().regions}), how="cross")
        each = each.merge(most, on=place, how="left").fillna({"most": 0, "seats": 0})
        each["points"] = np.where(each["seats"] == 1, points, each["seats"] * (points - 1))
        parts.append(each.assign(building=building))
    every = pd.concat(parts, ignore_index=True)
    for column, names in (("region", board().regions), ("building", BUILDINGS)):
        every[column] = pd.Categorical(every[column], names, ordered=True)
    grouped = Grouped(every, by)
    held = every["seats"] > 0
    grouped.share("held", held)
    grouped.share("alone", every["seats"] == 1, held)
    grouped.mean("buildings", every["most"], held)
    grouped.mean("points", every["points"])
    return grouped.table
