"""The identity of a run: its configuration, its bots, the files of its rules, and the versions it was played with."""

import json
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from os.path import commonpath
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from wallenstein import __version__
from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, Wanted, command_entrant, entrants
from wallenstein.core.documents import JsonObject, folder_of
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import CHANCES, Game
from wallenstein.core.program.sources import neighbours
from wallenstein.games import SIGNATURE
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import INPUTS
from wallenstein.record.tables import SCHEMA
from wallenstein.record.write import hash_of
from wallenstein.table.conditions import Maker
from wallenstein.tourney.config import Config, Entry
from wallenstein.tourney.schedule import Schedule

PACKAGES: Final = ("numpy", "pandas", "pyarrow", "scipy")


def versions() -> dict[str, str]:
    """The versions of Python, and of the packages behind tables and figures; a run may be resumed with others."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # put on the path by hand
            found[package] = "unknown"
    return found


def other_versions(header: Mapping[str, Any]) -> str:
    """The differences from the versions in a run's header, such as `pyarrow 25.0.0 (now 26.0.1)`."""
    here = versions()
    begun = header.get("versions", {})
    return ", ".join(f"{name} {was} (now {here[name]})" for name, was in begun.items() if here.get(name, was) != was)


class FoundBots(NamedTuple):
    """A maker of bots for each entry, by cell; hashes of the sources for each entry; remarks on the others."""

    makers: tuple[tuple[Maker, ...], ...]
    sources: dict[str, str]
    remarks: tuple[str, ...] = ()  # bots left out and why, files without bots, renamed bots
    by_clock: tuple[str, ...] = ()  # names of bots that think by the clock
    left_out: Mapping[str, str] = MappingProxyType({})  # why bots cannot play, by name


class BotAnswers:
    def __init__(
        self, file: str, paths: Sequence[Path], pairs: Iterable[tuple[Entry, str]], sandboxed: bool = False
    ) -> None:
        """Finds every bot for its game; a bot from outside the package is loaded in a process of its own."""
        self.file = file
        try:
            catalogue = Catalogue(paths)
        except ConfigError as error:
            raise ConfigError(f"{file}: bots.paths: {error}") from None
        wanted = {_key(*pair): pair for pair in pairs}
        of_python = [
            Wanted(entry.bot, entry.options, entry.options_key or f"{entry.key}.options", game)
            for entry, game in wanted.values()
            if not entry.command
        ]
        bots = iter(entrants(of_python, catalogue, sandboxed))
        self.asked: Final = {
            key: (entry, _command(entry) if entry.command else next(bots)) for key, (entry, _) in wanted.items()
        }
        self.broken: Final = [(entry, bot) for entry, bot in self.asked.values() if isinstance(bot, ConfigError)]

    def mistakes(self) -> list[str]:
        said = ((entry.key, str(error)) for entry, error in self.broken)
        lines = (error if error.startswith(key) else f"{key}: {error}" for key, error in said)
        return list(dict.fromkeys(f"{self.file}: {line}" for line in lines))

    def left_out(self) -> dict[str, str]:
        return {entry.name: str(error) for entry, error in self.broken}

    def found(self, config: Config) -> FoundBots:
        """The bots of a configuration without other bots, and without broken ones."""
        sources: dict[str, list[str]] = {}
        by_clock: dict[str, None] = {}

        def maker(entry: Entry | None, game: str) -> Maker:
            if entry is None:
                return absent
            _, bot = self.asked[_key(entry, game)]
            assert isinstance(bot, Entrant), bot
            sources.setdefault(entry.name, []).append(bot.source_hash)
            if bot.by_clock:
                by_clock[entry.name] = None
            return bot

        of_cells = ((config.entries(cell.index), cell.game.name) for cell in config.cells)
        makers = tuple(tuple(maker(entry, game) for entry in entries) for entries, game in of_cells)
        hashes = {name: "+".join(dict.fromkeys(found)) for name, found in sources.items()}
        return FoundBots(makers, hashes, by_clock=tuple(by_clock))


def _key(entry: Entry, game: str) -> str:
    return repr((entry, game))


def _command(entry: Entry) -> Entrant | ConfigError:
    try:
        return command_entrant(entry.name, entry.command, entry.files, entry.folder, entry.options)
    except ConfigError as error:
        return ConfigError(f"{entry.key}.{error}")


def absent() -> BaseBot:
    """Stands for a bot that only plays in other cells."""
    raise AssertionError("a bot that only plays in another cell was put on a seat")


CHUNK: Final = "run.chunk "


