"""JSON documents: strict reading, a place for every error, schemas, and refusals in the names of documents.

Also the text of other files of users, and TOML in it.
"""

import json
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn, Protocol, TypeAlias

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.core.text import did_you_mean, printable

JsonObject: TypeAlias = dict[str, Any]  # members of any JSON type
RawTable: TypeAlias = dict[str, Any]  # keys and values as they stand in a file, before they are checked
Schema: TypeAlias = JsonObject

LARGEST: Final = 16 * 1024 * 1024  # bytes; a whole recorded game has about 100 kB
PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
WHOLE: Final = "the document"


class _Repeated(JsonObject):
    """An object with a repeated key."""

    key = ""


def folder_of(package: str) -> Path:
    """Where the files of a package are; importlib.resources would load what makes each fork twice as dear."""
    return Path(next(iter(import_module(package).__path__)))


def read_text(path: str | Path, what: str, most: int, usual: str) -> str:
    """The text of a user's file of at most `most` bytes; ConfigError if it cannot be read.

    `what` it has, such as "board", and the `usual` size, for the error.
    """
    try:
        with open(path, "rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise ConfigError(f"{path}: the {what} cannot be read: {error.strerror}") from None
    except ValueError:  # a zero byte in the name
        raise ConfigError(f"{str(path)!r} is not a valid file name") from None
    if len(raw) > most:
        raise ConfigError(f"{path}: more than {most // 1024} kB; {usual}")
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = raw[error.start]
        raise ConfigError(f"{path}:{line}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8") from None


def parse_toml(text: str) -> RawTable:
    """The tables in a text; raises ConfigError, without the file's name, if it is not TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError("not valid TOML: brackets are nested too deeply") from None
    except ValueError as error:  # also numbers with more digits than Python reads
        raise ConfigError(f"not valid TOML: {error}") from None


class _Constant:
    """NaN or an infinity: Python reads them, although they are not JSON."""

    def __init__(self, name: str) -> None:
        self.name = name


def parse(raw: bytes, source: str) -> Any:
    """The value of a file's bytes; FormatError names the source and line, or the JSON path, of a mistake."""
    if len(raw) > LARGEST:
        raise FormatError(source, f"more than {LARGEST // 1024 // 1024} MB; a whole game has about 100 kB")
    try:
        text = raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{source}:{line}", f"byte 0x{raw[error.start]:02x} is not UTF-8; save it as UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_Constant)
    except RecursionError:
        raise FormatError(source, "not valid JSON: brackets are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"{source}:{error.lineno}", f"not valid JSON: {error.msg}, column {error.colno}") from None
    except ValueError:
        raise FormatError(source, "not valid JSON: a number has more digits than can be read") from None
    _refuse_faults(value)
    return value


def path_to(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not PLAIN_KEY.fullmatch(key):
        return f'{path}["{printable(key, 40)}"]'
    return f"{path}.{key}" if path else key


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    repeated = _Repeated(value)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            repeated.key = key
            break
        seen.add(key)
    return repeated


def _refuse_faults(value: object) -> None:
    """Walks the whole value without recursion, because it may be nested deeply."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        path, here = waiting.pop()
        if isinstance(here, _Repeated):
            raise FormatError(path_to(path, here.key), "this key is given twice; give it once")
        if isinstance(here, _Constant):
            raise FormatError(path or WHOLE, f"{here.name} is not a JSON number; give a whole number")
        if isinstance(here, dict):
            waiting.extend((path_to(path, key), inner) for key, inner in here.items())
        elif isinstance(here, list):
            waiting.extend((path_to(path, number), inner) for number, inner in enumerate(here))


MOST: Final = 1_000_000  # limit for anything that the rules do not limit
SHOWN: Final = 40  # characters of a wrong value in an error


class Json:
    """A value of a document with its path."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, text: str) -> NoReturn:
        raise FormatError(self.path or WHOLE, text)

    def wanted(self, what: str) -> NoReturn:
        """Raises FormatError: `what` is expected here."""
        self.fail(f"must be {what}, not {in_brief(self.value)}")

    def at(self, key: str | int) -> "Json":
        return Json(self.value[key], path_to(self.path, key))

    def whole(self, low: int = 0, high: int = MOST) -> int:
        """A whole number within bounds."""
        value = self.value
        if type(value) is not int or not low <= value <= high:
            self.wanted(f"a whole number from {low} to {high}")
        return value

    def integer(self) -> int:
        value = self.value
        if type(value) is not int or abs(value) > MOST:
            self.wanted("a whole number")
        return value

    def truth(self) -> bool:
        value = self.value
        if type(value) is not bool:
            self.wanted("true or false")
        return value

    def text(self, what: str) -> str:
        value = self.value
        if type(value) is not str:
            self.wanted(what)
        return value

    def code(self, names: Sequence[str], what: str) -> int:
        """The index of a name among the names; an error suggests near matches."""
        name = self.text(f"the name of {what}")
        if name not in names:
            self.fail(f'"{printable(name, SHOWN)}" is not {what}; {did_you_mean(name[:SHOWN], names)}')
        return names.index(name)

    def items(self) -> "list[Json]":
        if type(self.value) is not list:
            self.wanted("a list")
        return [self.at(number) for number in range(len(self.value))]

    def by_seat(self, players: int, what: str) -> "list[Json]":
        """The items of a list with one for each seat; the last ones may be left out."""
        items = self.items()
        if len(items) > players:
            self.fail(f"{len(items)} {what}; there are {players} players")
        return items

    def codes(self, names: Sequence[str], what: str) -> list[int]:
        """A list of different names, as their indices among the names."""
        found: list[int] = []
        for item in self.items():
            code = item.code(names, what)
            if code in found:
                item.fail(f'"{item.value}" is listed twice')
            found.append(code)
        return found

    def entries(self) -> "dict[str, Json]":
        if not isinstance(self.value, dict):
            self.wanted("an object")
        return {key: self.at(key) for key in self.value}

    def members(self, known: Collection[str]) -> "dict[str, Json]":
        """The members of an object with known keys; the error for another key suggests a near match."""
        members = self.entries()
        for key, place in members.items():
            if key not in known:
                place.fail(f"unknown key; {did_you_mean(str(key)[:SHOWN], known)}")
        return members


def in_brief(value: object) -> str:
    """A wrong value, short enough for a line."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False, default=repr)  # from Python, it may be anything
    return printable(text, SHOWN)


NULL: Final = {"type": "null"}
COUNT: Final = {"type": "integer", "minimum": 0}
TRUTH: Final = {"type": "boolean"}


def either(*schemas: object) -> Schema:
    return {"anyOf": list(schemas)}


def or_null(schema: object) -> Schema:
    return either(schema, NULL)


def many(schema: object) -> Schema:
    return {"type": "array", "items": schema}


def by_name(names: object, schema: object) -> Schema:
    """An object with some of these keys."""
    return {"type": "object", "propertyNames": names, "additionalProperties": schema}


def closed_object(members: Mapping[str, object], optional: Collection[str] = ()) -> Schema:
    required = [name for name in members if name not in optional]
    return {"type": "object", "properties": dict(members), "required": required, "additionalProperties": False}


def open_object(members: Mapping[str, object], optional: Collection[str] = ()) -> Schema:
    """An object that may have more members in a later version."""
    return {**closed_object(members, optional), "additionalProperties": True}


# Illegal choices are reported in the names of documents, which people know, not in numbers.


class PendingDecision(Protocol):
    """A question to one seat. `options` are the legal choices; for a plan, an offer that draws them."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def options(self) -> Any: ...
    @property
    def default(self) -> object: ...
    def random(self, rng: Random) -> object:
        """One of all legal choices."""


def refusal(place: Json, asked: PendingDecision) -> str:
    """The sentence for an illegal choice, as the document writes it."""
    value = place.value
    if isinstance(value, dict):
        parts = ", ".join(f"{key} {_shown(part)}" for key, part in value.items())
    else:
        parts = _shown(value)
    return f"seat {asked.seat} cannot choose {parts} for {asked.kind}"


def _shown(value: object) -> str:
    return printable(json.dumps(value, ensure_ascii=False), SHOWN) if isinstance(value, list) else in_brief(value)
