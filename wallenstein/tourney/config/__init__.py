"""The configuration of a tournament: `load` reads a file and reports all mistakes; its normal form and hash."""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial, reduce
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import tomli_w
from pydantic import ValidationError

from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.seeds import commitment
from wallenstein.core.text import did_you_mean
from wallenstein.games import find_game
from wallenstein.record.tables import COMMON
from wallenstein.tourney.config.entries import MODEL, essential_entry, located_entry, normal_entry, read_entries
from wallenstein.tourney.config.matrix import VariedKey, axes, combinations, label, varied
from wallenstein.tourney.config.mistakes import Mistakes, SpecRead, read_spec, unknown_key
from wallenstein.tourney.config.model import Cell, Config, Entry, Pairings, located
from wallenstein.tourney.config.sections import GameSection, LimitsSection, RunSection, TournamentSpec
from wallenstein.tourney.config.source import find_config, override, put, read, split_key
from wallenstein.tourney.formats import InRounds, KeyMistake, TourneySection, games_a_seed

# These keys do not affect any table, so they are not in the hash.
INDIFFERENT: Final = {
    "tourney": ("name",),
    "bots": ("paths",),
    "run": ("jobs", "executor", "scheduler", "isolation", "strict", "report"),
}


def common(one: RawTable, other: RawTable) -> RawTable:
    """The keys that two cells have in common: not those that vary, nor those that depend on them."""
    found = {}
    for key in one:
        here, there = one[key], other.get(key)
        if isinstance(here, dict) and isinstance(there, dict) and here != there:
            inner = common(here, there)
            if inner:
                found[key] = inner
        elif here == there:
            found[key] = here
    return found


def without_none(value: object) -> Any:
    """The value without keys that are None, which TOML cannot write."""
    if isinstance(value, Mapping):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_none(item) for item in value]
    return value


def document(cells: Sequence[RawTable], axes: Sequence[VariedKey], raw: Mapping[str, Any], base: Path) -> Any:
    """The whole normal form. If bots or the sequential test vary, their sections stay as in the file."""
    tables = reduce(common, cells)
    if any(axis.key.startswith("bots.") for axis in axes):
        tables["bots"] = _located("bots", raw.get("bots", {}), base)
    if any(axis.key.startswith("tourney.betting") for axis in axes):
        tables["tourney"]["betting"] = raw["tourney"].get("betting", {})
    for axis in axes:
        for key, value in _under(axis, raw):
            put(tables, key, value)
    if axes:
        tables["matrix"] = {axis.key: [_located(axis.key, value, base) for value in axis.values] for axis in axes}
    return tables


