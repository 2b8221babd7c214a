"""The protocol of bots in any language, as docs/protocol.md describes it: JSON lines, and their JSON Schema."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from wallenstein import __version__
from wallenstein.core.documents import Json, JsonObject, Schema, parse
from wallenstein.core.errors import FormatError, RuleError
from wallenstein.core.game import Game, Placing, Schemas
from wallenstein.core.text import printable
from wallenstein.table.answers import Garbled, IllegalChoice
from wallenstein.table.conditions import Limits, Setup, as_note

PROTOCOL: Final = 1  # the version of all messages and answers
LONGEST: Final = 64 * 1024  # bytes of an answer; a plan has about 300
SHOWN: Final = 60  # characters of a wrong answer in a fault
NO_OPTIONS: Final[Mapping[str, Any]] = {}
NAME: Final = 100  # characters of the name that a bot may give itself


class JsonSpeech:
    """One conversation with a command: every message is a line with an id, and is answered by a line with that id."""

    def __init__(
        self, game: Game, limits: Limits, seed: int, options: Mapping[str, object] = NO_OPTIONS, memory: int = 0
    ) -> None:
        """`seed` of the bot's own generator in this game; `memory` in bytes, 0 means no limit."""
        self.game = game
        self.limits = limits
        self.seed = seed
        self.options = options
        self.memory = memory
        self.note = ""
        self.name: str | None = None  # that it gives itself, as soon as it has answered `hello`
        self.sent = 0  # messages

    def start(self, setup: Setup) -> bytes:
        """Greets the process, and begins its game."""
        game = {
            "game": self.game.name,
            "seat": setup.seat,
            "players": setup.players,
            "rules": self.game.options(setup.rules),
            "book": self.game.documents.book(setup.rules, setup.players),
            "seed": self.seed,
            "options": dict(self.options),
            "limits": limits_document(self.limits, self.memory),
        }
        greeting = self.line("hello", {"protocol": PROTOCOL, "runner": f"wallenstein {__version__}"})
        return greeting + self.line("start", game)

    def decide(self, state: Any, decision: Any, bank: float = 0.0) -> bytes:
        view, documents = state.view(decision.seat), self.game.documents
        asked = {"seat": decision.seat, "kind": decision.kind, **documents.question(view, decision)}
        banked = {"bank": round(bank, 3)} if self.limits.bank else {}
        return self.line("decide", {**asked, **banked, "view": documents.view(view)})

    def end(self, result: Sequence[Placing]) -> bytes:
        key = self.game.score_key
        return self.line("end", {"result": [{"seat": seat, "rank": rank, key: score} for seat, rank, score in result]})

    def take(self, buffer: bytearray) -> bytes | None:
        """Removes the next line; the answer to `hello` is read here, because nothing waits for it."""
        line = take_line(buffer)
        if line is None or self.name is not None:
            return line
        self.name = name_in(members(line, 0))
        return take_line(buffer)

    def read(self, answer: bytes, state: Any, decision: Any) -> bytes:
        """The choice in the answer to the last message, encoded by the game."""
        found = members(answer, self.sent - 1)
        note = found.get("note", "")
        if type(note) is not str:
            raise Garbled(f'the "note" in its answer must be a string: {show_answer(answer)}')
        self.note = as_note(note)
        if "choice" not in found:
            raise Garbled('its answer has no "choice"; an answer is {"id": …, "choice": …}')
        try:
            choice = self.game.documents.read_choice(Json(found["choice"], "choice"), state, decision)
            shared = self.game.shared(state.view(decision.seat))
            return self.game.encode(shared, decision, self.game.check(shared, decision, choice))
        except (FormatError, RuleError) as error:
            raise IllegalChoice(str(error)) from None

    def acknowledged(self, answer: bytes) -> None:
        """Reads the answer to `start` or `end`: its id alone."""
        members(answer, self.sent - 1)

    def line(self, kind: str, content: dict[str, object]) -> bytes:
        message = {"type": kind, "id": self.sent, **content}
        self.sent += 1
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def limits_document(limits: Limits, memory: int) -> JsonObject:
    """Seconds for each call, and megabytes of memory; null means no limit."""
    kinds = {kind: seconds or None for kind, seconds in limits.by_kind.items()}
    return {
        "start": limits.start or None,
        "choose": limits.choose or None,
        "kinds": kinds,
        "bank": limits.bank,
        "game": limits.game or None,
        "memory_mb": memory // 2**20 or None,
    }


def take_line(buffer: bytearray) -> bytes | None:
    """Removes the first line that is not blank; None if it has not ended yet. Raises Garbled if it is too long."""
    while (end := buffer.find(b"\n")) >= 0:
        if end > LONGEST:
            break
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        if line.strip():
            return line
    if len(buffer) > LONGEST:
        raise Garbled(f"its answer has more than {LONGEST // 1024} kB; one line of JSON was expected")
    return None


def members(answer: bytes, number: int) -> JsonObject:
    """The members of an answer; Garbled unless it is an object with this id."""
    try:
        found = parse(answer, "its answer")
    except FormatError as error:
        raise Garbled(f"{error}: {show_answer(answer)}") from None
    if not isinstance(found, dict):
        raise Garbled(f"its answer is not a JSON object: {show_answer(answer)}")
    if found.get("id") != number or type(found["id"]) is not int:
        raise Garbled(f'its answer must have "id": {number}, that of the message: {show_answer(answer)}')
    return found


