"""The `[game]` section: reads it into rules, and writes rules back."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
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
    """Rules from named options; a relative path of a data file starts at `base`."""
    for key in options:
        if key not in KEYS:
            raise ConfigError(f"game.{key}: there is no such key; {did_you_mean(key, KEYS)}")
    name = options.get("data", "default")
    if not isinstance(name, str) or "\0" in name:
        raise ConfigError(f'game.data: must be "default" or the path of a data file, not {name!r:.40}')
    if name != "default":
        name = str((base / name).resolve())
    return Rules(data(name), name)


def spelled_out(rules: Rules) -> dict[str, Any]:
    """The options of these rules, defaults included."""
    return {"data": rules.data_name}
