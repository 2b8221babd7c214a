"""The referee: forced chance, decisions in order, where it stops, and what it says of mistakes."""

from typing import Any

import pytest

from tests.games.wallenstein.referee.referee_documents import (
    ACTIONS,
    FIGHT,
    HERE,
    MARCH,
    PLANNING,
    TILES,
    WINTER,
    as_read,
    changed,
    reached,
    read,
    run,
    scenario,
    without,
)
from wallenstein.core.errors import FormatError, RuleError, WallensteinError
from wallenstein.core.records import fields_of
from wallenstein.core.scenario import NotAskedError
from wallenstein.games.wallenstein.editions import entry_types
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.referee.scenario import REFEREE, telling_of_all

WON = {"throw": {"0": 3, "1": 1}}
PLANS = [
    {"seat": 0, "kind": "plan", "choice": {"actions": {"combat-a": "anhalt"}, "bid": 2}},
    {"seat": 1, "kind": "plan", "choice": {"actions": {"taxes": "kursachsen"}, "bid": 2}},
    {"seat": 2, "kind": "plan", "choice": {"actions": {"grain": "trier"}, "bid": 0}},
]


def test_w52_a_forced_throw_decides_the_battle() -> None:
    position = reached(FIGHT, chance=[WON], decisions=[MARCH], until="slot")
    assert position["counties"]["kursachsen"]["owner"] == 0
    assert position["counties"]["kursachsen"]["armies"] == 2
    assert (position["slot"], position["acted"]) == (2, 0)
    assert position["tower"] == {"0": 5, "1": 4, "peasant": 6}


def test_without_until_it_stops_at_the_first_decision_not_given() -> None:
    position = reached(FIGHT)
    assert position["pending"] == {"seat": 0, "kind": "march"}
    assert (position["slot"], position["acted"]) == (1, 1)


@pytest.mark.parametrize("until", ["slot", "season", "year", "end"])
def test_a_missing_decision_stops_everything(until: str) -> None:
    assert reached(FIGHT, until=until)["pending"] == {"seat": 0, "kind": "march"}


def test_w71_where_all_revolt_a_recording_is_told_of_them() -> None:
    told: list[tuple[str, list[int]]] = []
    starving = changed(WINTER, "counties/koeln", {"owner": 2, "armies": 1})
    state = read({**starving, "seats": [{"grain": 0}, {"grain": 9}, {"grain": 1}]})
    state.functions = telling_of_all(state.functions, lambda kind, items: told.append((kind, items)))
    state.chance = seeded(1)
    state.advance()
    assert told == [("revolts", [state.book.board.ids.index("anhalt")])]  # seat 2 loses one of its two


def test_what_is_not_forced_comes_from_the_seed() -> None:
    ends = [str(reached(FIGHT, seed=seed, decisions=[MARCH], until="slot")["counties"]) for seed in range(12)]
    assert len(set(ends)) > 1
    again = [str(reached(FIGHT, seed=seed, decisions=[MARCH], until="slot")["counties"]) for seed in range(12)]
    assert again == ends


def test_a_seed_is_below_two_to_the_power_of_64_and_1_if_none_is_named() -> None:
    seeds = [REFEREE.read(as_read({**scenario(FIGHT), **given}), HERE).seed for given in ({}, {"seed": 2**64 - 1})]
    assert seeds == [1, 2**64 - 1]


def test_w20_the_cards_of_the_next_season_may_lie_as_those_of_the_last() -> None:
    again = [{"actions": list(ACTIONS)}, {"tiles": list(TILES)}]
    position = reached(FIGHT, chance=[WON, *again], decisions=[MARCH])
    assert (position["season"], position["pending"]["kind"]) == ("summer", "plan")
    assert position["actions"] == list(ACTIONS)
    assert position["tiles_on_offer"] == list(TILES)


@pytest.mark.parametrize("left", [{"events": FIGHT["events"]}, {"tiles": FIGHT["tiles"]}, {"plans": [{"bid": 1}] * 3}])
def test_w30_a_season_ends_when_anything_of_it_still_lies_there(left: dict[str, Any]) -> None:
    """All have acted in the last slot: the event leaves the game, and cards and tiles return."""
    done = {**without(FIGHT, "plans", "tiles"), "events": {"open": FIGHT["events"]["open"]}, "slot": 10, "acted": 3}
    after = reached({**done, **left}, until="season")
    assert (after["season"], after["plans"], after["tiles"]) == ("spring", [], {})
    assert after["events"]["current"] is None
    assert after["events"]["gone"] == (["church-peace-3"] if "events" in left else [])
    assert reached(done)["season"] == "summer"


