"""The table seasons against the positions that the referee reaches at the end of each season."""

import json
from typing import Any

from tests.games.wallenstein.journal.games_told import (
    EVERY_WAY,
    Told,
    at,
    data,
    only,
    referee,
    same,
    scenario,
    told,
)
from tests.properties.players import Table, by_way
from tests.together import together
from wallenstein.games.wallenstein.board import board

KINDS = ("palace", "church", "post")
MOST = {"palace": 3, "church": 2, "post": 1}  # W72
REGION = dict(zip(board().ids, board().region, strict=True))
Seat = dict[str, Any]


@together(by_way(EVERY_WAY, 1))
def test_seasons(table: Table, seed: int) -> None:
    game = told(table, seed)
    expected = []
    for (year, season), position in season_ends(game).items():
        expected += [standing(position, year, season, seat) for seat in range(position["players"])]
        if season == "fall":
            expected += winter(game, position, year)
    same(expected, game.rows["seasons"])


def season_ends(game: Told) -> dict[tuple[int, str], dict[str, Any]]:
    """The position at the end of each season but winter."""
    found = {}
    for number, decision in enumerate(game.decisions):
        if decision["kind"] == "plan" and decision["seat"] == 0:
            rest = game.chance[game.used[number] :]
            script = scenario(game.positions[number], rest, game.decisions[number:], "season")
            found[game.season_of(number)] = json.loads(referee(script))
    return found


def standing(position: dict[str, Any], year: int, season: str, seat: int) -> Seat:
    """What a seat has, by a position."""
    own = [county for county in position["counties"].values() if county["owner"] == seat]
    has = position["seats"][seat]
    row = at(year, season, seat)
    row |= {"counties": len(own), "armies": sum(county["armies"] for county in own)}
    for kind, column in zip(KINDS, ("palaces", "churches", "posts"), strict=True):
        row[column] = sum(kind in county["buildings"] for county in own)
        row[f"vp_{column}"] = 0
    row |= {"markers": sum(county["markers"] for county in own), "lacking": 0}
    row |= {part: position[part].get(str(seat), 0) for part in ("tower", "tray")}
    row |= {name: has[name] for name in ("grain", "thalers", "vp")}
    row["courtiers"] = has["courtiers"]["hall"] if "courtiers" in has else 0
    return row


def winter(game: Told, fall: dict[str, Any], year: int) -> list[Seat]:
    """W70-W73: the rows of winter from the position before it and the one after it."""
    after = game.end if year == 2 else next(p for p in game.positions if (p["year"], p["phase"]) == (2, "plan"))
    (card,) = fall["events"]["open"]
    losses = {event["id"]: event["loss"] for event in data()["events"][fall["rules"]["edition"]]}
    rows = []
    for seat in range(fall["players"]):
        row, before = standing(after, year, "winter", seat), standing(fall, year, "fall", seat)
        row["grain"] = max(0, before["grain"] - losses[card])
        row["lacking"] = max(0, before["counties"] - row["grain"])
        held = [name for name, county in after["counties"].items() if county["owner"] == seat]
        row["markers"] = sum(fall["counties"][name]["markers"] for name in held)
        points = {kind: majority(after, seat, kind) for kind in KINDS}
        row |= dict(zip(("vp_palaces", "vp_churches", "vp_posts"), points.values(), strict=True))
        scored = row["counties"] + row["palaces"] + row["churches"] + row["posts"] + sum(points.values())
        assert row["vp"] == before["vp"] + scored
        rows.append(row)
    assert len(only(game.lines_by_season()[year, "winter"], "hunger")) == sum(row["lacking"] > 0 for row in rows)
    return rows


def majority(position: dict[str, Any], seat: int, kind: str) -> int:
    """W72: points for the most buildings of a kind in each region, one less if tied."""
    points = 0
    for region in set(REGION.values()):
        built = [0] * position["players"]
        for name, county in position["counties"].items():
            if REGION[name] == region and kind in county["buildings"]:
                built[county["owner"]] += 1
        if built[seat] and built[seat] == max(built):
            points += MOST[kind] - (built.count(max(built)) > 1)
    return points
