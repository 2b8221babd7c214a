"""The table turns against bids and tiles as they were decided, and the order and the events of later positions."""

from typing import Any

from tests.games.wallenstein.journal.games_told import EVERY_WAY, Told, at, data, same, told
from tests.properties.players import Table, by_way
from tests.together import together

LATER = ("landsknechte", "court", "actions")  # phases in which the order and the tiles are known


@together(by_way(EVERY_WAY, 1, 2))
def test_turns(table: Table, seed: int) -> None:
    game = told(table, seed)
    expected = []
    for first, _ in game.seasons():
        asked = list(decided(game, first["year"], first["season"]))
        after = next(position for position, _ in asked if position["phase"] in LATER)
        expected += [turn(game, asked, after, seat) for seat in range(first["players"])]
        if first["season"] == "fall":
            expected += [winter(after, seat) for seat in range(first["players"])]
    assert len(expected) == 8 * game.end["players"]
    same(expected, game.rows["turns"])


def decided(game: Told, year: int, season: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The positions and decisions of a season."""
    pairs = zip(game.positions, game.decisions, strict=True)
    return [pair for pair in pairs if (pair[0]["year"], pair[0]["season"]) == (year, season)]


def turn(
    game: Told, asked: list[tuple[dict[str, Any], dict[str, Any]]], after: dict[str, Any], seat: int
) -> dict[str, Any]:
    """The row of a season."""
    row = {**at(after["year"], after["season"], seat), "turn_order": after["order"].index(seat) + 1}
    (bid,) = [taken["choice"].get("bid") for _, taken in asked if (taken["kind"], taken["seat"]) == ("plan", seat)]
    row["bid"] = bid if type(bid) is int else -1
    row["bid_county"] = bid if type(bid) is str and bid != "dice-tower" else None
    chose = [taken["seat"] for _, taken in asked if taken["kind"] == "tile"]
    if after["rules"]["edition"] == "second":
        chose += [left for left in range(after["players"]) if left not in chose]  # who gets the only tile left
    row["chose"] = chose.index(seat) + 1 if chose else 0
    row["tile"] = after["tiles"].get(str(seat))
    (row["event"],) = {position["events"]["current"] for position, _ in asked} - {None}
    return {**row, "loss": 0}


def winter(fall: dict[str, Any], seat: int) -> dict[str, Any]:
    """W70: the event that is left of four, and its price."""
    (card,) = fall["events"]["open"]
    prices = {event["id"]: event["loss"] for event in data()["events"][fall["rules"]["edition"]]}
    nothing = {"turn_order": 0, "bid": -1, "bid_county": None, "chose": 0, "tile": None}
    return {**at(fall["year"], "winter", seat), **nothing, "event": card, "loss": prices[card]}