def test_chance_is_used_in_order_by_kind() -> None:
    chance = [{"tie": [1, 0]}, {"event": "grain-cap"}, {"throw": {}}, {"event": "tax-cap"}]
    position = reached(PLANNING, chance=chance, decisions=PLANS)
    assert position["events"]["current"] == "grain-cap"
    assert position["pending"] == {"seat": 1, "kind": "tile"}


def test_cards_that_were_not_named_are_forced_with_all_ten_or_those_alone() -> None:
    known, hidden = list(ACTIONS[:5]), list(reversed(ACTIONS[5:]))
    five = {**FIGHT, "actions": known, "slot": 6}
    for forced in (known + hidden, hidden):
        assert reached(five, chance=[{"actions": forced}], until="slot")["actions"] == known + hidden


def test_w70_winter_begins_with_the_card_left_over() -> None:
    for cards in ([], ["tax-floor", "tax-cap"]):
        fall = {**FIGHT, "season": "fall", "slot": 10, "acted": 0, "plans": [], "events": {"open": cards}}
        with pytest.raises(RuleError, match=f"W70: .*not {len(cards)}"):
            run(fall, until="year")


def test_a_season_that_is_complete_goes_on_with_the_next() -> None:
    end = reached({**FIGHT, "slot": 10, "plans": []}, until="season")
    assert (end["season"], end["slot"], end["acted"], end["events"]["current"]) == ("spring", 10, 3, None)
    assert end["events"]["gone"] == ["church-peace-3"]
    assert reached(end, until="season")["pending"] == {"seat": 0, "kind": "plan"}


def test_year_two_ends_with_a_result() -> None:
    over = reached({**WINTER, "year": 2, "seats": [{"grain": 9}] * 3}, until="year")
    assert over["phase"] == "over"
    assert [place["rank"] for place in over["result"]] == [1, 2, 2]
    assert "pending" not in over


IMPOSSIBLE: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (FIGHT, {"throw": {"0": 9}}, r"T1: chance\[0\].throw.0: 9 cannot fall out; 4 are thrown in and 4 are inside"),
    (FIGHT, {"throw": {"2": 1}}, r"T1: chance\[0\].throw.2: "),
    (FIGHT, {"throw": {"peasant": 99}}, r"T1: chance\[0\].throw.peasant: "),
    (PLANNING, {"event": "palace-guard-2"}, r"W25: chance\[0\].event: palace-guard-2 cannot be drawn"),
    (PLANNING, {"tie": [0, 2]}, r"W26: chance\[0\].tie: "),
    (PLANNING, {"tie": [0]}, r"W26: chance\[0\].tie: "),
    (PLANNING, {"tie": [0, 0]}, r"W26: chance\[0\].tie: "),
    (WINTER, {"revolts": ["trier"]}, r"W71: chance\[0\].revolts: "),
    ({**FIGHT, "actions": []}, {"actions": list(ACTIONS[:9])}, r"W20: chance\[0\].actions: "),
    ({**FIGHT, "actions": ["palace"], "slot": 2}, {"actions": list(ACTIONS)}, r"W20: chance\[0\].actions: "),
    ({"format": FIGHT["format"], "players": 3}, {"counties": ["anhalt"]}, r"W13: chance\[0\].counties: "),
]


@pytest.mark.parametrize(("position", "entry", "sentence"), IMPOSSIBLE)
def test_forced_chance_that_cannot_come_about(position: dict[str, Any], entry: dict[str, Any], sentence: str) -> None:
    if position is WINTER:
        position = changed(changed(position, "counties/koeln", {"owner": 0, "armies": 1}), "seats/0/grain", 3)
    decisions = {"plan": PLANS, "actions": [MARCH]}.get(position.get("phase", ""), [])
    with pytest.raises(RuleError, match=sentence) as refusal:
        run(position, chance=[entry], decisions=decisions)
    assert refusal.value.exit_code == 1


