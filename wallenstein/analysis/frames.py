"""The tables of one or several runs, for notebooks."""

import fnmatch
import glob
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from wallenstein.analysis.frame import Frame, html_table
from wallenstein.analysis.one_run import RUN, OneRun
from wallenstein.analysis.settings import settings
from wallenstein.analysis.sql import query
from wallenstein.analysis.where import conditions
from wallenstein.core.errors import ConfigError
from wallenstein.core.tables import Table
from wallenstein.core.text import did_you_mean
from wallenstein.record.location import Location, location_of
from wallenstein.record.manifest import FILE
from wallenstein.record.objects import ObjectPath
from wallenstein.record.part_reading import joined
from wallenstein.record.read import RESULTS, Run, runs_in
from wallenstein.stats.grouped import Where
from wallenstein.tourney.recorded_games import recorded_games

PathOrName = str | PathLike[str] | ObjectPath
WILD: Final = "*?["


class Frames:
    """The tables of what was loaded: `run.throws` is a table, `run.throws(columns=…, where=…)` reads some of it."""

    def __init__(self, runs: Sequence[OneRun]) -> None:
        self.runs: Final = tuple(each.run for each in runs)
        self._runs: Final = tuple(runs)
        self._frames: dict[str, Frame] = {}
        self.tables: Final = list(dict.fromkeys(table for run in self.runs for table in run.tables))

    def __getattr__(self, name: str) -> Frame:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.tables and self.declared(name):
            raise AttributeError(
                f"the table {name} was not recorded ([log] tables); there are {', '.join(self.tables)}"
            )
        if name not in self.tables:
            raise AttributeError(f'there is no table "{name}"; {did_you_mean(name, self.tables)}')
        return self[name]

    def __getitem__(self, name: str) -> Frame:
        if name not in self._frames:
            self.columns(name)
            self._frames[name] = Frame(self, name)
        return self._frames[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __repr__(self) -> str:
        names = ", ".join(repr(str(run.folder)) for run in self.runs)
        return f"Frames({names}: {', '.join(self.tables)})"

    def _repr_html_(self) -> str:
        """In a notebook: the runs, and how many rows each table has."""
        runs = [(str(run.folder), f"{run.games:,}", ", ".join(run.header["entries"])) for run in self.runs]
        tables = [(name, f"{self.count(name):,}", self._text(name)) for name in self.tables]
        return html_table(("run", "games", "bots"), runs) + html_table(("table", "rows", "what is in it"), tables)

    def read(self, table: str, columns: Sequence[str] | None = None, where: Where = None) -> pd.DataFrame:
        """Some columns and rows of a table as a data frame; categories are ordered and have no unused levels."""
        found = self.arrow(table, columns, where)
        orders = {
            field.name: self.order(table, field.name) for field in found.schema if pa.types.is_dictionary(field.type)
        }
        frame: pd.DataFrame = found.to_pandas()
        for column, order in orders.items():
            codes = np.unique(frame[column].cat.codes)
            used = set(frame[column].cat.categories[codes[codes >= 0]])
            names = [name for name in order if name in used] + sorted(used.difference(order))
            frame[column] = frame[column].cat.set_categories(names, ordered=True)
        return frame

    def arrow(self, table: str, columns: Sequence[str] | None = None, where: Where = None) -> pa.Table:
        """The same as an Arrow table."""
        if isinstance(columns, str):
            raise ConfigError(f'columns is a list of names, such as ["{columns}"]')
        wanted = self.columns(table) if columns is None else list(dict.fromkeys(columns))
        meant = conditions(where)
        orders = {condition.column: self.order(table, condition.column) for condition in meant}
        parts = [each.table(table, wanted, meant, orders) for each in self._runs]
        return parts[0] if len(parts) == 1 else joined(parts)

    def columns(self, table: str) -> list[str]:
        """The columns of a table, with the run in front if there are several."""
        owns = [each.own(table) for each in self._runs]
        return [*([RUN] if len(owns) > 1 else []), *dict.fromkeys(column for own in owns for column in own)]

    def order(self, table: str, column: str) -> tuple[str, ...]:
        """The names of a category in their order."""
        return tuple(dict.fromkeys(name for each in self._runs for name in each.order(table, column)))

    def declared(self, table: str) -> Table | None:
        """What the game says of a table."""
        return self._runs[0].declared.get(table)

    def _text(self, table: str) -> str:
        declared = self.declared(table)
        return declared.text if declared else ""

    def count(self, table: str) -> int:
        """How many rows a table has."""
        self.columns(table)
        return sum(segment.rows(table) for run in self.runs for segment in run.segments)

    @property
    def settings(self) -> pd.DataFrame:
        """What the cells of a matrix vary, and the rules of several runs: a row for each run and cell.

        Each is a column that can be asked for.
        """
        rows: list[Mapping[str, Any]] = []
        for each in self._runs:
            for place, label in enumerate(each.run.header["cells"]):
                here = {key: values[place].as_py() for key, values in each.settings.items()}
                rows.append({RUN: each.name, "cell": label or None, **here})
        return pd.DataFrame(rows)

    def joined(self, table: str) -> pd.DataFrame:
        """A whole table with all columns of each row's game and seat, and what a matrix varies: cell, bot, win, …"""
        own = self.columns(table)
        beside = [name for other in ("games", "seats") for name in self.columns(other)]
        if "seat" not in own:
            beside = self.columns("games")
        return self.read(table, list(dict.fromkeys([*own, *beside, *self._runs[0].settings])))

    def decoded(self, games: int | Iterable[int] | None = None) -> pd.DataFrame:
        """The decisions of some games, of one run, with each choice in words, as scenarios have it; by default of all.

        The games are replayed and checked for it, some hundred a second.
        """
        if len(self.runs) > 1:
            raise ConfigError("decoded takes one run at a time: games of several runs have the same numbers")
        run = self.runs[0]
        every = [number for each in run.segments for number in range(each.first, each.first + each.games)]
        numbers = every if games is None else [games] if isinstance(games, int) else list(games)
        rows = [
            (recorded.number, place, taken["seat"], recorded.bots[taken["seat"]], taken["kind"], taken["choice"])
            for recorded in recorded_games(run, numbers)
            for place, taken in enumerate(recorded.transcript()["decisions"])
        ]
        return pd.DataFrame(rows, columns=["game", "decision", "seat", "bot", "kind", "choice"])

    def sql(self, text: str) -> pd.DataFrame:
        """The answer to a query in SQL, in which every table of the run is one: `select … from throws`.

        DuckDB reads no more of the files than the query needs, so that a run may be larger than memory.
        """
        return query(self._runs, text)


def load(*runs: PathOrName | Iterable[PathOrName]) -> Frames:
    """The tables of runs: folders, names of runs in `results`, or patterns such as `results/league-*`.

    Several runs get a column `run` in each table.
    """
    found = [run for place in _places(runs) for run in _runs(place)]
    if not found:
        raise ConfigError('load needs the folder of a run, such as load("results/quickstart")')
    opened = [Run(folder) for folder in found]
    opened = list({_whole_path(run): run for run in opened}.values())
    short = [run.folder.name for run in opened]
    names = [str(run.folder) if short.count(run.folder.name) > 1 else run.folder.name for run in opened]
    varied = settings([run.header for run in opened])
    every = [OneRun(*each) for each in zip(opened, names, varied, strict=True)]
    if len({each.game for each in every}) > 1:
        played = ", ".join(f"{each.name}: {each.game}" for each in every)
        raise ConfigError(f"these runs are of different games, and have different tables; load them apart ({played})")
    return Frames(every)


def _places(runs: Iterable[PathOrName | Iterable[PathOrName]]) -> Iterator[str]:
    for run in runs:
        if isinstance(run, str | PathLike | ObjectPath):
            yield str(run)
        else:
            yield from map(str, run)


def _whole_path(run: Run) -> str:
    return str(run.folder.resolve() if isinstance(run.folder, Path) else run.folder)


def _runs(place: str) -> Sequence[Location]:
    """The folders that a path, an address or a pattern means."""
    where = location_of(place)
    if isinstance(where, ObjectPath):
        if not any(sign in where.name for sign in WILD):
            return [where]
        names = runs_in(where.parent, re.compile(fnmatch.translate(where.name)))
        if names:
            return [where.parent / name for name in names]
        raise ConfigError(f"{place}: no run there has a name like this")
    if not any(sign in place for sign in WILD) or Path(place).exists():
        return [Path(place)]
    for pattern in (place, str(RESULTS / place)):
        folders = sorted(Path(found) for found in glob.glob(pattern) if (Path(found) / FILE).is_file())
        if folders:
            return folders
    raise ConfigError(f"{place}: no folder of a run has a name like this")