def name_in(found: dict[str, object]) -> str:
    """The name in a command's answer to `hello`; Garbled if it cannot play."""
    if found.get("protocol") != PROTOCOL or type(found["protocol"]) is not int:
        said = printable(json.dumps(found.get("protocol")), SHOWN)
        raise Garbled(f'its answer to hello must have "protocol": {PROTOCOL}, not {said}')
    name = found.get("name", "")
    if type(name) is not str:
        raise Garbled('its answer to hello must have a string as "name"')
    return printable(name, NAME)


def show_answer(answer: bytes) -> str:
    return printable(answer.decode("utf-8", "replace"), SHOWN)


DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ID: Final = {"type": "integer", "minimum": 0, "description": "Of the message; the answer has the same"}
SEAT: Final = {"type": "integer", "minimum": 0}
SECONDS: Final = {"type": ["number", "null"], "exclusiveMinimum": 0, "description": "null: no limit"}
NOTED: Final = {"type": "string", "description": "Kept with the decision, shown in replays"}
BANK: Final = {"type": "number", "minimum": 0, "description": "Seconds beyond the limits"}


def schema(game: Game) -> Schema:
    """Every message and every answer. Messages may have more keys in a later version; bots ignore them."""
    parts = game.documents.schemas()
    placing = {"seat": SEAT, "rank": {"type": "integer", "minimum": 1}, game.score_key: {"type": "integer"}}
    protocol: JsonObject = {"protocol": {"const": PROTOCOL}}
    messages = {
        "hello": message("hello", {**protocol, "runner": {"type": "string"}}),
        "start": start(game, parts),
        "decide": decide(parts),
        "end": message("end", {"result": {"type": "array", "items": fields(placing)}}),
    }
    answers = {
        "answer-to-hello": fields({"id": ID, **protocol, "name": {"type": "string"}}, ("name",)),
        "answer-to-decide": fields({"id": ID, "choice": {"$ref": "#/$defs/choice"}, "note": NOTED}, ("note",)),
        "answer": fields({"id": ID, "choice": False, "protocol": False}, ("choice", "protocol")),
    }
    kinds = {f"choice-{kind}": dict(choice) for kind, choice in parts.choices.items()}
    definitions = {**messages, **answers, "book": dict(parts.book), "view": dict(parts.view), **kinds, **parts.shared}
    return {
        "$schema": DIALECT,
        "title": f"Messages and answers of a bot for {game.title}, protocol {PROTOCOL}",
        "description": "Each line is one of these. A bot reads messages and writes one answer to each.",
        "if": {"type": "object", "required": ["type"]},
        "then": any_of(messages),
        "else": any_of(answers),
        "$defs": {**definitions, "choice": any_of(kinds)},
    }


def any_of(names: Iterable[str]) -> dict[str, object]:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def fields(members: JsonObject, optional: tuple[str, ...] = ()) -> JsonObject:
    return {"type": "object", "properties": members, "required": [name for name in members if name not in optional]}


def message(kind: str, members: dict[str, object], optional: tuple[str, ...] = ()) -> dict[str, object]:
    return fields({"type": {"const": kind}, "id": ID, **members}, optional)


def start(game: Game, parts: Schemas) -> JsonObject:
    kinds = {"type": "object", "propertyNames": {"enum": list(game.kinds)}, "additionalProperties": SECONDS}
    memory = {"type": ["integer", "null"], "minimum": 1}
    limits = {"start": SECONDS, "choose": SECONDS, "kinds": kinds, "bank": BANK, "game": SECONDS, "memory_mb": memory}
    return message(
        "start",
        {
            "game": {"const": game.name},
            "seat": SEAT,
            "players": {"enum": list(game.seats)},
            "rules": fields({"name": {"const": game.name}, **game.schema()}, tuple(game.schema())),
            "book": {"$ref": "#/$defs/book"},
            "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
            "options": {"type": "object"},
            "limits": fields(limits),
        },
    )


def decide(parts: Schemas) -> dict[str, object]:
    """A decision; the form of its choices depends on its kind."""
    kinds = list(parts.choices)
    members = {
        "seat": SEAT,
        "kind": {"enum": kinds},
        "about": dict(parts.about),
        "options": {"type": "array", "minItems": 1},
        "offer": {"type": "object"},
        "default": {},
        "bank": BANK,
        "view": {"$ref": "#/$defs/view"},
    }
    asked = message("decide", members, ("options", "offer", "bank"))
    forms = [{"if": {"properties": {"kind": {"const": kind}}}, "then": of_kind(kind, parts)} for kind in kinds]
    return {**asked, "allOf": forms}


def of_kind(kind: str, parts: Schemas) -> dict[str, object]:
    """The form of these decisions: options, or the offer of this kind."""
    choice = {"$ref": f"#/$defs/choice-{kind}"}
    if kind in parts.offers:
        return {"properties": {"offer": dict(parts.offers[kind]), "default": choice}, "required": ["offer"]}
    options = {"type": "array", "items": choice}
    return {"properties": {"options": options, "default": choice}, "required": ["options"]}
