"""The schema of the protocol: it describes all that is sent and answered, and refuses what is wrong."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.properties.players import Table, at_every_table, random_choice, start
from tests.toy.game import ToyGame
from wallenstein.core.game import Game
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.table.conditions import NO_LIMITS, Limits, Setup
from wallenstein.table.protocol import JsonSpeech, schema

GAME = Wallenstein()
LIMITS = Limits(start=5.0, choose=1.0, by_kind={"plan": 5.0})


def validator(game: Game, closed: bool = False) -> Draft202012Validator:
    """Of this game's messages and answers; closed: nothing that is not described may be there."""
    document = json.loads(json.dumps(schema(game)))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(close(document) if closed else document)


def close(document: Any) -> Any:
    """The schema without room for more: every object with properties has only these."""
    if isinstance(document, list):
        return [close(item) for item in document]
    if not isinstance(document, dict):
        return document
    inner = {key: close(value) for key, value in document.items()}
    if document.get("type") == "object" and "properties" in document and "additionalProperties" in document:
        inner["additionalProperties"] = False
    elif document.get("type") == "object" and "properties" in document:
        inner["unevaluatedProperties"] = False
    return inner


def part(of: Draft202012Validator, name: str) -> Draft202012Validator:
    """What one message or answer must be."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": of.schema["$defs"]})


CLOSED = validator(GAME, closed=True)
PARTS = {name: part(CLOSED, name) for name in CLOSED.schema["$defs"]}


def check(line: bytes, name: str, again: bool = False) -> Any:
    """The message or answer of this line, which must be as described; `again`: the whole schema has seen its like."""
    document = json.loads(line)
    errors = list(PARTS[name].iter_errors(document))
    assert not errors, f"{name} at {errors[0].json_path}: {errors[0].message[:300]}"
    assert again or CLOSED.is_valid(document)
    return document


@at_every_table(range(6, 7), range(120, 122))
def test_all_that_is_sent_and_answered_is_described(table: Table, seeds: range) -> None:
    rules, players = table
    for seed in seeds:
        state, rng, kinds = start(table, seed), stream(seed, "players"), set()
        speech = JsonSpeech(GAME, LIMITS, seed)
        hello, begin = speech.start(Setup(GAME.name, 0, players, rules)).splitlines()
        check(hello, "hello")
        check(begin, "start")
        while (decision := state.decision) is not None:
            choice = random_choice(decision, rng)
            again = decision.kind in kinds
            if not again or rng.random() < 0.1:
                kinds.add(decision.kind)
                asked = check(speech.decide(state, decision), "decide", again)
                written = state.functions.kinds[decision.kind].write(choice, state.functions)
                check(json.dumps({"id": asked["id"], "choice": written}).encode(), "answer-to-decide", again)
            state.apply(choice)
        check(speech.end(state.result()), "end")
        assert {"plan", "march"} <= kinds


def test_answers_to_other_messages_are_described() -> None:
    check(b'{"id": 0, "protocol": 1, "name": "otter"}', "answer-to-hello")
    check(b'{"id": 0, "protocol": 1}', "answer-to-hello")
    check(b'{"id": 1}', "answer")


def test_unknown_keys_are_no_mistake() -> None:
    assert validator(GAME).is_valid({"id": 4, "choice": "thaler", "because": "it is money"})


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("answer", {}),
        ("answer", {"id": "1"}),
        ("answer-to-hello", {"id": 0}),
        ("answer-to-hello", {"id": 0, "protocol": 2}),
        ("answer-to-decide", {"id": 4}),
        ("answer-to-decide", {"id": 4, "choice": {"to": "anhalt", "armys": 3}}),
        ("answer-to-decide", {"id": 4, "choice": {"actions": {"palace": "anhalt"}, "bid": 5}}),
        ("answer-to-decide", {"id": 4, "choice": {"actions": {"palac": "anhalt"}, "bid": 0}}),
        ("choice-march", {"to": None, "armies": 3}),
        ("choice-march", None),
        ("choice-tile", "money"),
        ("view", {"format": "wallenstein-position/1"}),
        ("decide", {"type": "decide", "id": 2, "seat": 0, "kind": "tile", "about": {}, "default": "thaler"}),
    ],
)
def test_what_is_wrong_is_refused(name: str, document: Any) -> None:
    described = validator(GAME)
    assert not part(described, name).is_valid(document)
    assert not described.is_valid(document) or name.startswith("choice-") or set(document) == {"id"}


def test_every_kind_has_its_choices() -> None:
    definitions = schema(GAME)["$defs"]
    assert [f"choice-{kind}" for kind in GAME.kinds if f"choice-{kind}" not in definitions] == []


def test_it_describes_any_game() -> None:
    toy = ToyGame()
    rules = toy.rules({}, None)  # type: ignore[arg-type]
    state, speech, described = toy.new_game(rules, 2, 1), JsonSpeech(toy, NO_LIMITS, 1), validator(toy)
    sent = [*speech.start(Setup("toy", 0, 2, rules)).splitlines(), speech.decide(state, state.decision)]
    for line, name in zip(sent, ("hello", "start", "decide"), strict=True):
        part(described, name).validate(json.loads(line))
    assert not part(described, "choice-pick").is_valid(4)
