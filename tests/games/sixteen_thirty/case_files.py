"""The cases of Sixteen Thirty Something, worked out by hand from the printed rules, and how to compare with them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.core.game import Game, Reached
from wallenstein.games import find_game

FOLDER: Final = Path(__file__).parent / "cases"
FILES: Final = sorted(FOLDER.glob("*.json"))


def read(file: Path) -> dict[str, Any]:
    """A case: what it is about, its rule, a scenario or position, and what must come of it."""
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


def game() -> Game:
    """Sixteen Thirty Something."""
    return find_game("sixteen-thirty")


def reached(scenario: Mapping[str, Any]) -> Reached:
    """Where a scenario ends, and its log."""
    return game().play_scenario(Json(scenario), FOLDER)


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where the position found is not what was expected; what is not named is not looked at.

    A display is named in full, and so is a list; `{}` stands for an item that is not looked at.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        if path.endswith(".display") and set(expected) != set(found):
            yield f"{path}: expected {sorted(expected)}, found {sorted(found)}"
        for key, value in expected.items():
            if key not in found:
                yield f"{path}.{key}: expected {value!r}, found nothing"
            else:
                yield from differences(value, found[key], f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, value in enumerate(expected):
            yield from differences(value, found[place], f"{path}[{place}]")
    elif expected != found or type(expected) is not type(found):
        yield f"{path}: expected {expected!r}, found {found!r}"


def missing_lines(expected: Sequence[Mapping[str, Any]], log: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The expected lines that the log does not have in this order; a line has at least the keys that are named."""
    rest = iter(log)
    return [line for line in expected if not any(is_line(line, found) for found in rest)]


def is_line(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether the line of a log has these keys and values."""
    return all(key in found and found[key] == value for key, value in expected.items())
