"""Analysis of Wallenstein's tables: actions, bids, battles, lands, points."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.journal.throws import COLOURS
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, OUTCOMES
from wallenstein.games.wallenstein.phases.scoring import MAJORITY
from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where, least_squares, less_mean

KEY: Final = ["run", "game", "seat"]


def action_outcomes(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> pd.DataFrame:
    """Each action: its number of plans in a game, and the share that is done; then the shares of all outcomes.

    `by` are columns of games and seats, such as `bot`, `cell` or `win`; `where` chooses among them.
    """
    beside = [column for column in by if column not in KEY]
    seats = run.read("seats", [*KEY, BLOCK, *beside], where)
    rows = run.read("actions", [*KEY, "action", "outcome"], where)
    each = seats.merge(pd.DataFrame({"action": pd.Categorical(ACTIONS, ACTIONS, ordered=True)}), how="cross")
    counted = rows.groupby([*KEY, "action", "outcome"], observed=True).size().unstack()
    found = [outcome for outcome in OUTCOMES if outcome in counted]
    counts = each.merge(counted[found], how="left", on=[*KEY, "action"])[found].fillna(0)
    planned = counts.sum(axis=1)
    grouped = Grouped(each, [*by, "action"])
    grouped.mean("planned", planned)
    for outcome in found:
        make = grouped.share if outcome == "done" else grouped.plain
        make(outcome, counts[outcome], planned)
    return grouped.table


SEASON: Final = ["run", "game", "year", "season"]
CARD: Final = "county card"
NOTHING: Final = "nothing"


def bids(run: Tables, by: Sequence[str] = ("bids",), where: Where = None) -> pd.DataFrame:
    """The bids of a season: the resulting place in the turn order, and the final results of the seats.

    `bids` is a number of Thalers, a county card or nothing. Higher bidders may win more for other reasons: `tied_bids`
    compares seats that differ in luck alone.
    """
    return _fared(_seasons(run, by, where), by)


def tiles(run: Tables, by: Sequence[str] = ("tile",), where: Where = None) -> pd.DataFrame:
    """The tiles: how early they are taken, and the final results of the seats."""
    rows = _seasons(run, ["tile", *by], where)
    return _fared(rows[rows["tile"].notna()], by)


def turn_order(run: Tables, by: Sequence[str] = ("turn_order",), where: Where = None) -> pd.DataFrame:
    """The final results of seats by their place in the turn order of a season."""
    return _fared(_seasons(run, by, where), by)


def _fared(rows: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """The final results of the seats of these seasons."""
    grouped = Grouped(rows, by)
    grouped.count("seasons")
    grouped.plain("thalers", np.maximum(rows["bid"], 0))
    grouped.mean("place", rows["turn_order"])
    grouped.share("win_share", rows["win"])
    grouped.mean("score", rows["score"])
    return grouped.table


def tied_bids(run: Tables, where: Where = None) -> pd.DataFrame:
    """The worth of choosing earlier: seats with equal bids are put in order by lot (W26).

    Each tie compares its first with its last: the differences in points, in wins, and in places of the
    turn order. They differ only by luck, so the differences show the worth of the choice.
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
    """The rows of `turns` but those of winter, with the bid as one column."""
    needed = dict.fromkeys([*SEASON, "bid", "bid_county", "turn_order", "win", "score", BLOCK, *beside])
    rows = run.read("turns", [column for column in needed if column != "bids"], where)
    rows = rows[rows["season"] != "winter"]
    bid = np.where(rows["bid"] >= 0, rows["bid"].astype(str), np.where(rows["bid_county"].notna(), CARD, NOTHING))
    names = [*map(str, sorted(set(rows.loc[rows["bid"] >= 0, "bid"]))), CARD, NOTHING]
    return rows.assign(bids=pd.Categorical(bid, [name for name in names if name in set(bid)], ordered=True))


HANDS: Final = ["kind", "other", "thrown", "thrown_other", "thrown_peasants"]
TENTHS: Final = 10