ILLEGAL: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (FIGHT, {"choice": {"to": "kursachsen", "armies": 0}}, r'W44: decisions\[0\]: seat 0 .*to "kursachsen", armies 0'),
    (FIGHT, {"choice": {"to": "kursachsen", "armies": -1}}, "W44: "),
    (FIGHT, {"choice": {"to": "kursachsen", "armies": 5}}, "W44: "),
    (FIGHT, {"choice": {"to": "trier", "armies": 1}}, "W44: "),
    (FIGHT, {"choice": {"to": None, "armies": 0}}, "W44: "),
    (FIGHT, {"choice": None}, "W44: .*null"),
    (FIGHT, {"seat": 1}, r"decisions\[0\]: march of seat 1 does not fit; march of seat 0 is next"),
    (FIGHT, {"kind": "move"}, r"decisions\[0\]: move of seat 0 does not fit; march of seat 0 is next"),
    (FIGHT, {"kind": "defend", "choice": 2}, r"decisions\[0\]: defend of seat 0 does not fit; march of seat 0 is next"),
    (PLANNING, {"kind": "plan", "choice": None}, "W23: "),
    (PLANNING, {"kind": "plan", "choice": {"actions": {"grain": "trier"}}}, "W23: .*no card of trier"),
    (PLANNING, {"kind": "plan", "choice": {"actions": {"grain": "anhalt"}, "bid": "anhalt"}}, "W23: .*anhalt twice"),
    (PLANNING, {"kind": "plan", "choice": {"actions": {}, "bid": 5}}, "W23: .*bid"),
    (PLANNING, {"kind": "plan", "choice": {"actions": {}, "bid": "dice-tower"}}, "W23: .*Emperor"),
]


@pytest.mark.parametrize(("position", "changes", "sentence"), ILLEGAL)
def test_decisions_that_the_rules_forbid(position: dict[str, Any], changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WallensteinError, match=sentence) as refusal:
        run(position, decisions=[{**MARCH, **changes}])
    assert refusal.value.exit_code == 1


def test_w24_the_bid_must_be_payable() -> None:
    plan = {"seat": 0, "kind": "plan", "choice": {"actions": {}, "bid": 4}}
    with pytest.raises(RuleError, match=r"W24: decisions\[0\]: "):
        run(changed(PLANNING, "seats/0/thalers", 3), decisions=[plan])


def test_nothing_is_asked_for_when_the_game_is_over() -> None:
    with pytest.raises(NotAskedError, match=r"decisions\[0\]: .*the game is over"):
        run({**WINTER, "year": 2, "seats": [{"grain": 9}] * 3}, decisions=[MARCH])


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"positoin": {}}, 'positoin: unknown key; did you mean "position"'),
    ({"format": "wallenstein-scenario/2"}, "format: "),
    ({"seed": -1}, "seed: "),
    ({"seed": "1"}, "seed: "),
    ({"seed": 2**64}, "seed: must be a whole number from 0 to 18446744073709551615"),
    ({"until": "slto"}, 'until: .*did you mean "slot"'),
    ({"until": 3}, "until: "),
    ({"chance": {}}, "chance: must be a list"),
    ({"chance": [{}]}, r"chance\[0\]: must have one key"),
    ({"chance": [{"event": "tax-cap", "tie": [0, 1]}]}, r"chance\[0\]: must have one key"),
    ({"chance": [{"evnet": "tax-cap"}]}, r'chance\[0\].evnet: .*did you mean "event"'),
    ({"chance": [{"event": "tax-capp"}]}, r'chance\[0\].event: .*did you mean "tax-cap"'),
    ({"chance": [{"throw": {"0": -1}}]}, r"chance\[0\].throw.0: "),
    ({"chance": [{"throw": {"0": True}}]}, r"chance\[0\].throw.0: "),
    ({"chance": [{"throw": {"3": 1}}]}, r"chance\[0\].throw.3: "),
    ({"chance": [{"tie": [3]}]}, r"chance\[0\].tie\[0\]: "),
    ({"chance": [{"revolts": "anhalt"}]}, r"chance\[0\].revolts: must be a list"),
    ({"chance": [{"favors": [22]}]}, r"chance\[0\].favors\[0\]: "),
    ({"decisions": [7]}, r"decisions\[0\]: must be an object"),
    ({"decisions": [without(MARCH, "seat")]}, r'decisions\[0\]: "seat" is missing'),
    ({"decisions": [without(MARCH, "choice")]}, r'decisions\[0\]: "choice" is missing'),
    ({"decisions": [{**MARCH, "seat": 3}]}, r"decisions\[0\].seat: "),
    ({"decisions": [{**MARCH, "kind": "attack"}]}, r"decisions\[0\].kind: "),
    ({"decisions": [{**MARCH, "choice": "kursachsen"}]}, r"decisions\[0\].choice: must be an object"),
    ({"decisions": [{**MARCH, "choice": {"to": "kursachsen"}}]}, r'decisions\[0\].choice: "armies" is missing'),
    ({"decisions": [{**MARCH, "choice": {"to": "kursaxen", "armies": 1}}]}, r"choice.to: .*kursachsen"),
    ({"decisions": [{**MARCH, "choice": {"to": "kursachsen", "armies": 1.0}}]}, r"choice.armies: "),
    ({"decisions": [{**MARCH, "choice": {"to": "kursachsen", "armies": True}}]}, r"choice.armies: "),
    ({"decisions": [{"seat": 0, "kind": "tile", "choice": "atack"}]}, r'choice: .*did you mean "attack"'),
    ({"decisions": [{"seat": 0, "kind": "draft-card", "choice": "refrsh"}]}, r'choice: .*did you mean "refresh"'),
    ({"decisions": [{"seat": 0, "kind": "plan", "choice": {"bids": 1}}]}, r'choice.bids: .*did you mean "bid"'),
    ({"decisions": [{"seat": 0, "kind": "plan", "choice": {"bid": 1.5}}]}, r"choice.bid: "),
]


