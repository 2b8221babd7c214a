"""Illegal choices are told in the names of documents, where documents could have them."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from wallenstein.core.documents import Json, refusal
from wallenstein.core.errors import RuleError
from wallenstein.games import find_game

ASKED = SimpleNamespace(seat=2, kind="bid")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("france", '"france"'),
        (None, "null"),
        ({"to": "bremen", "armies": 3}, 'to "bremen", armies 3'),
        ({"add": ["france-1", "open-2"], "remove": []}, 'add ["france-1", "open-2"], remove []'),
        ({"france": {}}, "france an object"),
    ],
)
def test_a_refusal_shows_what_the_document_says(value: Any, told: str) -> None:
    assert refusal(Json(value), ASKED) == f"seat 2 cannot choose {told} for bid"


def refused(game_name: str, kind: str, choice: Any) -> str:
    """What is said of an illegal choice, at the first decision of that kind in a game."""
    game = find_game(game_name)
    rng = Random(1)
    state = game.new_game(game.rules({}, Path()), 4, 3)
    while (decision := state.decision).kind != kind:
        state.apply(decision.random(rng))
    with pytest.raises(RuleError) as error:
        game.check(game.shared(state.view(decision.seat)), decision, choice(state) if callable(choice) else choice)
    return error.value.text.partition("cannot choose ")[2] or error.value.text


@pytest.mark.parametrize(
    ("kind", "choice", "told"),
    [
        ("lobby", (3, 2, 5), 'country "provinces", issue "war", target "austria" for lobby'),
        ("lobby", (3, 2, 99), "(3, 2, 99) for lobby"),
        ("lobby", (-2, 0, -1), "(-2, 0, -1) for lobby"),
        ("lobby", None, "None for lobby; is a `return` missing?"),
        ("bid", ((0, 30), (5,)), 'add ["england-1", "open-1"], remove ["spain-3"] for bid'),
        ("to-market", 39, '"unrest" for to-market'),
        ("vote", "green", "'green' for vote; there is no "),
        ("exchange", (0, 1, 2), 'give "england-1", seat 1, take "england-3" for exchange'),
        ("special", object(), "an object of type object for special"),
    ],
)
def test_countries_and_cards_have_their_names(kind: str, choice: Any, told: str) -> None:
    assert refused("sixteen-thirty", kind, choice).startswith(told)


def test_counties_have_their_names() -> None:
    assert refused("wallenstein", "march", (0, 50)).startswith('to "')
    assert refused("wallenstein", "march", (0, 50)).endswith('", armies 50 for march')
    assert refused("wallenstein", "march", (99, 1)) == "(99, 1) for march"


def test_counties_of_a_plan_have_their_names() -> None:
    game = find_game("wallenstein")
    state = game.new_game(game.rules({}, Path()), 4, 3)
    offer = state.decision.options
    plan = offer.random(Random(1))
    cards = [box for box in plan.boxes if box in offer.counties]
    twice = plan._replace(boxes=tuple(cards[0] if box == cards[1] else box for box in plan.boxes))
    with pytest.raises(RuleError, match=r"W23: seat \d uses the card of [a-z-]+ twice"):
        game.check(game.shared(state.view(0)), state.decision, twice)
