"""The configuration of a tournament: `load` reads a file and reports all mistakes."""

import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import tomli_w
from pydantic import ValidationError

from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.tourney.config.cell import Reading, look_without_matrix, read_cell
from wallenstein.tourney.config.matrix import Axis, axes, combinations, label, varied
from wallenstein.tourney.config.mistakes import Mistakes, unknown_key
from wallenstein.tourney.config.model import Cell, Config, Entry
from wallenstein.tourney.config.normal import digest, document, essence, without_none
from wallenstein.tourney.config.sections import GameSection, LimitsSection, RunSection
from wallenstein.tourney.config.several import spread_out
from wallenstein.tourney.config.source import find_config, override, read
from wallenstein.tourney.formats import games_a_seed

__all__ = ["Cell", "Config", "Entry", "load"]

DRAWN_SEEDS: Final = 10**9  # short enough to be copied by hand
MOST_GAMES: Final = 2_000_000_000
VARIED: Final = ("tourney", "game", "bots")  # sections with keys that a matrix may vary


def load(
    path: Path | str,
    sets: Sequence[str] = (),
    without: Collection[Entry] = (),
    over: Mapping[str, Any] | None = None,
) -> Config:
    """The tournament in the file, with each `key=value` of `sets` overriding the file, and `without` some bots.

    `path`: a file, or the name of a ready configuration. `over`: sections in place of the file's, for a tournament that
    tunes a bot; where there is no such file, they are all there is.
    """
    path = find_config(Path(path))
    raw = read(path) if over is None or path.exists() else {}
    mistakes = Mistakes(str(path), override(raw, sets))
    for command in ("tune", "study"):
        if raw.pop(command, None) is not None and over is None:
            text = f"has a section [{command}], so it is no tournament; run: wallenstein {command} {path}"
            raise ConfigError(f"{path}: {text}")
    raw.update(over or {})
    spread_out(raw, mistakes)
    varying = _axes(raw, mistakes)
    base = path.parent.resolve()
    if mistakes.lines:
        rules_vary = "game" in str(raw.get("matrix", {}))
        tables = {key: table for key, table in raw.items() if key != "matrix"}
        look_without_matrix(tables, base, mistakes, rules_vary)
        _check_limits(raw, () if rules_vary else _kinds_of_game(tables), mistakes)
        mistakes.raise_any()
    tourney = raw.setdefault("tourney", {})
    drawn = isinstance(tourney, dict) and "seed" not in tourney
    if isinstance(tourney, dict):
        tourney.setdefault("seed", secrets.randbelow(DRAWN_SEEDS))
        tourney.setdefault("name", path.stem)
    readings = _readings(raw, varying, base, mistakes, without)
    mistakes.raise_any()
    _check_executor(readings[0].settings.run, mistakes)
    chunk = _chunk(readings, mistakes)
    mistakes.raise_any()
    return replace(_config(path, raw, varying, readings, base, chunk, drawn), notes=tuple(mistakes.notes))


def _axes(raw: dict[str, Any], mistakes: Mistakes) -> list[Axis]:
    matrix = raw.get("matrix", {})
    if not isinstance(matrix, dict):
        mistakes.add("matrix", 'must be a table of keys and the values to play, such as "game.setup" = ["draft"]')
        matrix = {}
    varying = axes(matrix, mistakes)
    for axis in varying:
        if axis.key.partition(".")[0] not in VARIED:
            mistakes.add(f"matrix.{axis.key}", f"has no section; write the full key, such as game.{axis.key}")
        for key in mistakes.overridden:
            if axis.says(key):
                mistakes.add(key, f"is varied in [matrix]; set matrix.{axis.key} to a list of values")
    return varying


def _readings(
    raw: dict[str, Any], varying: list[Axis], base: Path, mistakes: Mistakes, without: Collection[Entry]
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
        reading = read_cell(index, labels[index], values, tables, base, mistakes, without)
        kinds |= dict.fromkeys(_kinds_of_game(tables))
        if reading is not None:
            found.append(reading)
    _check_limits(raw, kinds, mistakes)
    return found


def _kinds_of_game(tables: Mapping[str, Any]) -> Sequence[str]:
    """The kinds of decisions of a cell's game; none if the game is unknown."""
    try:
        return find_game(GameSection.model_validate(tables.get("game", {})).name).kinds
    except (ConfigError, ValidationError):
        return ()


def _check_limits(raw: Mapping[str, Any], kinds: Collection[str], mistakes: Mistakes) -> None:
    """Every key of `[run.limits]` must be the runner's, or a kind of decision of a known game."""
    run = raw.get("run")
    limits = run.get("limits") if isinstance(run, dict) else None
    known = (*LimitsSection.model_fields, *kinds)
    for key in limits if isinstance(limits, dict) and kinds else ():
        if key not in known:
            mistakes.add(f"run.limits.{key}", unknown_key(("run", "limits", key), known))


def _check_executor(run: RunSection, mistakes: Mistakes) -> None:
    """A scheduler is there if, and only if, it is needed."""
    if run.executor == "dask" and run.scheduler is None:
        mistakes.add("run.scheduler", 'is missing; executor = "dask" needs an address, a scheduler file or "local:4"')
    elif run.executor != "dask" and run.scheduler is not None:
        mistakes.add("run.scheduler", 'is for executor = "dask" only')
    elif run.scheduler is not None and run.scheduler.startswith("local:"):
        number = run.scheduler.removeprefix("local:")
        if not (number.isdecimal() and 1 <= int(number) <= 1024):
            mistakes.add("run.scheduler", f'must be such as "local:4", with 1 to 1024 workers, not "{run.scheduler}"')


def _chunk(readings: list[Reading], mistakes: Mistakes) -> int:
    """About how many games are a chunk: few enough to see progress, enough to keep workers busy."""
    total, at_a_time = 0, 0  # rounds wait for each other
    for reading in readings:
        pairings = reading.cell.pairings
        games = pairings.blocks * games_a_seed(pairings.format)
        total += games
        at_a_time += games // pairings.rounds
    if total > MOST_GAMES:
        mistakes.add("tourney", f"{total:,} games are more than {MOST_GAMES:,}; use fewer blocks")
    return readings[0].settings.run.chunk or min(200, max(20, at_a_time // 20))


def _config(
    path: Path, raw: dict[str, Any], varying: list[Axis], readings: list[Reading], base: Path, chunk: int, drawn: bool
) -> Config:
    settings = readings[0].settings
    defaults = {kind: limit for reading in readings for kind, limit in reading.cell.game.limits.items()}
    limits = settings.run.limits.with_defaults(defaults)
    run = settings.run.model_copy(update={"chunk": chunk, "limits": limits})
    for reading in readings:
        reading.normal["run"] = without_none({**run.model_dump(), "limits": limits.normal()})
    essential = essence((reading.cell.label, reading.normal) for reading in readings)
    tourney = readings[0].normal["tourney"]
    return Config(
        file=str(path),
        name=tourney["name"],
        seed=tourney["seed"],
        seed_drawn=drawn,
        on_bench=settings.tourney.on_bench,
        cells=tuple(reading.cell for reading in readings),
        bot_paths=tuple(base / folder for folder in settings.bots.paths),
        on_broken=settings.bots.on_broken,
        run=run,
        chunk=chunk,
        text=tomli_w.dumps(document([reading.normal for reading in readings], varying, raw, base)),
        essence=essential,
        hash=digest(essential),
    )
