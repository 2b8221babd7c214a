"""The tables conversions, favors and benefits against the positions around them."""

from typing import Any

import pytest

from tests.games.wallenstein.journal.games_told import (
    WITH_CARDS,
    WITH_COURT,
    Told,
    at,
    data,
    only,
    rows_of,
    same,
    told,
)
from tests.properties.players import Table, by_way
from tests.rules.referee import FILES, FOLDER, read
from tests.together import together
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.referee.scenario import REFEREE

SEEDS = (1, 2, 3)
COURT_GAMES = together(by_way(WITH_COURT, *SEEDS))
CARD_GAMES = together(by_way(WITH_CARDS, *SEEDS))
PRICES = (4, 3, 2)  # C2
EFFECTS = {favor["number"]: favor for favor in data()["favor"]}
SIZES = ("3", "2", "1")
CALM = 4


@COURT_GAMES
def test_conversions(table: Table, seed: int) -> None:
    game = told(table, seed)
    expected = [row for position, lines in game.seasons() for row in converted(game, position, lines)]
    assert {"done", "no-armies"} <= {row["outcome"] for row in expected}
    same(expected, game.rows["conversions"])


def converted(game: Told, position: dict[str, Any], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """C4: the season's court boxes, carried out once more on the position in which they were planned."""
    when = position["year"], position["season"]
    armies = {name: county["armies"] for name, county in position["counties"].items()}
    courtiers = [dict(seat["courtiers"]) for seat in position["seats"]]
    tray = [position["tray"].get(str(seat), 0) for seat in range(position["players"])]
    for line in only(lines, "benefit"):
        tray[line["seat"]] += line["amount"] * (line["benefit"] == "armies")
    plans = {line["seat"]: line["court"] for line in only(lines, "plan")}
    rows = []
    for seat in only(lines, "order")[0]["order"]:
        for size in SIZES:
            card, count = plans[seat][size], int(size)
            if card is None:
                continue
            there = tray[seat] if card == "dice-tower" else armies[card] - 1
            outcome = "no-armies" if there < count else "done"
            if outcome == "done" and courtiers[seat]["supply"] < count:
                outcome = "no-courtiers"
            rows.append({**at(*when, seat), "armies": count, "source": card, "outcome": outcome})
            if outcome == "done":
                courtiers[seat]["supply"] -= count
                courtiers[seat]["hall"] += count
                if card == "dice-tower":
                    tray[seat] -= count
                else:
                    armies[card] -= count
    check_court(game, when, armies, courtiers)
    return rows


def check_court(game: Told, when: tuple[int, str], armies: dict[str, int], courtiers: list[dict[str, int]]) -> None:
    """The first question in the audience finds armies and courtiers so."""
    for position, _ in game.asked("favor"):
        if (position["year"], position["season"]) == when and len(position["favors"]["open"]) == len(PRICES):
            assert [seat["courtiers"] for seat in position["seats"]] == courtiers
            assert {name: county["armies"] for name, county in position["counties"].items()} == armies
            return


def test_every_outcome_of_a_conversion() -> None:
    """C4, W28: as the scenario files on C4 expect it."""
    found: dict[str, set[str]] = {}
    for file in [file for file in FILES if file.stem.startswith("c4_")]:
        rows = rows_of(REFEREE.play(REFEREE.read(Json(read(file)["scenario"]), FOLDER)))["conversions"]
        found[file.stem] = {row["outcome"] for row in rows}
    assert found["c4_a_county_of_somebody_else"] == {"void"}
    assert "no-courtiers" in found["c4_courtiers_run_short"]
    assert "no-armies" in found["c4_all_or_nothing_in_the_tray"]
    assert "done" in found["c4_armies_return_to_the_supply"]


@pytest.mark.parametrize(
    ("scenario", "change", "row"),
    [
        ("c6_01_the_event_is_cancelled", {}, ("cancel-event", 1, None)),
        ("c6_01_the_event_may_stay", {}, ("cancel-event", 0, None)),
        (
            "c6_01_the_event_is_cancelled",
            {"events": {"open": ["grain-floor"], "current": None}},
            ("cancel-event", 0, None),
        ),
        ("c6_04_is_kept", {}, ("calm", 0, None)),
        ("c6_12_two_armies_are_too_few", {}, ("garrison", 0, None)),
        ("c6_14_as_many_as_there_are", {}, ("tray-armies", 1, None)),
        ("c6_14_an_empty_supply", {}, ("tray-armies", 0, None)),
    ],
)
def test_what_a_favor_that_cannot_work_brings(scenario: str, change: dict[str, Any], row: tuple[Any, ...]) -> None:
    """The column amount: how much it brought, or whether it worked."""
    document = read(FOLDER / f"{scenario}.json")["scenario"]
    position = {**document["position"], **change}
    decisions = document["decisions"][: 1 if change else None]
    found = rows_of(
        REFEREE.play(REFEREE.read(Json({**document, "position": position, "decisions": decisions}), FOLDER))
    )
    first = found["favors"][0]
    assert (first["effect"], first["amount"], first["county"]) == row


@COURT_GAMES
def test_favors(table: Table, seed: int) -> None:
    game = told(table, seed)
    taken = [
        (position, number)
        for number, (position, decision) in enumerate(zip(game.positions, game.decisions, strict=True))
        if decision["kind"] == "favor" and decision["choice"] is not None
    ]
    rows = game.rows["favors"]
    for (position, number), row in zip(taken, rows, strict=True):
        favor = game.decisions[number]["choice"]
        (price,) = [int(price) for price, shown in position["favors"]["open"].items() if shown == favor]
        want = {**at(position["year"], position["season"], game.decisions[number]["seat"]), "number": favor}
        want |= {"effect": EFFECTS[favor]["effect"], "price": price, **worked(game, number)}
        assert row == want
    assert len(rows) > 6


def worked(game: Told, number: int) -> dict[str, Any]:
    """C6: what a favor brought and where, from the position before it, the card, and what its owner was asked next."""
    position, decision = game.positions[number], game.decisions[number]
    seat, favor = decision["seat"], EFFECTS[decision["choice"]]
    effect = favor["effect"]
    asked = game.decisions[number + 1]
    answer = asked["choice"] if asked["kind"].startswith("favor-") else None
    own = {name: county for name, county in position["counties"].items() if county["owner"] == seat}
    supply = 62 - sum(c["armies"] for c in own.values()) - sum(position[p].get(str(seat), 0) for p in ("tower", "tray"))
    if effect in ("thalers", "grain", "vp"):
        check_gain(game, number, effect, favor["amount"])
        return {"amount": favor["amount"], "county": None}
    if effect == "tray-armies":
        return {"amount": min(favor["amount"], supply), "county": None}
    if effect == "protection":
        return {"amount": 1, "county": None}
    if effect == "cancel-event":
        return {"amount": int(answer) if answer is not None else 0, "county": None}
    if effect == "garrison":
        return {"amount": 3 if supply >= 3 else 0, "county": answer}
    if effect == "calm" and answer is None:
        marked = [name for name, county in own.items() if county["markers"]]
        assert len(marked) < 2
        return {"amount": len(marked), "county": marked[0] if marked else None}
    if answer is None:  # built where there was one place to build, or nowhere
        (line,) = [line for line in game.log if line["entry"] == "effect" and line["favor"] == favor["number"]][:1]
        return {"amount": int(line["county"] is not None), "county": line["county"]}
    return {"amount": 1, "county": answer}


def check_gain(game: Told, number: int, what: str, amount: int) -> None:
    """The next position has it, where nothing else happened in between."""
    before, after = game.positions[number], game.positions[number + 1]
    if (after["phase"], after["season"]) == ("court", before["season"]):
        seat = game.decisions[number]["seat"]
        assert after["seats"][seat][what] == before["seats"][seat][what] + amount


@CARD_GAMES
def test_benefits(table: Table, seed: int) -> None:
    game = told(table, seed)
    shown = {card["card"]: card for card in data()["landsknecht"]}
    expected = []
    for position, decision in game.asked("benefit"):
        seat, benefit = decision["seat"], decision["choice"]
        card = position["seats"][seat]["landsknecht"] + 1
        amount = shown[card][benefit]
        row = {**at(position["year"], position["season"], seat), "card": card, "benefit": benefit}
        expected.append({**row, "amount": min(amount, supply_of(position, seat)) if benefit == "armies" else amount})
    assert expected
    same(expected, game.rows["benefits"])


def test_armies_of_a_benefit_are_those_that_the_supply_had() -> None:
    """L2: as the scenario file expects it, of three armies on the card one is left."""
    file = FOLDER / "l2_armies_as_far_as_the_supply_reaches.json"
    (row,) = rows_of(REFEREE.play(REFEREE.read(Json(read(file)["scenario"]), FOLDER)))["benefits"]
    assert (row["seat"], row["card"], row["benefit"], row["amount"]) == (0, 4, "armies", 1)


def supply_of(position: dict[str, Any], seat: int) -> int:
    """W2: what is neither on the board nor in tower or tray."""
    on_board = sum(county["armies"] for county in position["counties"].values() if county["owner"] == seat)
    supply: int = 62 - on_board - position["tower"].get(str(seat), 0) - position["tray"].get(str(seat), 0)
    return supply
