"""The `[game]` section: reads it into rules, and writes rules back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.rules import EDITIONS, SETUPS, VARIANTS, Rules
from wallenstein.games.wallenstein.tower.loading import make_tower

KEYS: Final = ("name", "edition", "expansions", "variant", "setup", "board", "tower")


def key_schemas() -> dict[str, Any]:
    """The JSON Schema of each key, for editors."""
    expansions = {"type": "array", "items": {"enum": list(EXPANSIONS)}, "uniqueItems": True}
    tower = {"type": ["object", "string"], "properties": {"model": {"type": "string"}}}
    return {
        "edition": {"enum": EDITIONS, "default": "second", "description": "The second (2012) or the first (2002)"},
        "expansions": {**expansions, "default": [], "description": "Expansions of the second edition"},
        "variant": {"enum": VARIANTS, "description": "Variants of the first edition"},
        "setup": {"enum": SETUPS, "default": "default", "description": "The line-up printed in the rules, or a draft"},
        "board": {
            "type": "string",
            "default": "default",
            "description": "default, or a board file, relative to this file",
        },
        "tower": {**tower, "default": {"model": "sieve"}, "description": "The tower's model and its parameters"},
    }


def rules_from(options: Mapping[str, Any], base: Path) -> Rules:
    """Rules from named options; a relative board path starts at `base`."""
    for key in options:
        if key not in KEYS:
            raise ConfigError(f"game.{key}: there is no such key; {did_you_mean(key, KEYS)}")
    edition = one_of("edition", options.get("edition", "second"), EDITIONS)
    variant = options.get("variant")
    if variant is not None:
        one_of("variant", variant, VARIANTS)
        if edition != "first":
            raise ConfigError(f'game.variant: "{variant}" belongs to the first edition; set game.edition = "first"')
    expansions = read_expansions(options.get("expansions", []))
    if expansions and edition != "second":
        raise ConfigError(
            f"game.expansions: {', '.join(expansions)}: only the second edition has expansions; "
            "the first edition is played with game.expansions = []"
        )
    tower = options.get("tower", {"model": "sieve"})
    if isinstance(tower, str):
        tower = {"model": tower}
    if not isinstance(tower, Mapping):
        raise ConfigError('game.tower: must be a table such as {model = "sieve"}')
    tower = placed(tower, base)
    make_tower(tower)  # checks that it exists
    name = options.get("board", "default")
    if not isinstance(name, str) or "\0" in name:
        raise ConfigError(f'game.board: must be "default" or the path of a board file, not {name!r}')
    if name != "default":
        name = str((base / name).resolve())
    return Rules(
        edition=edition,
        expansions=expansions,
        variant=variant,
        setup=one_of("setup", options.get("setup", "default"), SETUPS),
        board=board(name),
        board_name=name,
        tower_options=tuple(sorted({"model": "sieve", **tower}.items())),
    )


def placed(tower: Mapping[str, Any], base: Path) -> dict[str, Any]:
    """The tower's options with the full path of a model's file, so that they can be read from anywhere."""
    file, colon, name = str(tower.get("model", "sieve")).rpartition(":")
    return {**tower, "model": f"{(base / file).resolve()}:{name}"} if colon and file.endswith(".py") else dict(tower)


def one_of(key: str, value: object, allowed: tuple[str, ...]) -> str:
    """The value, if it is one of the names allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise ConfigError(
            f"game.{key}: {json.dumps(value, default=str)} is not allowed; {did_you_mean(str(value), allowed)}"
        )
    return value


def read_expansions(value: object) -> tuple[str, ...]:
    """The expansions in their fixed order, each once."""
    if not isinstance(value, list | tuple):
        raise ConfigError(f"game.expansions: must be a list of names, not {value!r}")
    for name in value:
        one_of("expansions", name, tuple(EXPANSIONS))
    if len(set(value)) != len(value):
        raise ConfigError("game.expansions: names an expansion twice")
    return tuple(name for name in EXPANSIONS if name in value)


def spelled_out(rules: Rules) -> dict[str, Any]:
    """The options of these rules, defaults included, without keys that have no value."""
    spelled: dict[str, Any] = {
        "edition": rules.edition,
        "expansions": list(rules.expansions),
        "setup": rules.setup,
        "board": rules.board_name,
        "tower": dict(rules.tower_options),
    }
    if rules.variant is not None:
        spelled["variant"] = rules.variant
    return spelled
