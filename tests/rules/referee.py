"""Scenario files, and what the referee makes of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.referee.scenario import REFEREE

FOLDER: Final = Path(__file__).parents[1] / "scenarios"
CUBES: Final = (".tower", ".tray")
FILES: Final = sorted(FOLDER.glob("*.json"))


def read(file: Path) -> dict[str, Any]:
    """A scenario with what it is about, the rule it shows, and what is expected."""
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


def reached(scenario: dict[str, Any]) -> dict[str, Any]:
    """The position that a scenario ends in."""
    return REFEREE.write_reached(REFEREE.play(REFEREE.read(Json(scenario), FOLDER)))


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where the found is not what was expected; what is not named is not looked at.

    Nothing (null, 0, an empty list) is also met by a key that is missing. Cubes in tower and tray are named in full.
    """
    if path in CUBES and expected != (found or {}):
        yield f"{path}: expected {expected!r}, found {found!r}"
    elif isinstance(expected, dict) and expected:
        for key, value in expected.items():
            inside = found.get(key) if isinstance(found, dict) else None
            yield from differences(value, inside, f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, value in enumerate(expected):
            if value != {}:
                yield from differences(value, found[place], f"{path}[{place}]")
    elif expected != found and (expected or found):
        yield f"{path}: expected {expected!r}, found {found!r}"
