"""The `[game]` section: reads it into rules, and writes rules back."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError, MistakeList
from wallenstein.core.words import did_you_mean
from wallenstein.games.sixteen_thirty.data_file import data
from wallenstein.games.sixteen_thirty.rules import Rules

KEYS: Final = ("name", "data")


def key_schemas() -> dict[str, Any]:
    """The JSON Schema of each key, for editors."""
    return {
        "data": {
            "type": "string",
            "default": "default",
            "description": "default, or a data file, relative to this file",
        }
    }


def rules_from(options: Mapping[str, Any], base: Path) -> Rules:
    """Rules from named options; a relative path of a data file starts at `base`. ConfigErrors has every mistake."""
    mistakes = MistakeList(
        [f"game.{key}: there is no such key; {did_you_mean(key, KEYS)}" for key in options if key not in KEYS]
    )
    rules = mistakes.read(with_data, options.get("data", "default"), base)
    mistakes.raise_any()
    assert rules is not None
    return rules


def with_data(value: object, base: Path) -> Rules:
    """Rules with the data of the file of that name."""
    if not isinstance(value, str) or "\0" in value:
        raise ConfigError(f'game.data: must be "default" or the path of a data file, not {value!r:.40}')
    name = value if value == "default" else str((base / value).resolve())
    return Rules(data(name), name)


def spelled_out(rules: Rules) -> dict[str, Any]:
    """The options of these rules, defaults included."""
    return {"data": rules.data_name}
