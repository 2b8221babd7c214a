"""What a run is a run of, and whether a configuration is the one that a run was begun with."""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from wallenstein import __version__
from wallenstein.core.errors import ConfigError
from wallenstein.record.common import SCHEMA
from wallenstein.record.manifest import Manifest
from wallenstein.record.part import hash_of
from wallenstein.tourney.config import Config
from wallenstein.tourney.run.makers import Cast
from wallenstein.tourney.schedule.schedule import Schedule


class OtherRun(ConfigError):
    """The run in the results is of another configuration, of other rules, or of other bots."""


def identity(config: Config, planned: Schedule, cast: Cast, text: str) -> dict[str, Any]:
    """The header of a manifest; `text` is the configuration as it is kept."""
    return {
        "schema": SCHEMA,
        "program": __version__,
        "name": config.name,
        "seed": config.seed,
        "hash": config.hash,
        "config": hash_of(text.encode()),
        "essence": dict(config.essence),
        "rules": {cell.label: cell.game.fingerprint(cell.rules) for cell in config.cells},
        "bots": cast.sources,
        "entries": list(config.entry_names),
        "cells": [cell.label for cell in config.cells],
        "games": planned.total,
        "chunks": planned.chunks,
    }


def folder_name(wanted: Mapping[str, Any]) -> str:
    """Where a run goes. Another configuration, other rules, or a bot that was changed, is another run."""
    decisive = json.dumps([wanted["essence"], wanted["rules"], wanted["bots"]], sort_keys=True)
    return f"{wanted['name']}-{blake2b(decisive.encode(), digest_size=2).hexdigest()}"


def check_same(manifest: Manifest, wanted: Mapping[str, Any]) -> None:
    """OtherRun if the run cannot be gone on with; the sentence says what differs."""
    begun = manifest.header
    found = list(_differences(begun["essence"], wanted["essence"]))
    found += [f"the rules{_of(label)} have changed" for label in _changed(begun["rules"], wanted["rules"])]
    found += [f"the bot {name} has changed" for name in _changed(begun["bots"], wanted["bots"])]
    if begun["schema"] != wanted["schema"]:
        found.append(f"its tables are of version {begun['schema']}, and those of this program of {wanted['schema']}")
    if not found:
        return
    shown = "; ".join(found[:5]) + (f"; and {len(found) - 5} more" if len(found) > 5 else "")
    state = "finished" if manifest.finished else "unfinished"
    raise OtherRun(
        f"{manifest.path.parent} holds a run of this name that is {state}, and it was begun differently: {shown}. "
        "Put it back as it was to go on with it, or give the tournament another name (tourney.name), "
        "or remove that run and begin anew with --fresh"
    )


def _of(label: str) -> str:
    return f" of {label}" if label else ""


def _changed(begun: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[str]:
    for name, value in wanted.items():
        if begun.get(name, value) != value:
            yield name


def _differences(begun: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """Each key that differs, with both values; the keys of a cell after its label."""
    old, new = dict(_leaves(begun)), dict(_leaves(wanted))
    for key in dict.fromkeys((*old, *new)):
        if key not in new:
            yield f"{key} was {old[key]!r} and is not there any more"
        elif key not in old:
            yield f"{key} is {new[key]!r} and was not there"
        elif old[key] != new[key]:
            yield f"{key} was {old[key]!r}, and is {new[key]!r} now"


def _leaves(table: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    items: list[tuple[Any, Any]]
    if isinstance(table, Mapping):
        items = list(table.items())
    elif isinstance(table, list | tuple):
        items = list(enumerate(table))
    else:
        yield prefix, table
        return
    for key, value in items:
        yield from _leaves(value, f"{prefix}.{key}" if prefix else str(key))
