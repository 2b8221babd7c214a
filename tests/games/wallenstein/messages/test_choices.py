"""Every question says which choices are legal, and every legal choice reads back to the same bytes."""

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.players import Table, at_every_table, moments
from wallenstein.core.documents import Json
from wallenstein.core.errors import FormatError, RuleError
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import NEUTRAL
from wallenstein.games.wallenstein.position.document import read_position

GAME = Wallenstein()
DOCUMENTS = GAME.documents


def read(state: State, written: Any) -> bytes:
    """The packed choice that a bot's answer holds."""
    assert state.decision is not None
    place = Json(json.loads(json.dumps(written)), "choice")
    choice = GAME.check(state.book, state.decision, DOCUMENTS.read_choice(place, state, state.decision))
    return GAME.encode(state.book, state.decision, choice)


def some_choices(decision: Decision) -> list[Any]:
    """All legal choices; of plans, thirty at random."""
    if decision.kind == "plan":
        return [decision.random(Random(number)) for number in range(30)]
    return list(islice(decision.options, 300))


@at_every_table(range(3, 4), range(110, 112))
def test_every_legal_choice_reads_back_to_the_same_bytes(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=4):
        kind = state.functions.kinds[decision.kind]
        asked = DOCUMENTS.question(state.view(decision.seat), decision)
        written = [kind.write(choice, state.functions) for choice in some_choices(decision)]
        for choice, document in zip(some_choices(decision), written, strict=True):
            assert read(state, document) == GAME.encode(state.book, decision, choice)
        default = read(state, asked["default"])
        assert decision.kind == "plan" or default == GAME.encode(state.book, decision, decision.default)
        assert ("options" in asked) != ("offer" in asked)
        if "options" in asked:
            assert asked["options"] == written
        elif decision.kind != "plan":
            assert written == listed(asked["offer"])


def listed(offer: dict[str, Any]) -> list[Any]:
    """All marches of an offer."""
    marches = [{"to": to, "armies": armies} for to in offer["targets"] for armies in range(1, offer["most"] + 1)]
    return [None, *marches] if offer["optional"] else marches


@at_every_table(range(3, 4))
def test_an_offer_says_how_many_boxes_may_stay_empty_and_what_can_be_bid(table: Table, seeds: range) -> None:
    """A plan made of nothing but the offer's document is legal; with one county less, or one Thaler more, it is not."""
    for state, decision in moments(table, seeds, every=3):
        if decision.kind != "plan":
            continue
        offer = DOCUMENTS.question(state.view(decision.seat), decision)["offer"]
        boxes = 13 if "dice_towers" in offer else 10
        names = [name for name in GAME_ACTIONS if name not in offer.get("empty", ())]
        laid = max(0, boxes - offer["blanks"])
        actions = dict(zip(names, offer["counties"][:laid], strict=False))
        bid = {"bid": offer["payable"]} if "payable" in offer else {}
        assert read(state, {"actions": actions, **bid})
        if laid:
            actions.popitem()
            refuse(state, {"actions": actions, **bid}, "without a county")
        if bid and offer["payable"] < 4:
            refuse(
                state,
                {"actions": dict(zip(names, offer["counties"], strict=False)), "bid": offer["payable"] + 1},
                "bids",
            )


GAME_ACTIONS = (
    "palace",
    "church",
    "post",
    "grain",
    "taxes",
    "deploy-5",
    "deploy-3",
    "deploy-1",
    "combat-a",
    "combat-b",
)


def refuse(state: State, written: Any, text: str) -> None:
    """The choice must be refused with this text."""
    with pytest.raises((RuleError, FormatError), match=text):
        read(state, written)


POSITION = {
    "format": "wallenstein-position/1",
    "players": 3,
    "phase": "actions",
    "counties": {"anhalt": {"owner": 0, "armies": 5}, "kursachsen": {"owner": 1, "armies": 3}},
    "actions": ["combat-a", "palace", "church", "post", "grain"],
    "plans": [{"actions": {"combat-a": "anhalt"}, "bid": 0}, None, None],
}


def fight() -> State:
    """Seat 0 is asked for a march out of Anhalt with up to four armies."""
    state = read_position(Json(POSITION, ""), Path())
    state.advance()
    return state


@pytest.mark.parametrize(
    ("written", "error", "text"),
    [
        (None, RuleError, "W44: seat 0 cannot choose null for march"),
        ({"to": "kursachsen", "armies": 5}, RuleError, 'W44: seat 0 cannot choose to "kursachsen", armies 5 for march'),
        ({"to": "bayern", "armies": 4}, FormatError, 'choice.to: "bayern" is not a county'),
        ({"to": "kursachse", "armies": 4}, FormatError, 'did you mean "kursachsen"'),
        ({"to": 11, "armies": 4}, FormatError, "choice.to: must be the name of a county, not 11"),
        ({"to": "kursachsen", "armies": 2.5}, FormatError, "choice.armies: must be a whole number, not 2.5"),
        ({"to": "kursachsen"}, FormatError, 'choice: "armies" is missing'),
        ({"to": "kursachsen", "armys": 4}, FormatError, 'choice.armys: unknown key; did you mean "armies"?'),
        ("kursachsen", FormatError, "choice: must be an object"),
    ],
)
def test_a_wrong_march_is_refused_in_the_words_of_the_notation(written: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as refusal:
        read(fight(), written)
    assert text in str(refusal.value)


def test_a_wrong_plan_is_refused_by_name() -> None:
    state = GAME.new_game(GAME.rules({}, Path()), 3, 1)
    assert state.decision is not None
    foreign = next(c for c, owner in enumerate(state.owner) if owner not in (NEUTRAL, state.decision.seat))
    name = state.book.board.ids[foreign]
    refuse(state, {"actions": {"grain": name}, "bid": 0}, f"W23: seat 0 has no card of {name}")
    refuse(state, {"actions": {}, "bid": 7}, "W23: choice.bid: the money cards are 0 to 4")
    refuse(state, {"actions": {"harvest": name}}, "choice.actions.harvest: unknown key")


def test_a_question_says_what_it_is_about() -> None:
    state = fight()
    assert state.decision is not None
    asked = DOCUMENTS.question(state.view(0), state.decision)
    assert asked == {
        "about": {"county": "anhalt"},
        "offer": {"targets": asked["offer"]["targets"], "most": 4, "optional": False},
        "default": {"to": asked["offer"]["targets"][0], "armies": 1},
    }
    assert "kursachsen" in asked["offer"]["targets"]


@at_every_table(range(3, 5))
def test_a_defence_says_against_whom(table: Table, seeds: range) -> None:
    found = set()
    for state, decision in moments(table, seeds, every=1):
        about = DOCUMENTS.question(state.view(decision.seat), decision)["about"]
        assert about.get("county") == (state.book.board.ids[decision.county] if decision.county >= 0 else None)
        assert about.get("favor", 0) == decision.favor
        if decision.kind == "defend":
            assert ("attack" in about) != ("extra" in about)
            found.add("attack" in about)
            if decision.attack is not None:
                source = state.book.board.ids[decision.attack.source]
                attack = {"seat": decision.attack.seat, "from": source, "armies": decision.attack.armies}
                assert about["attack"] == attack
    assert (True in found) == (table[0].edition == "first")