def _under(axis: VariedKey, raw: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The file's values of the keys that some table of the axis sets; the other cells use them."""
    steps = split_key(axis.key)
    own: Any = raw
    for step in steps:
        own = own.get(step) if isinstance(own, Mapping) else None
    if steps[0] == "bots" or not isinstance(own, Mapping):
        return  # sections of bots stay as written anyway
    for key, value in own.items():
        if any(isinstance(table, dict) and key in table for table in axis.values):
            yield (*steps, key), value


def _located(key: str, value: Any, base: Path) -> Any:
    """A value of `[bots]` with absolute paths."""
    if key == "bots":
        return {name: _located(f"bots.{name}", item, base) for name, item in value.items()}
    if key == "bots.paths":
        return [str(base / path) for path in value]
    if key in ("bots.entries", "bots.entry"):
        return [located_entry(one, base) for one in value]
    if key.startswith("bots.entry.") and key.endswith(".bot"):
        return located(value, base)
    return value


def essence(cells: Iterable[tuple[str, dict[str, object]]]) -> RawTable:
    """Everything that affects the results, by the label of the cell: equal essences give equal tables."""
    return {label: _essential(cell) for label, cell in cells}


def _essential(cell: RawTable) -> RawTable:
    kept = {
        section: {key: value for key, value in keys.items() if key not in INDIFFERENT.get(section, ())}
        for section, keys in cell.items()
    }
    kept["bots"] = {"entry": list(map(essential_entry, cell["bots"]["entry"]))}
    kept["game"] = {key: without_folders(value) for key, value in cell["game"].items()}
    limits = cell["run"]["limits"]
    if not limits["bank"]:  # without a bank, the key is left out: runs begun before it existed can be resumed
        kept["run"]["limits"] = {key: value for key, value in limits.items() if key != "bank"}
    return kept


def without_folders(value: object) -> object:
    """The options of a game with the names of files alone: the fingerprint of the rules has their contents."""
    if isinstance(value, Mapping):
        return {key: without_folders(item) for key, item in value.items()}
    return value.rpartition("/")[2] if isinstance(value, str) and value.startswith("/") else value


def digest(essential: Mapping[str, object]) -> str:
    """A hash that is the same on every machine."""
    text = json.dumps(essential, sort_keys=True, default=str)
    return blake2b(text.encode(), digest_size=8).hexdigest()


ALWAYS: Final = ("games", "seats", "faults")


class Reading(NamedTuple):
    """A cell, the specification it comes from, and its normal form."""

    cell: Cell
    spec: TournamentSpec
    normal: RawTable


def read_cell(
    index: int,
    label: str,
    values: Mapping[str, object],
    read: SpecRead,
    base: Path,
    mistakes: Mistakes,
    without: Collection[Entry] = (),
) -> Reading | None:
    """One cell without some of its entries, or None if there are mistakes."""
    before = mistakes.count
    spec, broken = read
    bots = () if "bots" in broken else read_entries(spec.bots, base, mistakes, without)
    try:
        played = find_game(spec.game.name)
    except ConfigError as error:
        mistakes.add("game.name", str(error))
        return None
    rules = None if "game" in broken else _rules(played, spec, base, mistakes)
    names = [entry.name for entry in bots]
    pairings = None if "tourney" in broken else _pairings(spec.tourney, names, played, mistakes)
    tables = _tables(spec, played, mistakes)
    if spec.run.drop_after and spec.tourney.on_bench == "leave-out":
        mistakes.add("run.drop_after", 'needs on_bench = "last": otherwise games of a bot that is out count for nobody')
    if pairings is None or broken or mistakes.count > before:
        return None
    options = without_none({"name": played.name, **played.options(rules)})
    cell = Cell(index, label, values, played, rules, options, bots, pairings, tables)
    return Reading(cell, spec, _normal(spec, cell, base))


def _rules(played: Game, spec: TournamentSpec, base: Path, mistakes: Mistakes) -> Any:
    try:
        return played.rules(spec.game.model_dump(), base)
    except ConfigError as error:
        for line in str(error).splitlines():
            mistakes.add_line(line)
        return None


def _tables(spec: TournamentSpec, played: Game, mistakes: Mistakes) -> tuple[str, ...]:
    """The tables that are written, in the order in which they are declared."""
    known = (*COMMON, *(table.name for table in played.tables))
    wanted, key = spec.log.tables, "study.tables" if spec.study else "log.tables"
    if wanted == "all":
        return known
    for name in wanted:
        if name not in known:
            mistakes.add(key, f'there is no table "{name}"; {did_you_mean(name, known)}')
    return tuple(name for name in known if name in wanted or name in ALWAYS)


def _pairings(section: TourneySection, names: Sequence[str], game: Game, mistakes: Mistakes) -> Pairings | None:
    if _add(section.mistakes(names, game), mistakes) or not names:
        return None
    section = section.with_defaults(names, game)
    if _add(section.misfits(names, game), mistakes):
        return None
    format = section.made(names)
    rounds = format.rounds if isinstance(format, InRounds) else 1
    blocks, asked = section.size(format)
    return Pairings(section, format, -(-blocks // rounds) * rounds, asked, section.tested(names), rounds)


def _add(found: Iterable[KeyMistake], mistakes: Mistakes) -> bool:
    """Adds mistakes in [tourney]; returns whether there were any."""
    before = mistakes.count
    for key, text in found:
        mistakes.add(f"tourney.{key}" if key else "tourney", text)
    return mistakes.count > before


def _normal(spec: TournamentSpec, cell: Cell, base: Path) -> RawTable:
    return {
        "tourney": cell.pairings.section.normal(),
        "game": dict(cell.options),
        "bots": {
            "paths": [str(base / path) for path in spec.bots.paths],
            "on_broken": spec.bots.on_broken,
            "entry": [normal_entry(entry) for entry in cell.entries],
        },
        "run": {},  # the same for all cells: set after the last
        "log": {"tables": "all" if spec.log.tables == "all" else list(cell.tables)},
    }


__all__ = ["SECRET", "Cell", "Config", "Entry", "load", "load_spec"]

SECRET: Final = "secret"
MOST_GAMES: Final = 2_000_000_000


def load(
    path: Path | str,
    sets: Sequence[str] = (),
    without: Collection[Entry] = (),
    tables: Mapping[str, object] | None = None,
    secret: int | None = None,
) -> Config:
    """The tournament in the file, with each `key=value` of `sets` overriding the file, and `without` some bots.

    `path`: a file, or the name of a ready configuration. `tables`: the parsed file. `secret`: the secret seed.
    """
    path = find_config(Path(path)) if tables is None else Path(path)
    raw = read(path) if tables is None else deepcopy(dict(tables))
    mistakes = Mistakes(str(path), override(raw, sets))
    for command in ("tune", "study"):
        if command in raw:
            text = f"has a section [{command}], so it is not a tournament; run: wallenstein {command} {path}"
            raise ConfigError(f"{path}: {text}")
    varying = axes(raw, mistakes)
    mistakes.raise_any()
    tourney = raw.setdefault("tourney", {})
    given: Any = 0
    if isinstance(tourney, dict):
        given = tourney.get("seed")
        if given is None or given == SECRET:
            tourney["seed"] = secrets.randbits(128) if given is None or secret is None else secret
        tourney.setdefault("name", path.stem)
    return _configured(path, raw, varying, partial(read_spec, mistakes=mistakes), mistakes, without, given)


def load_spec(
    spec: TournamentSpec, path: Path, overridden: Sequence[str] = (), without: Collection[Entry] = ()
) -> Config:
    """The tournament that a program specifies, with name and seed; paths are relative to the file's folder."""
    mistakes = Mistakes(str(path), overridden)
    raw = {"game": spec.game.model_dump(), "run": {"limits": spec.run.limits.kinds}}
    varying = axes(raw, mistakes)
    mistakes.raise_any()

    def of_cell(tables: Mapping[str, Any]) -> SpecRead:
        return SpecRead(spec.model_copy(update={"game": GameSection(**tables["game"])}), frozenset())

    return _configured(path, raw, varying, of_cell, mistakes, without, 0)


def _configured(
    path: Path,
    raw: RawTable,
    varying: list[VariedKey],
    spec_of: Callable[[Mapping[str, Any]], SpecRead],
    mistakes: Mistakes,
    without: Collection[Entry],
    given_seed: object,
) -> Config:
    base = path.parent.resolve()
    readings = _readings(raw, varying, spec_of, base, mistakes, without)
    mistakes.raise_any()
    spec = readings[0].spec
    _check_executor(spec.run, mistakes)
    if spec.run.executor == "dask" and any(entry.bot == MODEL for one in readings for entry in one.cell.entries):
        mistakes.add("run.executor", 'must be "local" with a language model: its budget and answers stand in one file')
    chunk = _chunk(readings, mistakes)
    mistakes.raise_any()
    defaults = {kind: limit for reading in readings for kind, limit in reading.cell.game.limits.items()}
    limits = spec.run.limits.with_defaults(defaults)
    run = spec.run.model_copy(update={"chunk": chunk, "limits": limits})
    for reading in readings:
        reading.normal["run"] = without_none({**run.model_dump(), "limits": limits.normal()})
    name, seed = (readings[0].normal["tourney"][key] for key in ("name", "seed"))
    hidden = commitment(seed) if given_seed == SECRET else ""
    if hidden:
        _put_seed(readings, hidden)
    essential = essence((reading.cell.label, reading.normal) for reading in readings)
    if hidden:
        _put_seed(readings, SECRET)
    return Config(
        file=str(path),
        name=name,
        seed=seed,
        seed_drawn=given_seed is None,
        commitment=hidden,
        on_bench=spec.tourney.on_bench,
        cells=tuple(reading.cell for reading in readings),
        bot_paths=tuple(base / folder for folder in spec.bots.paths),
        on_broken=spec.bots.on_broken,
        run=run,
        chunk=chunk,
        text=tomli_w.dumps(document([reading.normal for reading in readings], varying, raw, base)),
        essence=essential,
        hash=digest(essential),
        notes=tuple(mistakes.notes),
    )


def _readings(
    raw: dict[str, object],
    varying: list[VariedKey],
    spec_of: Callable[[Mapping[str, object]], SpecRead],
    base: Path,
    mistakes: Mistakes,
    without: Collection[Entry],
) -> list[Reading]:
    found = []
    labels = [label(values) for values in combinations(varying)]
    for name, count in Counter(labels).items():
        if count > 1:
            mistakes.add("matrix", f'{count} cells would be called "{name}"; write their values differently')
    kinds: dict[str, None] = {}  # kinds of decisions, of all games that are played
    for index, values in enumerate(combinations(varying)):
        try:
            tables = varied(raw, values)
        except ConfigError as error:
            mistakes.add("matrix", str(error))
            continue
        reading = read_cell(index, labels[index], values, spec_of(tables), base, mistakes, without)
        kinds |= dict.fromkeys(_kinds_of_game(tables))
        if reading is not None:
            found.append(reading)
    _check_limits(raw, kinds, mistakes)
    return found


def _kinds_of_game(tables: Mapping[str, object]) -> Sequence[str]:
    """The kinds of decisions of a cell's game; none if the game is unknown."""
    try:
        return find_game(GameSection.model_validate(tables.get("game", {})).name).kinds
    except (ConfigError, ValidationError):
        return ()


def _check_limits(raw: Mapping[str, object], kinds: Collection[str], mistakes: Mistakes) -> None:
    """Every key of `[run.limits]` must be the runner's, or a kind of decision of a known game."""
    run = raw.get("run")
    limits = run.get("limits") if isinstance(run, dict) else None
    known = (*LimitsSection.model_fields, *kinds)
    for key in limits if isinstance(limits, dict) and kinds else ():
        if key not in known:
            mistakes.add(f"run.limits.{key}", unknown_key(("run", "limits", key), known))


def _check_executor(run: RunSection, mistakes: Mistakes) -> None:
    """A scheduler is required if, and only if, the executor is dask."""
    if run.executor == "dask" and run.scheduler is None:
        mistakes.add("run.scheduler", 'is missing; executor = "dask" needs an address, a scheduler file or "local:4"')
    elif run.executor != "dask" and run.scheduler is not None:
        mistakes.add("run.scheduler", 'is for executor = "dask" only')
    elif run.scheduler is not None and run.scheduler.startswith("local:"):
        number = run.scheduler.removeprefix("local:")
        if not (number.isdecimal() and 1 <= int(number) <= 1024):
            mistakes.add("run.scheduler", f'must be such as "local:4", with 1 to 1024 workers, not "{run.scheduler}"')


def _chunk(readings: list[Reading], mistakes: Mistakes) -> int:
    """Games per chunk, about: few enough to see progress, enough to keep workers busy."""
    total, at_a_time = 0, 0  # rounds wait for each other
    for reading in readings:
        pairings = reading.cell.pairings
        games = pairings.blocks * games_a_seed(pairings.format)
        total += games
        at_a_time += games // pairings.rounds
    if total > MOST_GAMES:
        mistakes.add("tourney", f"{total:,} games are more than {MOST_GAMES:,}; use fewer blocks")
    return readings[0].spec.run.chunk or min(200, max(20, at_a_time // 20))


def _put_seed(readings: Iterable[Reading], shown: str) -> None:
    for reading in readings:
        reading.normal["tourney"]["seed"] = shown
