"""Views, questions and choices as JSON: as the schema describes them, true where they are not null, and not more."""

import json
from typing import Any

from tests.games.sixteen_thirty.properties.games import RULES, at_every_table, moments, start
from tests.games.sixteen_thirty.properties.test_hidden import hide_otherwise
from tests.table.test_protocol_schema import part, validator
from wallenstein.core.documents import Json
from wallenstein.core.seeds import stream
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.names import MARKERS, OPENING
from wallenstein.games.sixteen_thirty.position import view_document, write_position
from wallenstein.games.sixteen_thirty.rows import PLAIN
from wallenstein.table.conditions import Limits, Setup
from wallenstein.table.protocol import JsonSpeech, schema

GAME = SixteenThirty()
CLOSED = validator(GAME, closed=True)
PUBLIC = (
    "format", "rules", "players", "turn", "first", "phase", "current", "step", "specials", "countries", "discard",
    "losing", "result",
)  # fmt: skip


def check(line: bytes, name: str) -> Any:
    """The message or answer of this line, which must be as described."""
    document = json.loads(line)
    errors = list(part(CLOSED, name).iter_errors(document))
    assert not errors, f"{name} at {errors[0].json_path}: {errors[0].message[:300]}"
    return document


@at_every_table(1, 3)
def test_all_that_is_sent_and_answered_is_described(players: int, seeds: range) -> None:
    for seed in seeds:
        state, rng, kinds = start(players, seed), stream(seed, "players"), set()
        speech = JsonSpeech(GAME, Limits(start=5.0, choose=1.0), seed)
        for line, name in zip(
            speech.start(Setup(GAME.name, 0, players, RULES)).splitlines(), ("hello", "start"), strict=True
        ):
            check(line, name)
        while (decision := state.decision) is not None:
            choice = decision.random(rng)
            if decision.kind not in kinds or rng.random() < 0.05:
                kinds.add(decision.kind)
                asked = check(speech.decide(state, decision), "decide")
                written = state.functions.kinds[decision.kind].write(choice, state.functions)
                check(json.dumps({"id": asked["id"], "choice": written}).encode(), "answer-to-decide")
                read = GAME.documents.read_choice(Json(json.loads(json.dumps(written))), state, decision)
                assert read == choice
            state.apply(choice)
        check(speech.end(state.result()), "end")
        assert len(kinds) > 8


def test_every_kind_has_its_choices() -> None:
    definitions = schema(GAME)["$defs"]
    assert [kind for kind in GAME.kinds if f"choice-{kind}" not in definitions] == []


@at_every_table(1, 5)
def test_a_view_is_the_position_with_null_for_what_is_hidden(players: int, seeds: range) -> None:
    for state, decision in moments(players, seeds, every=6):
        seat = decision.seat
        seen, true = view_document(state.view(seat)), write_position(state)
        assert {key: seen[key] for key in PUBLIC} == {key: true[key] for key in PUBLIC}
        assert seen["seats"][seat] == true["seats"][seat]
        assert seen["deck"] == len(state.deck)
        for other, shows in enumerate(seen["seats"]):
            if other != seat:
                check_seat(shows, true["seats"][other], other == (seat - 1) % players, state.step)
        if state.step == OPENING:
            assert [one is None for one in seen["opening"]] == [
                other != seat or one is None for other, one in enumerate(true["opening"])
            ]
        lobby = seen["resolution"]
        if lobby is not None:
            votes = [None if other != seat else vote for other, vote in enumerate(true["resolution"]["votes"])]
            assert lobby == {**true["resolution"], "votes": votes}


def check_seat(shows: dict[str, Any], true: dict[str, Any], right: bool, step: int) -> None:
    """Another seat: sizes of what is hidden, all that is not."""
    assert shows["vp"] == true["vp"]
    assert shows["display"] == true["display"]
    assert shows["hand"] == [None] * len(true["hand"])
    assert shows["markers"] == [None] * len(true["markers"])
    assert len(shows["market"]) == len(true["market"])
    assert {card for card in shows["market"] if card} <= set(true["market"])
    if step > MARKERS:
        assert shows["passed"] == (true["passed"] if right else None)


def test_a_view_does_not_change_with_what_it_hides() -> None:
    rng = stream(1, "hiding")
    for state, decision in moments(4, range(1), every=10):
        other = state.copy()
        hide_otherwise(other, decision.seat, rng)
        documents = [view_document(one.view(decision.seat)._replace(log=())) for one in (state, other)]
        assert documents[0] == documents[1]


def hidden(value: Any, true: Any) -> int:
    """How many names are null; all others must be as they are in the log. Points may be missing."""
    if isinstance(true, dict):
        assert value.keys() == true.keys()
        return sum(hidden(value[key], true[key]) for key in true if key != "points")
    if isinstance(true, list):
        assert len(value) == len(true)
        return sum(map(hidden, value, true))
    assert value in (None, true)
    return int(value is None and true is not None)


@at_every_table(1, 3)
def test_hidden_cards_and_markers_in_the_log_of_a_view_are_null(players: int, seeds: range) -> None:
    nulls = 0
    for state, decision in moments(players, seeds, every=6):
        seen = view_document(state.view(decision.seat))["log"]
        journal = state.journal or []
        nulls += hidden(seen, list(PLAIN.lines(journal[len(journal) - len(seen) :], None)))
    assert nulls > 20