class OtherRun(ConfigError):
    """The existing run has a different configuration, rules, or bots: `changes`."""

    def __init__(self, run: str, changes: str) -> None:
        super().__init__(
            f"{run} of this name, which was started differently: {changes}. "
            "Undo the change to resume it, give the tournament another name (tourney.name), "
            "or use --fresh to remove that run and start over"
        )
        self.changes: Final = changes


def identity(config: Config, schedule: Schedule, bots: FoundBots, text: str) -> JsonObject:
    """The header of a manifest; `text` is the stored configuration."""
    return {
        "schema": SCHEMA,
        "program": __version__,
        "signature": SIGNATURE,
        "name": config.name,
        "seed": config.known_seed,
        "hash": config.hash,
        "config": hash_of(text.encode()),
        "essence": dict(config.essence),
        "rules": {cell.label: cell.game.fingerprint(cell.rules) for cell in config.cells},
        "chances": forecast_hash(config.cells[0].game),
        "bots": bots.sources,
        "by_clock": list(bots.by_clock),
        "entries": list(config.entry_names),
        "cells": [cell.label for cell in config.cells],
        "games": schedule.total,
        "chunks": schedule.chunks,
        "versions": versions(),
        **({"left_out": dict(bots.left_out)} if bots.left_out else {}),
    }


def forecast_hash(game: Game) -> str | None:
    """The hash of the forecast before the run, by which luck may later be taken out; None if the game has none."""
    package = type(game).__module__.rpartition(".")[0]
    with suppress(OSError, ImportError, ValueError):
        return blake2b((folder_of(package) / CHANCES).read_bytes(), digest_size=8).hexdigest()
    return None


def folder_name(wanted: Mapping[str, object]) -> str:
    """The name of a run's folder. A different configuration, rules or bot is a different run."""
    decisive = json.dumps([wanted["essence"], wanted["rules"], wanted["bots"]], sort_keys=True)
    return f"{wanted['name']}-{blake2b(decisive.encode(), digest_size=2).hexdigest()}"


def check_same(manifest: Manifest, wanted: Mapping[str, Any]) -> None:
    """Raises OtherRun, with the differences, if the run cannot be resumed."""
    begun = manifest.header
    found = list(_differences(begun["essence"], wanted["essence"]))
    changed = _changed(begun["rules"], wanted["rules"])
    found += [f"the rules{f' of {label}' if label else ''} have changed" for label in changed]
    found += [f"the bot {name} has changed" for name in _changed(begun["bots"], wanted["bots"])]
    if begun["schema"] != wanted["schema"]:
        found.append(f"its tables have version {begun['schema']}, and this program writes version {wanted['schema']}")
    if not found:
        return
    if not all(CHUNK in sentence for sentence in found):
        found = [sentence for sentence in found if CHUNK not in sentence]  # its default follows from other differences
    shown = "; ".join(found[:5]) + (f"; and {len(found) - 5} more" if len(found) > 5 else "")
    state = "a finished" if manifest.finished else "an unfinished"
    raise OtherRun(f"{manifest.path.parent} contains {state} run", shown)


def _changed(begun: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    return [name for name, value in wanted.items() if begun.get(name, value) != value]


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


def _leaves(table: object, prefix: str = "") -> Iterator[tuple[str, Any]]:
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


class CopiedInputs(NamedTuple):
    """The configuration with copies instead of the files that it names, and the contents of the copies by name."""

    text: str
    files: dict[str, bytes]


def kept_files(config: Config) -> CopiedInputs:
    """Every file that a key of `[game]` names, fixed or varied by the matrix."""
    base = Path(config.file).parent
    text, files = config.text, dict[str, bytes]()
    for cell in config.cells:
        named = (value for _, value in _leaves((cell.options, cell.values)) if isinstance(value, str))
        for value in dict.fromkeys(named):
            file, colon, _ = value.rpartition(":")  # a class in a file is written file.py:Class
            written = file if colon and file.endswith(".py") else value
            path = base / written
            if path.suffix in (".toml", ".py") and path.is_file() and f'"{written}' in text:
                name, copies = _copies(path, f"{INPUTS}/{len(files)}-")
                files |= copies
                text = text.replace(f'"{written}', f'"{name}')
    return CopiedInputs(text, files)


def _copies(path: Path, start: str) -> tuple[str, dict[str, bytes]]:
    """The name of a file's copy; and copies of it, of the neighbours that it imports, and of a map beside it."""
    beside = path.resolve().with_suffix(".geojson")
    together = neighbours([path]) if path.suffix == ".py" else [path.resolve(), *([beside] if beside.is_file() else [])]
    home = Path(commonpath([str(each.parent) for each in together]))
    copies = {f"{start}{path.stem}/{each.relative_to(home).as_posix()}": each.read_bytes() for each in together}
    return f"{start}{path.stem}/{path.resolve().relative_to(home).as_posix()}", copies
