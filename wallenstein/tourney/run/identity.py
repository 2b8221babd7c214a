"""The identity of a run: the configuration that it was started with, and the files of its rules."""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from os.path import commonpath
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein import __version__
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.sources import neighbours
from wallenstein.record.common_tables import SCHEMA
from wallenstein.record.dataset import INPUTS
from wallenstein.record.files.manifest import Manifest
from wallenstein.record.files.part_files import hash_of
from wallenstein.record.versions import versions
from wallenstein.tourney.bench import SIGNATURE
from wallenstein.tourney.config import Config
from wallenstein.tourney.run.found_bots import FoundBots
from wallenstein.tourney.schedule import Schedule

CHUNK: Final = "run.chunk "


class OtherRun(ConfigError):
    """The existing run has a different configuration, rules, or bots."""


def identity(config: Config, schedule: Schedule, bots: FoundBots, text: str) -> dict[str, Any]:
    """The header of a manifest; `text` is the stored configuration."""
    return {
        "schema": SCHEMA,
        "program": __version__,
        "signature": SIGNATURE,
        "name": config.name,
        "seed": config.seed,
        "hash": config.hash,
        "config": hash_of(text.encode()),
        "essence": dict(config.essence),
        "rules": {cell.label: cell.game.fingerprint(cell.rules) for cell in config.cells},
        "bots": bots.sources,
        "by_clock": list(bots.by_clock),
        "entries": list(config.entry_names),
        "cells": [cell.label for cell in config.cells],
        "games": schedule.total,
        "chunks": schedule.chunks,
        "versions": versions(),
    }


def folder_name(wanted: Mapping[str, Any]) -> str:
    """The name of a run's folder. A different configuration, rules or bot is a different run."""
    decisive = json.dumps([wanted["essence"], wanted["rules"], wanted["bots"]], sort_keys=True)
    return f"{wanted['name']}-{blake2b(decisive.encode(), digest_size=2).hexdigest()}"


def check_same(manifest: Manifest, wanted: Mapping[str, Any]) -> None:
    """Raises OtherRun if the run cannot be resumed; the sentence says what differs."""
    begun = manifest.header
    found = list(_differences(begun["essence"], wanted["essence"]))
    found += [f"the rules{_of(label)} have changed" for label in _changed(begun["rules"], wanted["rules"])]
    found += [f"the bot {name} has changed" for name in _changed(begun["bots"], wanted["bots"])]
    if begun["schema"] != wanted["schema"]:
        found.append(f"its tables have version {begun['schema']}, and this program writes version {wanted['schema']}")
    if not found:
        return
    if not all(CHUNK in sentence for sentence in found):
        found = [sentence for sentence in found if CHUNK not in sentence]  # its default follows from what differs
    shown = "; ".join(found[:5]) + (f"; and {len(found) - 5} more" if len(found) > 5 else "")
    state = "a finished" if manifest.finished else "an unfinished"
    raise OtherRun(
        f"{manifest.path.parent} contains {state} run of this name, which was started differently: {shown}. "
        "Undo the change to resume it, give the tournament another name (tourney.name), "
        "or use --fresh to remove that run and start over"
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
            yield f"{key} was {old[key]!r} and is now missing"
        elif key not in old:
            yield f"{key} is {new[key]!r} and was missing"
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


class KeptFiles(NamedTuple):
    """The configuration with copies instead of the files that it names, and the contents of the copies by name."""

    text: str
    files: dict[str, bytes]


def kept_files(config: Config) -> KeptFiles:
    """Every file that a key of `[game]` names, fixed or varied by the matrix."""
    base = Path(config.file).parent
    text, files = config.text, dict[str, bytes]()
    for cell in config.cells:
        for value in dict.fromkeys([*_texts_in(cell.options), *_texts_in(cell.values)]):
            file, colon, _ = value.rpartition(":")  # a class in a file is written file.py:Class
            written = file if colon and file.endswith(".py") else value
            path = base / written
            if path.suffix in (".toml", ".py") and path.is_file() and f'"{written}' in text:
                name, copies = _copies(path, f"{INPUTS}/{len(files)}-")
                files |= copies
                text = text.replace(f'"{written}', f'"{name}')
    return KeptFiles(text, files)


def _copies(path: Path, start: str) -> tuple[str, dict[str, bytes]]:
    """The name of a file's copy; and copies of it and of the neighbours that it imports, in a folder of their own."""
    together = neighbours([path]) if path.suffix == ".py" else [path.resolve()]
    if len(together) == 1:
        return f"{start}{path.name}", {f"{start}{path.name}": path.read_bytes()}
    home = Path(commonpath([str(each.parent) for each in together]))
    copies = {f"{start}{path.stem}/{each.relative_to(home).as_posix()}": each.read_bytes() for each in together}
    return f"{start}{path.stem}/{path.resolve().relative_to(home).as_posix()}", copies


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts_in(item)