def battle_odds(run: Tables, by: Sequence[str] = ("own", "against"), where: Where = None) -> pd.DataFrame:
    """The attackers' share of wins, beside their chance by the tower's odds, which are exact for a sieve.

    `by` may name columns of `throws`, of games and of seats (of the attacker), and: `own`, the cubes that the attacker
    throws in, with those in the tray; `against`, those of the defender and of peasants that join; `chance`, the odds in
    tenths, from; `player`, whether the defender is one.
    """
    made = {"own", "against", "chance", "player"}
    needed = [*HANDS, "tray_own", "tray_other", "tray_peasants", "joined", "end", "odds", BLOCK, *by]
    rows = run.read("throws", [column for column in dict.fromkeys(needed) if column not in made], where)
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
    """The cubes that come out of the tower, by the number of this colour that were `inside` before.

    A row of a group is one colour in one throw: `fell` and `out` are mean numbers of cubes, `paid_back` is their
    ratio.
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
    """The chances to come out of a cube that falls in, and of one that was inside before: fitted by least squares.

    A sieve (T2) has the same chances in every throw; other towers only in the mean.
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
        if colour == "peasants":
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


GAME: Final = ["run", "game"]
CELL: Final = ["run", "cell"]


def contested_counties(run: Tables, by: Sequence[str] = (), where: Where = None) -> pd.DataFrame:
    """The number of fights over each county in a game, and their ends; the most contested county first.

    `by` and `where` name columns of games, such as `cell`.
    """
    games = run.read("games", list(dict.fromkeys([*GAME, "cell", BLOCK, *by])), where)
    rows = run.read("throws", [*GAME, "county", "kind", "other", "thrown", "end"], where)
    rows = rows[rows["county"].notna()]
    lands = _lands(run, "county")
    lands = lands[lands["county"].isin(set(rows["county"]))]
    fought = pd.Categorical(lands["county"], lands["county"].unique(), ordered=True)
    each = games.assign(cell=_cells(games)).merge(lands.assign(county=fought), on=CELL)
    battle = rows["kind"] == "battle"
    counted = rows[[*GAME, "county"]].assign(
        battles=battle,
        against_players=battle & (rows["other"] >= 0),
        won=battle & (rows["end"] == "attacker"),
        thrown=battle * rows["thrown"].astype(np.int64),
        revolts=~battle,
        lost=rows["end"] == "lost",
    )
    found = counted.groupby([*GAME, "county"], observed=True).sum()
    sums = each.merge(found, how="left", on=[*GAME, "county"])[found.columns].fillna(0)
    grouped = Grouped(each, [*by, "county"])
    grouped.mean("battles", sums["battles"])
    grouped.mean("against_players", sums["against_players"])
    grouped.share("won", sums["won"], sums["battles"])
    grouped.plain("thrown", sums["thrown"], sums["battles"])
    grouped.mean("revolts", sums["revolts"])
    grouped.share("lost", sums["lost"], sums["revolts"])
    return grouped.table.sort_values([*by, "battles"], ascending=[True] * len(by) + [False], ignore_index=True)


def _cells(rows: pd.DataFrame) -> pd.Series:
    return rows["cell"].astype(object).fillna("")


def _lands(run: Tables, *columns: str) -> pd.DataFrame:
    """The counties and regions on the board of each run and cell."""
    boards = {place: rules.board for place, rules in run.rules.items()}
    rows = [
        (*place, own, board.regions[board.region[county]])
        for place, board in boards.items()
        for county, own in enumerate(board.ids)
    ]
    found = pd.DataFrame(rows, columns=[*CELL, "county", "region"])
    names = list(dict.fromkeys(region for board in boards.values() for region in board.regions))
    found["region"] = pd.Categorical(found["region"], names, ordered=True)
    return found[[*CELL, *columns]].drop_duplicates()