@pytest.mark.parametrize(("changes", "sentence"), MALFORMED)
def test_what_is_no_scenario_is_refused_with_its_place(changes: dict[str, Any], sentence: str) -> None:
    document = {**scenario(FIGHT), **changes}
    with pytest.raises(FormatError, match=sentence) as refusal:
        REFEREE.read(as_read(document), HERE)
    assert refusal.value.exit_code == 2


@pytest.mark.parametrize("key", ["format", "position"])
def test_format_and_position_cannot_be_left_out(key: str) -> None:
    with pytest.raises(FormatError, match=f'"{key}" is missing'):
        REFEREE.read(as_read(without(scenario(FIGHT), key)), HERE)


def test_faults_of_the_position_are_named_from_the_top() -> None:
    with pytest.raises(FormatError, match=r"position\.counties\.anhalt\.armies: "):
        REFEREE.read(as_read(scenario(changed(FIGHT, "counties/anhalt/armies", "5"))), HERE)


def test_a_position_inside_a_scenario_may_leave_its_format_out() -> None:
    assert reached(without(FIGHT, "format")) == reached(FIGHT)


def test_the_log_has_names_and_no_codes() -> None:
    state = run(FIGHT, chance=[WON], decisions=[MARCH], until="slot")
    march, throw, battle = Wallenstein().log_lines(state, state.journal or [])
    assert march == {
        "entry": "action", "slot": 1, "seat": 0, "action": "combat-a", "county": "anhalt", "outcome": "done",
        "amount": 4, "to": "kursachsen",
    }  # fmt: skip
    assert throw == {
        "entry": "throw", "cause": "battle", "seat": 0, "other": 1, "county": "kursachsen",
        "hand": {"0": 4, "1": 3}, "tray": {"peasant": 1}, "inside": {"0": 4, "1": 2, "peasant": 5},
        "out": {"0": 3, "1": 1},
    }  # fmt: skip
    assert battle["outcome"] == "attacker"


def test_the_log_of_planning_names_plans_bids_and_tiles() -> None:
    chance = [{"event": "tax-cap"}, {"tie": [1, 0]}]
    tiles = [
        {"seat": 1, "kind": "tile", "choice": TILES[4]},
        {"seat": 0, "kind": "tile", "choice": TILES[0]},
        {"seat": 2, "kind": "tile", "choice": TILES[1]},
    ]
    state = run(PLANNING, chance=chance, decisions=[*PLANS, *tiles], until="slot")
    lines = list(Wallenstein().log_lines(state, state.journal or []))
    assert lines[0] == {"entry": "plan", "seat": 0, "actions": {"combat-a": "anhalt"}, "bid": 2}
    assert {"entry": "event", "event": "tax-cap"} in lines
    assert {"entry": "bid", "seat": 1, "bid": 2, "paid": 2} in lines
    assert {"entry": "tile", "seat": 1, "position": 5, "tile": "defence"} in lines
    assert lines[-1] == {"entry": "order", "order": [0, 2, 1]}


def test_every_kind_of_entry_has_its_fields() -> None:
    assert all(fields_of(entry) for entry in entry_types().values())
