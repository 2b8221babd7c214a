"""One run's tables: some columns and some rows, read part by part, with columns of games and seats beside them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import pyarrow as pa

from wallenstein.analysis.where import Condition, holds
from wallenstein.core.errors import ConfigError
from wallenstein.core.tables import Table
from wallenstein.core.text import did_you_mean
from wallenstein.games import GAMES, find_game
from wallenstein.record.chunks import Segment
from wallenstein.record.part_reading import joined
from wallenstein.record.read import Run
from wallenstein.record.tables import tables_of

GAME, SEAT, CELL, RUN = "game", "seat", "cell", "run"
SEATS_AT_MOST: Final = 16  # of a table
BESIDE: Final = ("seats", "games")  # tables whose columns others can have, too


class OneRun:
    """A run, with a name among those that are loaded together."""

    def __init__(self, run: Run, name: str, settings: Mapping[str, pa.Array]) -> None:
        """`settings` are those that vary between cells or runs: for each the values of this run's cells."""
        self.run: Final = run
        self.name: Final = name
        self.settings: Final = settings
        self._columns: dict[str, list[str]] = {}

    @property
    def game(self) -> str:
        """The name of its game."""
        return str(next(iter(self.run.header["essence"].values()))["game"]["name"])

    @cached_property
    def declared(self) -> Mapping[str, Table]:
        """All tables that its game declares, with the names of its bots and cells."""
        cells = [label for label in self.run.header["cells"] if label]
        return tables_of(find_game(self.game), self.run.header["entries"], cells) if self.game in GAMES else {}

    def own(self, table: str) -> list[str]:
        """The columns of a table, as they were recorded."""
        if table not in self.run.tables:
            raise ConfigError(f'{self.run.folder}: there is no table "{table}"; {self._known()}')
        if table not in self._columns:
            self._columns[table] = self.run.columns(table)
        return self._columns[table]

    def _known(self) -> str:
        if not self.run.tables:
            return "no chunk of it is finished"
        return f"it has {', '.join(self.run.tables)} ([log] tables says which are recorded)"

    def owner(self, table: str, column: str) -> str:
        """The table that a column comes from: the table itself, or that of its seat or game; RUN and CELL are others.

        Raises ConfigError if there is no such column.
        """
        own = self.own(table)
        if column in own:
            return table
        if column == RUN:
            return RUN
        if SEAT in own and column in self.own("seats"):
            return "seats"
        if GAME in own and column in self.own("games"):
            return "games"
        if GAME in own and column in self.settings:
            return CELL
        beside = [name for other in BESIDE for name in self.own(other)] if GAME in own else []
        near = did_you_mean(column, {*own, *beside, *self.settings, RUN}, most=40)
        raise ConfigError(f'the table {table} has no column "{column}"; {near}')

    def order(self, table: str, column: str) -> Sequence[str]:
        """The names of a category in their order; empty if it is none."""
        owner = self.owner(table, column)
        if owner == RUN:
            return (self.name,)
        if owner == CELL:
            values = self.settings[column]
            return tuple(values.dictionary.to_pylist()) if pa.types.is_dictionary(values.type) else ()
        if column == "kind" and owner == "decisions" and self.game in GAMES:
            return find_game(self.game).kinds
        known = self.declared.get(owner)
        return next((each.names for each in known.columns if each.name == column), ()) if known else ()

    def cells(self) -> pa.Table:
        """The varied settings of each cell."""
        return pa.table({CELL: self.run.header["cells"], **self.settings})

    def parts(
        self, table: str, columns: Sequence[str], where: Sequence[Condition], orders: Mapping[str, Sequence[str]]
    ) -> Iterator[pa.Table]:
        """The rows for which all conditions hold, part by part; categories are dictionaries.

        `orders` has the names of the categories in conditions, in their order.
        """
        needed = dict.fromkeys([*columns, *(condition.column for condition in where)])
        owners = {column: self.owner(table, column) for column in needed}
        own = [column for column, owner in owners.items() if owner == table]
        keys = [key for key in (GAME, SEAT) if key in self.own(table)] if len(own) < len(owners) else []

        def part_of(segment: Segment) -> pa.Table:
            rows = self.run.rows_of([segment], table, list(dict.fromkeys([*own, *keys])) or None)
            found = {column: rows[column] for column in own}
            for other in (*BESIDE, CELL):
                wanted = [column for column, owner in owners.items() if owner == other]
                if wanted and other != table:
                    found |= self._beside(segment, other, wanted, rows)
            if RUN in owners:
                found[RUN] = pa.DictionaryArray.from_arrays(np.zeros(len(rows), np.int16), [self.name])
            mask = np.ones(len(rows), np.bool_)
            for condition in where:
                mask &= holds(condition, _chunked(found[condition.column]), orders[condition.column])
            part = pa.table({column: found[column] for column in columns})
            return part if mask.all() else part.filter(pa.array(mask))

        yield from self.run.of_each(self.run.segments, part_of)

    def _beside(self, segment: Segment, other: str, wanted: Sequence[str], rows: pa.Table) -> dict[str, Any]:
        """Columns of the seat, the game or the cell that each row belongs to."""
        if other == CELL:
            cell = pa.array(self._cells_of(segment, rows))
            return {name: self.settings[name].take(cell) for name in wanted}
        found = self._of_rows(segment, other, wanted, rows)
        return {name: found[name] for name in wanted}

    def _cells_of(self, segment: Segment, rows: pa.Table) -> Any:
        """The place of each row's cell among all."""
        cells = self.run.header["cells"]
        if len(cells) == 1:  # without a matrix, no cell is named
            return np.zeros(len(rows), np.int64)
        labels = self._of_rows(segment, "games", [CELL], rows)[CELL].combine_chunks()
        places = np.array([cells.index(label) for label in labels.dictionary.to_pylist()], np.int64)
        return places[labels.indices.to_numpy()]

    def _of_rows(self, segment: Segment, other: str, wanted: Sequence[str], rows: pa.Table) -> pa.Table:
        keys = [GAME, SEAT] if other == "seats" else [GAME]
        beside = self.run.rows_of([segment], other, list(dict.fromkeys([*keys, *wanted])))
        have, ask = (_keys(each, keys) for each in (beside, rows))
        order = np.argsort(have, kind="stable")
        place = np.searchsorted(have, ask, sorter=order)
        at = order[np.minimum(place, len(order) - 1)]
        return beside.take(pa.array(at, mask=have[at] != ask))

    def table(
        self, table: str, columns: Sequence[str], where: Sequence[Condition], orders: Mapping[str, Sequence[str]]
    ) -> pa.Table:
        """The same as one table."""
        parts = list(self.parts(table, columns, where, orders))
        if not parts:
            raise ConfigError(f"{self.run.folder}: no chunk of this run is finished; run its tournament again")
        return joined(parts)


def _keys(rows: pa.Table, keys: Sequence[str]) -> Any:
    game, *seat = (rows[key].to_numpy().astype(np.int64) for key in keys)
    return game * SEATS_AT_MOST + seat[0] % SEATS_AT_MOST if seat else game  # seat -1, nobody's, is no seat


def _chunked(column: Any) -> pa.ChunkedArray:
    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
