"""Bots added to a finished run: each has a run of its own, on the same seeds, and sits at all its tables."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.text import either
from wallenstein.record.location import Location
from wallenstein.record.manifest import Manifest
from wallenstein.tourney.config import Config, load
from wallenstein.tourney.config.model import is_file
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
    section: TourneySection  # with all defaults
    blocks: int  # that were played


def base_of(file: Path, sets: Sequence[str], results: Location) -> Base:
    """The finished run of a configuration; raises ConfigError if there is none."""
    config = load(file, sets)
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
        sets = sets if was_secret else [*sets, f"tourney.seed={secret}"]
    tournament = prepare(file, sets, results, secret=secret)
    folder = results / folder_name(identity(*tournament, kept_files(tournament.config).text))
    manifest = Manifest(folder) if any(one.path.parent == folder for one in runs_named(results, config.name)) else None
    if manifest is None or not manifest.finished:
        state = "not finished" if manifest is not None else "not there, or its bots or rules have changed"
        raise ConfigError(f"{folder}: this run is {state}; play {file} to its end, then add bots")
    return Base(folder, tournament.config, section, _blocks(tournament, manifest))


def _blocks(tournament: Tournament, manifest: Manifest) -> int:
    """The number of blocks played in each cell."""
    played = {
        manifest.verdicts[cell.cell]["blocks"] if cell.cell in manifest.verdicts else cell.seeds
        for cell in tournament.schedule.cells
    }
    if len(played) > 1:
        raise ConfigError(f"{tournament.config.file}: the cells have played different numbers of blocks; use blocks")
    return int(played.pop())


def added(file: Path, sets: Sequence[str], results: Location, base: Base, bots: Sequence[str]) -> Iterator[Tournament]:
    """A tournament for each bot that is added; the others are those of the base and the bots before it."""
    file = find_config(file)
    raw = read(file)
    override(raw, sets)
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
