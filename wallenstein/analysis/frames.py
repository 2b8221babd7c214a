"""The tables of one or several runs, for notebooks."""

import fnmatch
import glob
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from wallenstein.analysis.one_run import CELL, RUN, SEAT, OneRun, conditions, settings
from wallenstein.bots.search_log import Candidate, candidates
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import extra_module
from wallenstein.core.text import counted, did_you_mean
from wallenstein.record.chunks import joined
from wallenstein.record.location import Location, location_of
from wallenstein.record.manifest import FILE
from wallenstein.record.objects import ObjectPath
from wallenstein.record.read import RESULTS, Run, runs_in
from wallenstein.stats.figures import document
from wallenstein.stats.grouped import Where
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.figures.two_runs import compare_runs

if TYPE_CHECKING:
    import pandas as pd  # imported where a frame is made: it takes a quarter of a second
    import polars

PathOrName = str | PathLike[str] | ObjectPath
WILD: Final = re.compile(r"[*?[]")
TEXT: Final = "'"  # begins and ends a text in SQL


class Frame:
    """`run.throws(columns=…, where=…)` is a data frame; `run.throws.groupby("kind")` is one of the whole table.

    The whole table is read on first use, and kept. Call it for a frame to change.
    """

    def __init__(self, name: str, runs: Sequence[OneRun]) -> None:
        """Raises ConfigError if not all runs have such a table."""
        self.name: Final = name
        self._runs: Final = runs
        own = dict.fromkeys(column for each in runs for column in each.own(name))
        self._columns: Final = [RUN, *own] if len(runs) > 1 else [*own]

    def __call__(self, columns: Sequence[str] | None = None, where: Where = None) -> "pd.DataFrame":
        """The table's rows as a data frame of your own; only these columns, and rows for which all conditions hold.

        Columns of the row's game and seat are available, too, such as `bot`, `win` or `block`; so are `run` and the
        keys that a matrix varies. `where` is `{"bot": "regent", "season": ["spring", "fall"]}`, or
        `[("odds", "<", 0.5)]` with ==, !=, <, <=, >, >=, in, not in. Nothing else is read into memory.

        Categories are ordered, and have only the values that occur.
        """
        found = self.to_arrow(columns, where)
        frame: pd.DataFrame = found.to_pandas()
        for column in [field.name for field in found.schema if pa.types.is_dictionary(field.type)]:
            order = self._order(column)
            values = frame[column].cat
            used = {values.categories[code] for code in values.codes.unique() if code >= 0}
            names = [*(name for name in order if name in used), *sorted(used.difference(order))]
            frame[column] = frame[column].cat.set_categories(names, ordered=True)
        return frame

    def to_arrow(self, columns: Sequence[str] | None = None, where: Where = None) -> pa.Table:
        if isinstance(columns, str):
            raise ConfigError(f'columns is a list of names, such as ["{columns}"]')
        wanted = self._columns if columns is None else list(dict.fromkeys(columns))
        meant = conditions(where)
        orders = {column: self._order(column) for column, _, _ in meant}
        parts: list[pa.Table] = []
        for each in self._runs:
            missing = {*self._columns}.difference({RUN, *each.own(self.name)})  # those of models, in a run without any
            here = [column for column in wanted if column not in missing]
            parts.append(each.read(self.name, here, meant, orders))
        return parts[0] if len(parts) == 1 else joined(parts, "default").select(wanted)

    def to_polars(self, columns: Sequence[str] | None = None, where: Where = None) -> "polars.DataFrame":
        module = extra_module("polars", "polars", "to_polars")
        frame: polars.DataFrame = module.from_arrow(self.to_arrow(columns, where))
        return frame

    def _order(self, column: str) -> list[str]:
        return list(dict.fromkeys(name for each in self._runs for name in each.order(self.name, column)))

    @property
    def columns(self) -> "pd.Index":
        import pandas as pd

        return pd.Index(self._columns)

    @property
    def about(self) -> "pd.DataFrame":
        import pandas as pd

        declared = self._runs[0].declared.get(self.name)
        known = {column.name: (column.kind, column.text) for column in declared.columns} if declared else {}
        rows = [(name, *known.get(name, ("", ""))) for name in self._columns]
        return pd.DataFrame(rows, columns=["column", "type", "meaning"])

    def __len__(self) -> int:
        return sum(segment.rows(self.name) for each in self._runs for segment in each.run.segments)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __contains__(self, column: object) -> bool:
        return column in self._columns

    def __getitem__(self, key: object) -> Any:
        return self.whole[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_repr_", "_ipython_")):
            raise AttributeError(name)
        return getattr(self.whole, name)

    def __dir__(self) -> list[str]:
        import pandas as pd

        return sorted({*super().__dir__(), *self._columns, *dir(pd.DataFrame)})

    @cached_property
    def whole(self) -> "pd.DataFrame":
        return self()

    def __repr__(self) -> str:
        return f"{self.name}: {counted(len(self), 'row')}, columns {', '.join(self._columns)}"

    def _repr_html_(self) -> str:
        text = escape(self._runs[0].text(self.name))
        about = html_table(("column", "type", "meaning"), list(self.about.itertuples(index=False, name=None)))
        return f"<p><b>{escape(self.name)}</b>: {counted(len(self), 'row')}. {text}</p>{about}"


class Frames:
    """The loaded tables: `run.throws` is a table, `run.throws(columns=…, where=…)` reads some of it."""

    def __init__(self, runs: Sequence[OneRun]) -> None:
        self.runs: Final = tuple(each.run for each in runs)
        self._runs: Final = tuple(runs)
        self._frames: dict[str, Frame] = {}
        self.tables: Final = list(dict.fromkeys(table for run in self.runs for table in run.tables))

    def __getattr__(self, name: str) -> Frame:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self.tables:
            return self[name]
        if name in self._runs[0].declared:
            there = ", ".join(self.tables)
            raise AttributeError(f"the table {name} was not recorded ([log] tables); there are {there}")
        raise AttributeError(f'there is no table "{name}"; {did_you_mean(name, self.tables)}')

    def __getitem__(self, name: str) -> Frame:
        if name not in self._frames:
            self._frames[name] = Frame(name, self._runs)
        return self._frames[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __repr__(self) -> str:
        names = ", ".join(repr(str(run.folder)) for run in self.runs)
        return f"Frames({names}: {', '.join(self.tables)})"

    def _repr_html_(self) -> str:
        runs = [(str(run.folder), f"{run.games:,}", ", ".join(run.header["entries"])) for run in self.runs]
        tables = [(name, f"{len(self[name]):,}", self._runs[0].text(name)) for name in self.tables]
        return html_table(("run", "games", "bots"), runs) + html_table(("table", "rows", "content"), tables)

    def read(self, table: str, columns: Sequence[str] | None = None, where: Where = None) -> "pd.DataFrame":
        """Some columns and rows of a table as a data frame, as by calling the table."""
        return self[table](columns, where)

    def search(self, where: Where = None) -> "pd.DataFrame":
        """The trials of bots with the option `log`: the best candidates of each decision, a row each, the best first.

        `value` is the mean of its playouts, and `error` the standard error of that. `where` as for tables.
        """
        import pandas as pd

        keys = ([RUN] if len(self.runs) > 1 else []) + ["game", SEAT, "bot", "decision"]
        notes = self.notes([*keys, "text"], where).itertuples(index=False)
        rows = [(*found, *candidate) for *found, text in notes for candidate in candidates(text)]
        return pd.DataFrame(rows, columns=[*keys, *Candidate._fields])

    @property
    def rules(self) -> Mapping[tuple[str, str], Any]:
        """The rules by run and cell; a run without a matrix has one cell, without a name."""
        from wallenstein.tourney.recorded_games import cells_of

        return {(each.name, cell): rules for each in self._runs for cell, (_, rules) in cells_of(each.run).items()}

    @property
    def settings(self) -> "pd.DataFrame":
        """The varied keys of a matrix, and the rules of several runs: a row for each run and cell.

        Each is also a column of the tables.
        """
        import pandas as pd

        rows = [(each.name, row) for each in self._runs for row in each.cells.to_pylist()]
        return pd.DataFrame([{RUN: name, **row, CELL: row[CELL] or None} for name, row in rows])

    def joined(self, table: str) -> "pd.DataFrame":
        """A whole table with all columns of each row's game and seat, and the keys of a matrix: cell, bot, win, …"""
        others = ("games", "seats") if SEAT in self[table] else ("games",)
        beside = [column for other in others for column in self[other]]
        return self.read(table, [*self[table], *beside, *self._runs[0].varied])

    def decoded(self, games: int | Iterable[int] | None = None) -> "pd.DataFrame":
        """The decisions of some games of one run, with each choice in words, as in scenarios; by default of all games.

        The games are replayed and checked for it, some hundred a second.
        """
        import pandas as pd

        from wallenstein.tourney.recorded_games import recorded_games

        if len(self.runs) > 1:
            raise ConfigError("decoded takes one run at a time: games of several runs have the same numbers")
        run = self.runs[0]
        every = [number for each in run.segments for number in range(each.first, each.first + each.games)]
        numbers = every if games is None else list(games) if isinstance(games, Iterable) else [games]
        rows = [
            (recorded.number, place, taken["seat"], recorded.bots[taken["seat"]], taken["kind"], taken["choice"])
            for recorded in recorded_games(run, numbers)
            for place, taken in enumerate(recorded.transcript()["decisions"])
        ]
        return pd.DataFrame(rows, columns=["game", "decision", "seat", "bot", "kind", "choice"])

    def sql(self, text: str) -> "pd.DataFrame":
        """The answer to a query in SQL over the tables of the run: `select … from throws`.

        DuckDB reads only the parts of the files that the query needs, so a run may be larger than memory.
        """
        duckdb = extra_module("duckdb", "duckdb", "sql")
        connection = duckdb.connect(config={"temp_directory": gettempdir()})  # else it puts a folder where one works
        try:
            for table in self.tables:
                having = [number for number, each in enumerate(self._runs) if table in each.run.tables]
                selects = (self._select(connection, table, number) for number in having)
                connection.execute(f"create view {_quoted(table)} as {' union all by name '.join(selects)}")
            found: pd.DataFrame = connection.execute(text).df()
        except duckdb.Error as error:
            raise ConfigError(f"sql: {error}") from None
        finally:
            connection.close()
        return found

    def _select(self, connection: Any, table: str, number: int) -> str:
        """The query for the rows that a table has in one run."""
        each = self._runs[number]
        rows, cells = f"{table} of {number}", f"cells of {number}"
        connection.register(rows, each.run.dataset(table))
        connection.register(cells, each.cells)
        run = f"{_quoted(each.name, TEXT)} as {RUN}, " if len(self._runs) > 1 else ""
        if table != "games" or not each.varied:
            return f"select {run}here.* from {_quoted(rows)} as here"
        beside = f"join {_quoted(cells)} as cells on cells.{CELL} = coalesce(here.{CELL}, '')"
        return f"select {run}here.*, cells.* exclude ({CELL}) from {_quoted(rows)} as here {beside}"


def _quoted(name: str, mark: str = '"') -> str:
    """An identifier of SQL, or a text."""
    return mark + name.replace(mark, 2 * mark) + mark


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a notebook, which would put text to the right."""
    lines = [("th", head), *(("td", row) for row in rows)]
    left = 'style="text-align: left"'
    shown = ("".join(f"<{cell} {left}>{escape(text)}</{cell}>" for text in texts) for cell, texts in lines)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in shown)}</table>"


def load(*runs: PathOrName | Iterable[PathOrName], trust: bool = False) -> Frames:
    """The tables of runs: folders, names of runs in `results`, or patterns such as `results/league-*`.

    Several runs get a column `run` in each table. `trust`: code that they contain may be imported.
    """
    lists = ([each] if isinstance(each, str | PathLike | ObjectPath) else each for each in runs)
    found = [Run(folder, trust) for places in lists for place in places for folder in _folders(str(place))]
    if not found:
        raise ConfigError('load needs the folder of a run, such as load("results/quickstart")')
    paths = [run.folder.resolve() if isinstance(run.folder, Path) else run.folder for run in found]
    opened = list(dict(zip(paths, found, strict=True)).values())
    short = [run.folder.name for run in opened]
    names = [str(run.folder) if short.count(run.folder.name) > 1 else run.folder.name for run in opened]
    varied = settings([run.header for run in opened])
    every = [OneRun(*each) for each in zip(opened, names, varied, strict=True)]
    if len({each.game for each in every}) > 1:
        played = ", ".join(f"{each.name}: {each.game}" for each in every)
        raise ConfigError(f"these runs are of different games, with different tables; load them separately ({played})")
    return Frames(every)


def _folders(place: str) -> Sequence[Location]:
    """The folders of a path, an address or a pattern."""
    where = location_of(place)
    if isinstance(where, ObjectPath):
        if not WILD.search(where.name):
            return [where]
        names = runs_in(where.parent, re.compile(fnmatch.translate(where.name)))
        if names:
            return [where.parent / name for name in names]
        raise ConfigError(f"{place}: no run there has a name like this")
    if not WILD.search(place) or Path(place).exists():
        return [Path(place)]
    for pattern in (place, str(RESULTS / place)):
        folders = sorted(Path(found) for found in glob.glob(pattern) if (Path(found) / FILE).is_file())
        if folders:
            return folders
    raise ConfigError(f"{place}: no folder of a run has a name like this")


def compare(run: PathOrName, after: PathOrName | None = None) -> "pd.DataFrame":
    """Two runs: each bot's wins before and after, and how much more it wins and scores, paired where seeds are equal.

    One run: for each two bots of each cell, the share of meetings in which the first finished ahead. All with 95 %
    intervals, and whether they differ beyond chance.
    """
    import pandas as pd

    if after is None:
        figures = summarise(Run(str(run)))
        rows = [{"cell": cell.cell, **document(pair)} for cell in figures.cells for pair in cell.pairs]
    else:
        rows = document(compare_runs(Run(str(run)), Run(str(after))))["bots"]
    return pd.DataFrame([_flat(row) for row in rows])


def _flat(row: Mapping[str, object], before: Sequence[str] = ()) -> dict[str, Any]:
    """Nested figures as columns such as `wins_low`; the value of an interval has the name of its figure."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        path = [*before, *([] if key in ("value", "difference") else [key])]
        found |= _flat(value, path) if isinstance(value, Mapping) else {"_".join(path): value}
    return found
