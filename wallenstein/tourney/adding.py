"""Bots added to a finished run: each has a run of its own, on the same seeds, and sits at all its tables."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from glob import glob
from pathlib import Path
from typing import Any, NamedTuple

from wallenstein.bots.files import registrations
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import either
from wallenstein.record.location import Location
from wallenstein.record.manifest import Manifest
from wallenstein.tourney.config import Config, load
from wallenstein.tourney.config.entries import normal_entry
from wallenstein.tourney.config.model import SUFFIX, file_of, is_file, is_glob
from wallenstein.tourney.config.source import find_config, override, read
from wallenstein.tourney.folder import runs_named
from wallenstein.tourney.formats import TourneySection
from wallenstein.tourney.formats.fixed import ListSection
from wallenstein.tourney.formats.known import ADDABLE
from wallenstein.tourney.identity import folder_name, identity, kept_files
from wallenstein.tourney.run import Tournament, prepare


class Base(NamedTuple):
    """The finished run that bots are added to."""

    folder: Location
    config: Config
    tables: dict[str, Any]  # of its file, with each bot that it played with
    section: TourneySection  # with all defaults
    blocks: int  # that were played


def bots_to_add(file: Path, sets: Sequence[str], results: Location, patterns: Sequence[str]) -> list[str]:
    """The bots to add; of a glob, the files with bots that no finished run of the configuration has."""
    if not any(map(is_glob, patterns)):
        return list(patterns)
    finished = [one for one in runs_named(results, load(file, sets).name) if one.finished]
    known = {name for one in finished for name in one.header["entries"]}
    found: list[str] = []
    for pattern in patterns:
        if not is_glob(pattern) or Path(pattern).exists():
            found.append(pattern)
            continue
        files = [name for name in sorted(glob(pattern)) if name.endswith(SUFFIX)]
        new = [name for name in files if any(bot.name not in known for bot in registrations(Path(name)))]
        if not new:
            raise ConfigError(f"--add {pattern}: matches no file with a bot that the run does not have")
        found += new
    return list(dict.fromkeys(found))


def base_of(file: Path, sets: Sequence[str], results: Location, bots: Sequence[str]) -> Base:
    """The finished run of a configuration without these bots; raises ConfigError if there is none."""
    file = find_config(file)
    raw = read(file)
    override(raw, sets)
    config = load(file, sets)
    joining = {Path(file_of(bot)).resolve() for bot in bots if is_file(bot)}
    staying = [one for one in config.cells[0].entries if Path(file_of(one.bot)).resolve() not in joining]
    if len(staying) < len(config.cells[0].entries):  # a glob of the file matches new bots, too
        raw["bots"] = {**raw["bots"], "entries": [], "entry": list(map(normal_entry, staying))}
        config = load(file, tables=raw)
    section = config.cells[0].pairings.section
    if not section.addable:
        raise ConfigError(f"{file}: bots can be added to {either(ADDABLE)}, not to the format {section.format}")
    try:
        section.joined_by("", config.entry_names, 1)
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None
    secret = None
    if config.seed_drawn or config.commitment:
        was_secret = bool(config.commitment)
        finished = [one for one in runs_named(results, config.name) if one.finished and one.was_secret == was_secret]
        if len(finished) != 1:
            found = "no finished run" if not finished else f"{len(finished)} finished runs with seeds of their own"
            raise ConfigError(f"{file}: there is {found} to add a bot to; set tourney.seed to that of the run")
        secret = finished[0].header["seed"]
        if not was_secret:
            raw["tourney"]["seed"] = secret
    tournament = prepare(file, (), results, raw, secret)
    folder = results / folder_name(identity(*tournament, kept_files(tournament.config).text))
    manifest = Manifest(folder) if any(one.path.parent == folder for one in runs_named(results, config.name)) else None
    if manifest is None or not manifest.finished:
        state = "not finished" if manifest is not None else "not there, or its bots or rules have changed"
        raise ConfigError(f"{folder}: this run is {state}; play {file} to its end, then add bots")
    return Base(folder, tournament.config, raw, section, _blocks(tournament, manifest))


def _blocks(tournament: Tournament, manifest: Manifest) -> int:
    ended = manifest.verdicts
    played = {ended.get(cell.cell, {}).get("blocks", cell.seeds) for cell in tournament.schedule.cells}
    if len(played) > 1:
        raise ConfigError(f"{tournament.config.file}: the cells have played different numbers of blocks; use blocks")
    return int(played.pop())


def added(file: Path, results: Location, base: Base, bots: Sequence[str]) -> Iterator[Tournament]:
    """A tournament for each bot that is added; the others are those of the base and the bots before it."""
    file, raw = find_config(file), deepcopy(base.tables)
    names = list(base.config.entry_names)
    anyone = ListSection(blocks=1, tables=[names[:1] * min(base.config.cells[0].game.seats)])
    written = list(raw.get("bots", {}).get("entries", []))
    for bot in bots:
        written = [*written, str(Path(bot).absolute()) if is_file(bot) else bot]
        raw["bots"] = {**raw.get("bots", {}), "entries": written}
        known = load(file, tables={**raw, "tourney": anyone.normal()}).entry_names
        newcomer = next(one for one in known if one not in names)
        own = base.section.joined_by(newcomer, names, base.blocks)
        names.append(newcomer)
        name = "+".join([base.config.name, *names[len(base.config.entry_names) :]])
        section = own.model_copy(update={"name": name, "seed": base.config.seed})
        yield prepare(file, (), results, {**raw, "tourney": section.normal()})
