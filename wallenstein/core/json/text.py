"""Strict JSON: no repeated keys, no NaN, no unlimited nesting; every error has its place."""

import json
import re
from typing import Any, Final

from wallenstein.core.errors import FormatError
from wallenstein.core.words import printable

LARGEST: Final = 16 * 1024 * 1024  # bytes; a whole recorded game has about 100 kB
PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
WHOLE: Final = "the document"


class _Repeated(dict[str, Any]):
    """An object in which a key is given twice."""

    key = ""


class _Constant:
    """NaN or an infinity, which Python reads although they are not JSON."""

    def __init__(self, name: str) -> None:
        self.name = name


def parse(raw: bytes, source: str) -> Any:
    """The value in the bytes of a file; FormatError names the source and line, or the JSON path, of a mistake."""
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
    """The path of a member or an item."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not PLAIN_KEY.fullmatch(key):
        return f'{path}["{printable(key, 40)}"]'
    return f"{path}.{key}" if path else key


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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


def _refuse_faults(value: Any) -> None:
    """Walks the whole value without recursion, because it may be nested deeply."""
    waiting: list[tuple[str, Any]] = [("", value)]
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
