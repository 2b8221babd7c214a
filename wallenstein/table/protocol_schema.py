"""The JSON Schema (2020-12) of the protocol of bots in any language, for one game."""

from collections.abc import Iterable
from typing import Any, Final

from wallenstein.core.game import Game, Schemas
from wallenstein.table.json_speech import PROTOCOL

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ID: Final = {"type": "integer", "minimum": 0, "description": "Of the message; the answer has the same"}
SEAT: Final = {"type": "integer", "minimum": 0}
SECONDS: Final = {"type": ["number", "null"], "exclusiveMinimum": 0, "description": "null is no limit"}
BANK: Final = {"type": "number", "minimum": 0, "description": "Seconds beyond the limits"}


def schema(game: Game) -> dict[str, Any]:
    """Every message and every answer. Messages may have more keys in a later version; bots ignore them."""
    parts = game.documents.schemas()
    messages = {"hello": hello(), "start": start(game, parts), "decide": decide(parts), "end": end(game)}
    answers = {
        "answer-to-hello": answer_to_hello(),
        "answer-to-decide": answer_to_decide(),
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


def any_of(names: Iterable[str]) -> dict[str, Any]:
    """One of these definitions."""
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def fields(members: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with these members, and maybe others."""
    return {"type": "object", "properties": members, "required": [name for name in members if name not in optional]}


def message(kind: str, members: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """A message of this type."""
    return fields({"type": {"const": kind}, "id": ID, **members}, optional)


def hello() -> dict[str, Any]:
    """The first message to a new process."""
    return message("hello", {"protocol": {"const": PROTOCOL}, "runner": {"type": "string"}})


def answer_to_hello() -> dict[str, Any]:
    """What a bot says of itself."""
    members = {"id": ID, "protocol": {"const": PROTOCOL}, "name": {"type": "string"}, "reset": {"type": "boolean"}}
    return fields(members, ("name", "reset"))


def start(game: Game, parts: Schemas) -> dict[str, Any]:
    """A game begins."""
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


def decide(parts: Schemas) -> dict[str, Any]:
    """A decision; the kind says what its choices look like."""
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
    return {**asked, "allOf": [{"if": is_kind(kind), "then": of_kind(kind, parts)} for kind in kinds]}


def is_kind(kind: str) -> dict[str, Any]:
    """Holds for decisions of this kind."""
    return {"properties": {"kind": {"const": kind}}}


def of_kind(kind: str, parts: Schemas) -> dict[str, Any]:
    """What holds for them: options, or the offer of this kind."""
    choice = {"$ref": f"#/$defs/choice-{kind}"}
    if kind in parts.offers:
        return {"properties": {"offer": dict(parts.offers[kind]), "default": choice}, "required": ["offer"]}
    options = {"type": "array", "items": choice}
    return {"properties": {"options": options, "default": choice}, "required": ["options"]}


def answer_to_decide() -> dict[str, Any]:
    """The choice."""
    return fields({"id": ID, "choice": {"$ref": "#/$defs/choice"}})


def end(game: Game) -> dict[str, Any]:
    """The game is over."""
    placing = {"seat": SEAT, "rank": {"type": "integer", "minimum": 1}, game.score_key: {"type": "integer"}}
    return message("end", {"result": {"type": "array", "items": fields(placing)}})
