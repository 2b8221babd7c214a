"""The table throws against the referee's log, and against itself: what is inside follows from the throw before."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb
from typing import Any

import pytest

from tests.games.wallenstein.journal.games_told import EVERY_WAY, NUMBER, Told, told
from tests.properties.players import Table, by_way
from tests.together import together
from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.throws import PACK_THROW, SEATS, THROWS, of_colours

COLOURS = (*range(SEATS), "peasants")
SEEDS = (1, 2, 3)
EVERY_GAME = together(by_way(EVERY_WAY, *SEEDS))


@EVERY_GAME
def test_throws(table: Table, seed: int) -> None:
    game = told(table, seed)
    rows = game.rows["throws"]
    assert [row["throw"] for row in rows] == list(range(len(rows)))
    expected = list(thrown(game))
    if expected[0]["kind"] != "fill":  # with the line-up, the tower was filled before the first decision
        filled, *rows = rows
        assert (filled["kind"], filled["seat"], filled["slot"]) == ("fill", -1, 0)
    for want, row in zip(expected, rows, strict=True):
        assert {name: row[name] for name in want} == want


def thrown(game: Told) -> list[dict[str, Any]]:
    """The rows by the log: a throw, the battle or revolt that it decided, and the action that it came from."""
    rows: list[dict[str, Any]] = []
    for (year, season), lines in game.lines_by_season().items():
        slot = 0
        for number, line in enumerate(lines):
            if line["entry"] in ("action", "unrest"):
                slot = line["slot"]
            if line["entry"] == "throw":
                rows.append({"game": NUMBER, "year": year, "season": season, "slot": slot, **hand(line, slot)})
                if line["cause"] == "fill":
                    rows[-1] |= {"seat": -1, "end": None, "left": 0}
                else:
                    rows[-1] |= ending(lines[number + 1 :])
    return rows


def hand(line: dict[str, Any], slot: int) -> dict[str, Any]:
    """The cubes of a throw."""
    fill = line["cause"] == "fill"
    seat = 0 if fill else line["seat"]
    row = {
        "kind": line["cause"],
        "other": -1 if line["other"] is None else line["other"],
        "county": line["county"],
        "thrown": line["hand"].get(str(seat), 0),
        "thrown_other": 0 if line["other"] is None else line["hand"].get(str(line["other"]), 0),
        "thrown_peasants": line["hand"].get("peasant", 0),
    }
    assert (slot == 0) == (line["cause"] in ("fill", "winter"))
    for part in ("tray", "inside", "out"):
        row |= {f"{part}_{seat}": line[part].get(str(seat), 0) for seat in range(SEATS)}
        row[f"{part}_peasants"] = line[part].get("peasant", 0)
        row[f"{part}_own"] = 0 if fill else line[part].get(str(seat), 0)
        row[f"{part}_other"] = line[part].get(str(line["other"]), 0)
    return row


def ending(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What the throw decided."""
    line = next(line for line in lines if line["entry"] in ("battle", "revolt"))
    if line["entry"] == "battle":
        return {"seat": line["attacker"], "end": line["outcome"], "left": line["left"]}
    return {"seat": line["seat"], "end": "held" if line["left"] else "lost", "left": line["left"]}


@EVERY_GAME
def test_t1_what_is_thrown_lies_in_the_tower_or_falls_out(table: Table, seed: int) -> None:
    """The columns of one throw say what is inside before the next; the last, what the game ends with."""
    game = told(table, seed)
    players = game.end["players"]
    for row, after in pairwise(game.rows["throws"]):
        assert inside_after(row, players) == [after[f"inside_{colour}"] for colour in COLOURS]
    *seats, peasants = inside_after(game.rows["throws"][-1], players)
    left = {**{str(seat): cubes for seat, cubes in enumerate(seats)}, "peasant": peasants}
    assert {colour: cubes for colour, cubes in left.items() if cubes} == game.end["tower"]


def inside_after(row: dict[str, Any], players: int) -> list[int]:
    """The cubes inside when the throw is done, by seat, peasants last."""
    hands = [row["thrown"] * (row["kind"] == "fill" and seat < players) for seat in range(SEATS)]
    if row["kind"] != "fill":
        hands[row["seat"]] = row["thrown"]
    if row["other"] >= 0:
        hands[row["other"]] = row["thrown_other"]
    hands.append(row["thrown_peasants"])
    return [
        row[f"inside_{colour}"] + row[f"tray_{colour}"] + thrown - row[f"out_{colour}"]
        for colour, thrown in zip(COLOURS, hands, strict=True)
    ]


@EVERY_GAME
def test_odds(table: Table, seed: int) -> None:
    """T2: each cube that falls in comes out with one chance, each that was inside with another."""
    game = told(table, seed)
    chances = tuple(Fraction(chance) for chance in game.state.book.odds)
    for row in game.rows["throws"]:
        if row["kind"] == "fill":
            assert (row["odds"], row["joined"]) == (-1, False)
            continue
        sides = [
            coming_out(row[thrown] + row[f"tray_{side}"], row[f"inside_{side}"], *chances)
            for thrown, side in (("thrown", "own"), ("thrown_other", "other"), ("thrown_peasants", "peasants"))
        ]
        if not row["joined"]:
            sides[2] = (Fraction(1),)
        own, other, peasants = map(enumerate, sides)
        win = sum(p * q * r for (a, p), (b, q), (c, r) in product(own, list(other), list(peasants)) if a > b + c)
        assert abs(row["odds"] - win) <= 0.005 + 1e-9


