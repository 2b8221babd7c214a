"""Dotted keys such as `bots.entry.regent.options.court`: into tables, and into lists by number or name."""

from typing import Any

from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean


def split(key: str) -> tuple[str, ...]:
    """The steps of a dotted key."""
    steps = tuple(step.strip().strip('"') for step in key.split("."))
    if not all(steps):
        raise ConfigError(f'"{key}" is not a key; a key is names with dots between them, such as tourney.seed')
    return steps


def put(tables: dict[str, Any], steps: tuple[str, ...], value: Any) -> None:
    """Puts a value at a key; tables on the way are made where there are none."""
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
    """Where in a list: a number from 0, or the name of a bot's entry."""
    names = [item.get("name", item.get("bot")) if isinstance(item, dict) else None for item in items]
    if step in names:
        return names.index(step)
    if step.isascii() and step.isdigit() and len(step) < 10 and int(step) < len(items):
        return int(step)
    known = [name for name in names if isinstance(name, str)]
    raise ConfigError(f'{key} has {len(items)} entries and none is "{step}"; {did_you_mean(step, known)}')
