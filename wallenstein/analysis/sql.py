"""Queries in SQL over the tables of runs, by DuckDB: it reads of the files what a query needs."""

from collections.abc import Sequence
from tempfile import gettempdir
from typing import Any

import pandas as pd

from wallenstein.analysis.one_run import CELL, RUN, OneRun
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import extra_module


def query(runs: Sequence[OneRun], text: str) -> pd.DataFrame:
    """The answer as a data frame. Raises ConfigError with what DuckDB says of a query that it cannot answer."""
    duckdb = extra_module("duckdb", "duckdb", "sql")
    connection = duckdb.connect(config={"temp_directory": gettempdir()})  # else it puts a folder where one works
    try:
        for table in dict.fromkeys(name for each in runs for name in each.run.tables):
            connection.execute(f"create view {_name(table)} as {_all_rows(connection, runs, table)}")
        found: pd.DataFrame = connection.execute(text).df()
    except duckdb.Error as error:
        raise ConfigError(f"sql: {error}") from None
    finally:
        connection.close()
    return found


def _all_rows(connection: Any, runs: Sequence[OneRun], table: str) -> str:
    """The query for the rows of a table in all runs that have it."""
    selects = []
    for number, each in enumerate(runs):
        if table not in each.run.tables:
            continue
        rows = f"{table} of {number}"
        connection.register(rows, each.run.dataset(table))
        columns = "here.*" if len(runs) == 1 else f"{_text(each.name)} as {RUN}, here.*"
        beside = ""
        if table == "games" and each.settings:
            cells = f"cells of {number}"
            connection.register(cells, each.cells())
            columns = f"{columns}, cells.* exclude ({CELL})"
            beside = f" join {_name(cells)} as cells on cells.{CELL} = coalesce(here.{CELL}, '')"
        selects.append(f"select {columns} from {_name(rows)} as here{beside}")
    return " union all by name ".join(selects)


def _name(name: str) -> str:
    """An identifier."""
    return '"' + name.replace('"', '""') + '"'


def _text(text: str) -> str:
    """A string."""
    return "'" + text.replace("'", "''") + "'"