def majorities(run: Tables, by: Sequence[str] = ("region", "building"), where: Where = None) -> pd.DataFrame:
    """Majorities: the most buildings of a kind in a region when a winter is scored (W72).

    `held` is the share of winters in which somebody has one there; `alone`, that of a single seat; `buildings`,
    the number that such a seat has; `points`, those of the majority for all seats together. `by` may name `year` and
    columns of games.
    """
    beside = [column for column in by if column not in ("region", "building")]
    needed = dict.fromkeys([*GAME, "cell", "year", "season", "county", "owner", *BUILDINGS, BLOCK, *beside])
    rows = run.read("counties", list(needed), where)
    rows = rows[rows["season"] == "winter"]
    rows = rows.assign(cell=_cells(rows), county=rows["county"].astype(str))
    each = rows[[*dict.fromkeys([*GAME, "cell", "year", BLOCK, *beside])]].drop_duplicates([*GAME, "year"])
    each = each.merge(_lands(run, "region"), on=CELL)
    each = each.merge(pd.DataFrame({"building": pd.Categorical(BUILDINGS, BUILDINGS, ordered=True)}), how="cross")
    owned = rows[rows["owner"] >= 0].merge(_lands(run, "county", "region"), on=[*CELL, "county"])
    place = [*GAME, "year", "region", "building"]
    built = pd.concat([owned.loc[owned[name], [*place[:-1], "owner"]].assign(building=name) for name in BUILDINGS])
    counts = built.groupby([*place, "owner"], observed=True).size().rename("most").reset_index()
    leaders = counts[counts["most"] == counts.groupby(place, observed=True)["most"].transform("max")]
    most = leaders.groupby(place, observed=True)["most"].agg(most="max", seats="size").reset_index()
    most = most.astype(each[["region", "building"]].dtypes.to_dict())  # else merging would lose the order
    each = each.merge(most, how="left", on=place).fillna({"most": 0, "seats": 0})
    points = each["building"].map(dict(zip(BUILDINGS, MAJORITY, strict=True))).astype(np.int64)
    held, alone = each["seats"] > 0, each["seats"] == 1
    grouped = Grouped(each, by)
    grouped.share("held", held)
    grouped.share("alone", alone, held)
    grouped.mean("buildings", each["most"], held)
    grouped.mean("points", np.where(alone, points, each["seats"] * (points - 1)))
    return grouped.table


SOURCES: Final = {
    "counties": "counties", "palaces": "palaces", "churches": "churches", "trading posts": "posts",
    "most palaces": "vp_palaces", "most churches": "vp_churches", "most trading posts": "vp_posts",
}  # fmt: skip
ELSEWHERE: Final = "favors and benefits"
HOLDINGS: Final = ("counties", "palaces", "churches", "posts", "armies", "tower", "tray", "grain", "thalers", "markers")


def sources_of_points(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> pd.DataFrame:
    """The points of a game by source, and their share of all points.

    `by` may name columns of games and seats, such as `win`, and `year`, for the points of each year.
    """
    needed = dict.fromkeys([*KEY, "year", "season", "vp", BLOCK, *by, *SOURCES.values()])
    rows = run.read("seasons", list(needed), where)
    rows = rows[rows["season"] == "winter"].sort_values([*KEY, "year"], kind="stable")
    before = rows.groupby(KEY, observed=True)["vp"].shift(fill_value=0)
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
    """The gain in later points and in the share of wins from one more of each thing held after a season.

    Fitted by least squares to the differences between the seats of a game, with each bot's own level taken out. So it
    compares seats that are otherwise equal; it does not show the effect of giving somebody a palace.
    Grain and markers of a winter are those before they are removed (W73).
    """
    rows = run.read("seasons", [*KEY, "season", "year", "bot", "vp", "score", "win", BLOCK, *holdings], where)
    rows = rows[(rows["season"] == season) & (rows["year"] == year)]
    if rows.empty:
        raise ConfigError(f"no game here has a {season} of year {year}; seasons are spring, summer, fall and winter")
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
