"""The tables plans and actions against the plans as they were decided, the slots, and what the referee's log tells."""

from typing import Any

from tests.games.wallenstein.journal.games_told import COST, EVERY_WAY, Told, at, only, rows_of, same, slots, told
from tests.properties.players import Table, by_way
from tests.together import together

EVERY_GAME = together(by_way(EVERY_WAY, 1, 2))


@EVERY_GAME
def test_plans(table: Table, seed: int) -> None:
    game = told(table, seed)
    expected = [planned(position, decision) for position, decision in game.asked("plan")]
    assert len(expected) == 6 * game.end["players"]
    same(expected, game.rows["plans"])


def planned(position: dict[str, Any], decision: dict[str, Any]) -> dict[str, Any]:
    """The row of a plan."""
    choice = decision["choice"]
    row = at(position["year"], position["season"], decision["seat"])
    row |= {action: choice["actions"].get(action) for action in sorted(position["actions"])}
    bid = choice.get("bid")
    row["bid"] = bid if type(bid) is int else -1
    row["bid_county"] = bid if type(bid) is str and bid != "dice-tower" else None
    court = choice.get("court") or {}
    return row | {f"convert_{size}": court.get(str(size)) for size in (3, 2, 1)}


@EVERY_GAME
def test_actions(table: Table, seed: int) -> None:
    game = told(table, seed)
    expected = [row for position, lines in game.seasons() for row in resolved(game, position, lines)]
    same(expected, game.rows["actions"])


def resolved(game: Told, position: dict[str, Any], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a season's actions: which, by plans, order and slots; how they went, by the log."""
    when = position["year"], position["season"]
    plans = {
        decision["seat"]: decision["choice"]["actions"]
        for before, decision in game.asked("plan")
        if (before["year"], before["season"]) == when
    }
    went = {(line["seat"], line["action"]): line for line in only(lines, "action")}
    (order,) = [line["order"] for line in only(lines, "order")]
    rows = []
    for slot, action in enumerate(slots(position), 1):
        for seat in order:
            if plans[seat].get(action) is None:
                continue
            line = went.pop((seat, action))
            to, moved = marched(game, when, slot, seat, action, line)
            row = {**at(*when, seat), "slot": slot, "action": action, "county": plans[seat][action]}
            rows.append({**row, "outcome": line["outcome"], "amount": line["amount"], "to": to, "moved": moved})
    assert went == {}
    return rows


def marched(
    game: Told, when: tuple[int, str], slot: int, seat: int, action: str, line: dict[str, Any]
) -> tuple[str | None, int]:
    """Where armies went, and how many after deploy 1, as it was decided; by the log where there was no choice."""
    taken = [
        decision["choice"]
        for before, decision in game.asked("march", "move", "muster")
        if (before["year"], before["season"], before.get("slot"), decision["seat"]) == (*when, slot, seat)
    ]
    if action in ("combat-a", "combat-b"):
        if taken:
            assert (line["to"], line["amount"]) == (taken[0]["to"], taken[0]["armies"])
        return line["to"], 0
    if not taken or taken[0] is None:
        return None, 0
    if "deploy" in taken[0]:
        assert line["amount"] == int(taken[0]["deploy"])
    return taken[0]["to"], taken[0]["armies"]


@EVERY_GAME
def test_amounts_of_actions_add_up_to_what_the_seasons_bring(table: Table, seed: int) -> None:
    """W26, W40-W43: Thalers and grain before and after a season, and what the rows say lies between."""
    game = told(table, seed)
    standing = {(row["year"], row["season"], row["seat"]): row for row in game.rows["seasons"]}
    for position, lines in game.seasons():
        when = position["year"], position["season"]
        trade = any(line["event"].startswith("trade-bonus") for line in only(lines, "event"))
        thalers = [seat["thalers"] for seat in position["seats"]]
        grain = [seat["grain"] for seat in position["seats"]]
        for line in only(lines, "bid"):
            thalers[line["seat"]] -= line["paid"]
        for row in [row for row in game.rows["actions"] if (row["year"], row["season"]) == when]:
            if row["outcome"] != "done":
                assert row["amount"] == 0
                continue
            price = -1 if trade and row["action"] == "post" else COST.get(row["action"], 0)
            thalers[row["seat"]] += (row["amount"] if row["action"] == "taxes" else 0) - price
            grain[row["seat"]] += row["amount"] if row["action"] == "grain" else 0
        for name, effect in (("favors", "effect"), ("benefits", "benefit")):
            for row in [row for row in game.rows[name] if (row["year"], row["season"]) == when]:
                thalers[row["seat"]] += row["amount"] if row[effect] == "thalers" else 0
                grain[row["seat"]] += row["amount"] if row[effect] == "grain" else 0
        for seat, has in enumerate(zip(thalers, grain, strict=True)):
            row = standing[(*when, seat)]
            assert (row["thalers"], row["grain"]) == has, (when, seat)


@together(by_way(EVERY_WAY, 1))
def test_a_table_kept_alone_has_the_same_rows(table: Table, seed: int) -> None:
    """Of tables that a configuration leaves out, nothing is missed in the others."""
    game = told(table, seed)
    for name, rows in game.rows.items():
        assert rows_of(game.state, name) == {name: rows}