@cache
def coming_out(falling: int, inside: int, passes: Fraction, loosens: Fraction) -> tuple[Fraction, ...]:
    """How likely none, one, two … of these cubes come out."""
    chances = [Fraction(0)] * (falling + inside + 1)
    for a, b in product(range(falling + 1), range(inside + 1)):
        fall = comb(falling, a) * passes**a * (1 - passes) ** (falling - a)
        chances[a + b] += fall * comb(inside, b) * loosens**b * (1 - loosens) ** (inside - b)
    return tuple(chances)


@EVERY_GAME
def test_w51_f8_peasants_join_unless_there_is_unrest(table: Table, seed: int) -> None:
    """By the markers in the county before the march; those for whom nobody was asked are left out."""
    game = told(table, seed)
    unrest = 2 if game.end["rules"]["edition"] == "first" else 1
    checked = 0
    for row in game.rows["throws"]:
        when = row["year"], row["season"], row["slot"], row["seat"], row["county"]
        for position, decision in game.asked("march"):
            asked = (
                position["year"],
                position["season"],
                position.get("slot"),
                decision["seat"],
                decision["choice"]["to"],
            )
            if row["kind"] == "battle" and asked == when:
                markers = position["counties"].get(row["county"], {}).get("markers", 0)
                assert row["joined"] == (markers < unrest)
                checked += 1
    assert checked > 5
    assert all(row["joined"] for row in game.rows["throws"] if row["kind"] in ("revolt", "winter"))


@EVERY_GAME
def test_battles_by_the_positions_around_them(table: Table, seed: int) -> None:
    """W50-W54: what is thrown, and what is left, where a march is the only thing between two positions of a slot."""
    game = told(table, seed)
    battles = {key(row): row for row in game.rows["throws"] if row["kind"] == "battle"}
    after = [*game.positions[1:], game.end]
    checked = 0
    for number, (before, decision) in enumerate(zip(game.positions, game.decisions, strict=True)):
        if decision["kind"] != "march":
            continue
        when = before["year"], before["season"], before["slot"]
        row = battles.get((*when, decision["seat"], decision["choice"]["to"]))
        if row is None or "defend" in [taken["kind"] for taken in game.decisions[number + 1 : number + 2]]:
            continue  # a move into a county of one's own, or a defender who is asked first (F7)
        check_hands(row, before, decision)
        chance = game.chance[game.used[number] : [*game.used, len(game.chance)][number + 1]]
        throws = sum(1 for outcome in chance if "throw" in str(outcome))
        then = after[number]
        if throws == 1 and (then["year"], then["season"], then.get("slot")) == when:
            check_left(row, then)
            checked += 1
    assert checked > 0


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    """A seat marches into a county once in a slot."""
    return row["year"], row["season"], row["slot"], row["seat"], row["county"]


def check_hands(row: dict[str, Any], before: dict[str, Any], decision: dict[str, Any]) -> None:
    """Tower and tray, attacker and defender as they were when the march was decided."""
    for part, column in (("tower", "inside"), ("tray", "tray")):
        cubes = {**{str(seat): row[f"{column}_{seat}"] for seat in range(SEATS)}, "peasant": row[f"{column}_peasants"]}
        assert {colour: count for colour, count in cubes.items() if count} == before[part]
    there = before["counties"].get(row["county"], {"owner": -1, "armies": 0, "buildings": []})
    assert row["seat"] == decision["seat"]
    assert row["other"] == there["owner"]
    tiles = before["tiles"]
    assert row["thrown"] - decision["choice"]["armies"] in (0, tiles.get(str(row["seat"])) == "attack")
    if before["rules"]["edition"] == "second":
        guard = (tiles.get(str(row["other"])) == "defence") + ("palace" in there["buildings"])
        assert there["armies"] <= row["thrown_other"] <= there["armies"] + guard
        neutral = there["owner"] < 0
        assert row["thrown_peasants"] <= 2 * neutral
        assert row["thrown_peasants"] or not neutral or supply_of_peasants(before) == 0


def supply_of_peasants(position: dict[str, Any]) -> int:
    """W2: of 20, those that lie neither in the tower nor in the tray."""
    return 20 - int(position["tower"].get("peasant", 0)) - int(position["tray"].get("peasant", 0))


def check_left(row: dict[str, Any], after: dict[str, Any]) -> None:
    """Who holds the county, and with how many armies."""
    there = after["counties"].get(row["county"])
    if row["end"] == "tie" or (row["end"] == "defender" and row["other"] < 0):
        assert there is None
        return
    assert there is not None
    holder = row["seat"] if row["end"] == "attacker" else row["other"]
    assert (there["owner"], there["armies"]) == (holder, row["left"])


HEAD = tuple(range(-1, 17))  # the columns ahead of cubes by colour


def by_colour(cubes: tuple[int, ...]) -> list[int]:
    """One number for each seat that a table can have, then the peasants."""
    seats = len(cubes) - 1
    return [*cubes[:seats], *[0] * (SEATS - seats), cubes[seats]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cubes_of_all_colours_are_packed_as_one_by_one(players: int) -> None:
    tray, inside, out = (tuple(range(start, start + players + 1)) for start in (1, 20, 40))
    colours = of_colours(tray, inside, out)
    assert list(colours) == [*by_colour(tray), *by_colour(inside), *by_colour(out)]
    rows = Rows(THROWS)
    rows.add(*HEAD, *by_colour(tray), *by_colour(inside), *by_colour(out), 2, 7, True, 0.25)
    assert PACK_THROW(*HEAD, colours, 2, 7, True, 0.25) == rows.packed[0]
