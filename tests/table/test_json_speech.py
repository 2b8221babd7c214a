"""The protocol of bots in any language, a line at a time; with the toy game, so of every game."""

import json
from typing import Any

import pytest

from tests.toy.game import ToyGame
from tests.toy.rules import ToyRules
from wallenstein import __version__
from wallenstein.table.answers import Garbled, IllegalChoice
from wallenstein.table.conditions import NO_LIMITS, Limits, Setup
from wallenstein.table.protocol import LONGEST, JsonSpeech

GAME = ToyGame()
RULES = ToyRules(rounds=1)
STATE = GAME.new_game(RULES, 2, 5)


LIMITS = Limits(start=2.0, choose=1.0, by_kind={"pick": 0.5})


def speech(answered: bytes = b'{"id": 0, "protocol": 1}\n{"id": 1}\n') -> JsonSpeech:
    """A conversation whose first two messages have been answered."""
    made = JsonSpeech(GAME, LIMITS, 5)
    made.start(Setup("toy", 1, 2, RULES))
    made.acknowledged(whole(made, answered))
    return made


def whole(speech: JsonSpeech, received: bytes) -> bytes:
    """The answer in these bytes."""
    answer = speech.take(bytearray(received))
    assert answer is not None
    return answer


def lines(messages: bytes) -> list[Any]:
    """The messages as objects."""
    assert messages.endswith(b"\n")
    return [json.loads(line) for line in messages.splitlines()]


def answer(**members: Any) -> bytes:
    """A line of a bot."""
    return json.dumps(members).encode()


def test_a_new_command_is_greeted_and_told_of_the_game() -> None:
    made = JsonSpeech(GAME, LIMITS, 5, {"depth": 2}, 64 * 2**20)
    assert lines(made.start(Setup("toy", 1, 2, RULES))) == [
        {"type": "hello", "id": 0, "protocol": 1, "runner": f"wallenstein {__version__}"},
        {
            "type": "start",
            "id": 1,
            "game": "toy",
            "seat": 1,
            "players": 2,
            "rules": {"name": "toy", "rounds": 1, "die": {"faces": 4}},
            "book": {"faces": 4},
            "seed": 5,
            "options": {"depth": 2},
            "limits": {"start": 2.0, "choose": 1.0, "kinds": {"pick": 0.5}, "bank": 0.0, "game": None, "memory_mb": 64},
        },
    ]


def test_the_answer_to_hello_is_read_on_the_way() -> None:
    made = JsonSpeech(GAME, NO_LIMITS, 5)
    made.start(Setup("toy", 0, 2, RULES))
    buffer = bytearray(b'{"id": 0, "protocol": 1, "name": "ot')
    assert made.take(buffer) is None
    assert made.name is None
    buffer += b'ter", "mood": "good"}\n'
    assert made.take(buffer) is None
    assert made.name == "otter"
    buffer += b'{"id": 1}\n{"id"'
    assert made.take(buffer) == b'{"id": 1}'
    assert buffer == b'{"id"'


def test_a_decision_is_asked_and_answered() -> None:
    made = speech()
    (asked,) = lines(made.decide(STATE, STATE.decision))
    assert asked == {
        "type": "decide",
        "id": 2,
        "seat": 0,
        "kind": "pick",
        "about": {},
        "options": [0, 1, 2, 3],
        "default": 1,
        "view": {"format": "toy-position/1", "dice": None, "scores": [0, 0], "turn": 0},
    }
    said = whole(made, b'\n  \n{"choice": 3, "id": 2, "because": "it is high"}\n')
    assert STATE.decision is not None
    assert made.read(said, STATE, STATE.decision) == GAME.encode(None, STATE.decision, 3)


def test_the_end_says_who_is_where() -> None:
    made = speech()
    (end,) = lines(made.end(STATE.result()))
    assert end == {
        "type": "end",
        "id": 2,
        "result": [{"seat": 0, "rank": 1, "points": 0}, {"seat": 1, "rank": 1, "points": 0}],
    }
    made.acknowledged(b'{"id": 2, "thanks": null}')


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (b"3", "its answer is not a JSON object: 3"),
        (b"thinking ...", "its answer:1: not valid JSON: Expecting value, column 1: thinking ..."),
        (b'{"id": 2, "choice": NaN}', "NaN is not a JSON number"),
        (b'{"id": 2, "choice": 1, "choice": 2}', "this key is given twice"),
        (b'{"id": 1, "choice": 3}', 'its answer must have "id": 2, that of the message: {"id": 1, "choice": 3}'),
        (b'{"id": 2.0, "choice": 3}', 'must have "id": 2'),
        (b'{"id": true, "choice": 3}', 'must have "id": 2'),
        (b'{"choice": 3}', 'must have "id": 2'),
        (b'{"id": 2}', 'its answer has no "choice"'),
        (b'{"id": 2, "choice": "\xff"}', "is not UTF-8"),
        (b"[" * 5000, "nested too deeply"),
    ],
)
def test_what_is_not_the_protocol_is_told(said: bytes, text: str) -> None:
    made = speech()
    made.decide(STATE, STATE.decision)
    with pytest.raises(Garbled) as garbled:
        made.read(said, STATE, STATE.decision)
    assert text in str(garbled.value)
    assert len(str(garbled.value)) < 300
    assert "\n" not in str(garbled.value)


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (4, "T1: a pick is a number from 0 to 3, not 4"),
        (True, "choice: must be a whole number, not true"),
        (None, "choice: must be a whole number, not null"),
        ({"pick": 3}, "choice: must be a whole number, not an object"),
    ],
)
def test_what_is_not_a_choice_is_illegal(choice: Any, text: str) -> None:
    made = speech()
    made.decide(STATE, STATE.decision)
    with pytest.raises(IllegalChoice) as refusal:
        made.read(answer(id=2, choice=choice), STATE, STATE.decision)
    assert str(refusal.value) == text


@pytest.mark.parametrize(
    ("hello", "text"),
    [
        (b'{"id": 0}', 'must have "protocol": 1, not null'),
        (b'{"id": 0, "protocol": 2}', 'must have "protocol": 1, not 2'),
        (b'{"id": 0, "protocol": true}', 'must have "protocol": 1, not true'),
        (b'{"id": 1, "protocol": 1}', 'its answer must have "id": 0'),
        (b'{"id": 0, "protocol": 1, "name": 7}', 'a string as "name"'),
        (b"hello", "not valid JSON"),
    ],
)
def test_a_wrong_greeting_is_told(hello: bytes, text: str) -> None:
    made = JsonSpeech(GAME, NO_LIMITS, 5)
    made.start(Setup("toy", 0, 2, RULES))
    with pytest.raises(Garbled) as garbled:
        made.take(bytearray(hello + b"\n"))
    assert text in str(garbled.value)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_an_answer_that_does_not_end_is_given_up(end: bytes) -> None:
    made = speech()
    with pytest.raises(Garbled, match="more than 64 kB"):
        made.take(bytearray(b" " * (LONGEST + 1) + end))


def test_a_name_is_made_printable_and_cut() -> None:
    made = JsonSpeech(GAME, NO_LIMITS, 5)
    made.start(Setup("toy", 0, 2, RULES))
    made.take(bytearray(answer(id=0, protocol=1, name="\x1b[31m" + "x" * 5000) + b"\n"))
    assert made.name is not None
    assert made.name.isprintable()
    assert len(made.name) < 120
