"""The page on the protocol: its transcript is replayed, and its names are the program's.

After a change of what is sent, `WALLENSTEIN_SNAPSHOTS=write` writes the transcript anew.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from wallenstein import __version__
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.table.conditions import Limits, Setup
from wallenstein.table.protocol import JsonSpeech, schema

FILE = Path(__file__).parents[2] / "docs" / "protocol.md"
TRANSCRIPT = FILE.parent / "reference" / "transcript.inc"
WRITE = os.environ.get("WALLENSTEIN_SNAPSHOTS") == "write"
GAME = Wallenstein()
LIMITS = Limits(start=5.0, choose=1.0, game=60.0, by_kind={"plan": 5.0})
SEED, PLAYERS = 1648, 3
BEGINNING, END = 4, 1  # exchanges that the page shows
WIDTH = 96
RUNNER = f"wallenstein {__version__}"


class Exchange(NamedTuple):
    """What was sent, and what was answered."""

    message: dict[str, Any]
    answer: dict[str, Any]


def whole_game(said: Mapping[int, Any]) -> Iterator[Exchange]:
    """All that seat 0 hears and says: these answers, by their ids; for all others, and all other seats, the default."""
    rules = Rules()
    state, speech = GAME.new_game(rules, PLAYERS, SEED), JsonSpeech(GAME, LIMITS, SEED, memory=2**30)
    for line in speech.start(Setup(GAME.name, 0, PLAYERS, rules)).splitlines():
        yield exchange(line, said)
    while (decision := state.decision) is not None:
        if decision.seat == 0:
            asked = exchange(speech.decide(state, decision), said)
            yield asked
            packed = speech.read(json.dumps(asked.answer).encode(), state, decision)
            state.apply(GAME.decode(state, packed))
        else:
            default = GAME.documents.question(state.view(decision.seat), decision)["default"]
            state.apply(GAME.documents.read_choice(Json(default), state, decision))
    yield exchange(speech.end(state.result()), said)


def exchange(line: bytes, said: Mapping[int, Any]) -> Exchange:
    """A message and its answer."""
    message = json.loads(line)
    default = {"choice": message["default"]} if message["type"] == "decide" else {}
    return Exchange(message, said.get(message["id"], {"id": message["id"], **default}))


def shortened(value: Any) -> Any:
    """A message as the page shows it: of many objects of one kind, such as the counties, only the first two."""
    if isinstance(value, dict) and len(value) > 8 and all(isinstance(item, dict) for item in value.values()):
        return {**dict(list(value.items())[:2]), "...": f"{len(value) - 2} more"}
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    return [shortened(item) for item in value] if isinstance(value, list) else value


def folded(value: Any, indent: int = 2, ahead: int = 0) -> str:
    """JSON that fits on the page, `ahead` characters behind the indent: long objects and lists fill several lines."""
    text = json.dumps(value, ensure_ascii=False)
    if indent + ahead + len(text) <= WIDTH or not isinstance(value, dict | list):
        return text
    keys = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    values = value.values() if isinstance(value, dict) else value
    lines: list[str] = []
    for key, item in zip(keys, values, strict=True):
        part = key + folded(item, indent + 1, len(key) + (0 if lines else ahead))
        if not lines or "\n" in part + lines[-1] or indent + len(lines[-1]) + len(part) + 3 > WIDTH:
            lines.append(part)
        else:
            lines[-1] += f", {part}"
    brackets = "{}" if isinstance(value, dict) else "[]"
    return brackets[0] + f",\n{' ' * (indent + 1)}".join(lines) + brackets[1]


def on_the_page() -> list[Exchange]:
    """The exchanges of the page, with shortened messages."""
    text = TRANSCRIPT.read_text("utf-8").removeprefix("```text\n").removesuffix("\n```\n")
    exchanges = []
    for part in re.split(r"^> |^\.\.\.\n> ", text, flags=re.MULTILINE)[1:]:
        message, answer = part.split("\n< ")
        exchanges.append(Exchange(json.loads(message), json.loads(answer.removesuffix("\n..."))))
    return exchanges


def same_game() -> list[Exchange]:
    """The exchanges of the game with the answers of the page; the messages are whole."""
    return list(whole_game({one.answer["id"]: one.answer for one in on_the_page()}))


def write_page() -> None:
    """Writes the transcript anew, with the answers that it has."""
    exchanges = same_game()
    beginning, end = (
        "\n".join(f"> {folded(shortened(one.message))}\n< {folded(one.answer)}" for one in part)
        for part in (exchanges[:BEGINNING], exchanges[-END:])
    )
    TRANSCRIPT.write_text(f"```text\n{beginning}\n...\n{end}\n```\n", "utf-8")


def test_the_transcript_is_that_of_a_real_game() -> None:
    if WRITE:
        write_page()
    shown, real = on_the_page(), same_game()
    assert len(real) > 12
    shown[0].message["runner"] = RUNNER  # of any version
    assert shown == [Exchange(shortened(message), answer) for message, answer in [*real[:BEGINNING], *real[-END:]]]
    assert [one.message["type"] for one in shown] == ["hello", "start", "decide", "decide", "end"]


def test_the_game_of_the_transcript_and_all_json_of_the_page_is_as_the_schema_says() -> None:
    described = Draft202012Validator(json.loads(json.dumps(schema(GAME))))
    blocks = re.findall(r"```json\n(.*?)```", FILE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    for document in [*map(json.loads, blocks), *(part for one in same_game() for part in one)]:
        errors = list(described.iter_errors(document))
        assert not errors, errors[0].message[:300]


def test_every_kind_of_decision_with_an_offer_and_every_key_is_on_the_page() -> None:
    page = FILE.read_text("utf-8")
    definitions = schema(GAME)["$defs"]
    keys = {key for name in ("hello", "start", "decide", "end") for key in definitions[name]["properties"]}
    parts = GAME.documents.schemas()
    keys |= {*parts.about["properties"], *parts.book["properties"], *parts.offers}
    keys |= {key for offer in parts.offers.values() for key in offer["properties"]}
    assert [key for key in sorted(keys) if f"`{key}`" not in page] == []
