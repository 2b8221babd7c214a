"""Reads a configuration's file, and applies `--set`.

Dotted keys such as `bots.entry.regent.options.court` address tables, and lists by number or name.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean, printable

LARGEST: Final = 10_000_000  # bytes
IN_PLACE_OF: Final = {"tourney.blocks": "games", "tourney.games": "blocks"}


def read(path: Path) -> dict[str, Any]:
    """The file's tables; raises ConfigError if it cannot be read or is not TOML."""
    shown = printable(str(path))
    if path.is_dir():
        raise ConfigError(f"{shown}: is a folder; a configuration is a TOML file")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise ConfigError(f"{shown}: there is no such file{_near(path)}") from None
    except OSError as error:
        raise ConfigError(f"{shown}: cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise ConfigError(f"{shown}: larger than {LARGEST:,} bytes, which is too large for a configuration")
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        raise ConfigError(f"{shown}: not UTF-8 text (byte {error.start + 1})") from None
    except ValueError as error:  # a fault of TOML, or a number of thousands of digits
        raise ConfigError(f"{shown}: not valid TOML: {_reason(error)}") from None
    except RecursionError:
        raise ConfigError(f"{shown}: not valid TOML: too many brackets within brackets") from None


def _near(path: Path) -> str:
    try:
        names = [other.name for other in path.parent.iterdir() if other.suffix == ".toml"]
    except OSError:
        return ", nor its folder" if not path.parent.exists() else ""
    near = did_you_mean(path.name, names)
    return f"; {near}" if near.startswith("did") else ""


def _reason(error: ValueError) -> str:
    if isinstance(error, tomllib.TOMLDecodeError):
        return str(error)
    return "a number with too many digits"


def override(raw: dict[str, Any], sets: Sequence[str]) -> list[str]:
    """Puts each `key=value` into the tables; returns the keys."""
    keys = []
    for text in sets:
        if not text.isprintable():
            raise ConfigError(f"--set {text!r}: contains characters that are not valid text")
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ConfigError(f"--set {text}: must be key=value, such as tourney.blocks=50")
        try:
            if key in IN_PLACE_OF and isinstance(raw.get("tourney"), dict):
                raw["tourney"].pop(IN_PLACE_OF[key], None)
            put(raw, split_key(key), parsed(value.strip()))
        except ConfigError as error:
            raise ConfigError(f"--set {text}: {error}") from None
        keys.append(key)
    return keys


def parsed(text: str) -> Any:
    """A value written as in the file; anything that is not a TOML value is a string."""
    try:
        document: Mapping[str, Any] = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return document["value"] if list(document) == ["value"] else text


def split_key(key: str) -> tuple[str, ...]:
    """The steps of a dotted key."""
    steps = tuple(step.strip().strip('"') for step in key.split("."))
    if not all(steps):
        raise ConfigError(f'"{key}" is not a key; write a key such as tourney.seed')
    return steps


def put(tables: dict[str, Any], steps: tuple[str, ...], value: Any) -> None:
    """Puts a value at a key, and creates missing tables on the way."""
    here: Any = tables
    for at, step in enumerate(steps[:-1]):
        done = ".".join(steps[: at + 1])
        if isinstance(here, list):
            here = here[_index(here, step, ".".join(steps[:at]))]
        else:
            here = here.setdefault(step, {})
        if not isinstance(here, dict | list):
            raise ConfigError(f"{done} is a value, not a table, so there is no {'.'.join(steps)}")
    if isinstance(here, list):
        here[_index(here, steps[-1], ".".join(steps[:-1]))] = value
    else:
        here[steps[-1]] = value


def _index(items: list[Any], step: str, key: str) -> int:
    """The index in a list, from a number or the name of a bot's entry."""
    names = [item.get("name", item.get("bot")) if isinstance(item, dict) else None for item in items]
    if step in names:
        return names.index(step)
    if step.isascii() and step.isdigit() and len(step) < 10 and int(step) < len(items):
        return int(step)
    known = [name for name in names if isinstance(name, str)]
    hint = did_you_mean(step, known) if known else "entries are counted from 0"
    raise ConfigError(f'{key} has {len(items)} entries and none is "{step}"; {hint}')
