"""One run's tables: the requested columns and rows, segment by segment, with columns of their game and seat."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.tables import Table
from wallenstein.core.text import did_you_mean, printable
from wallenstein.games import GAMES, find_game
from wallenstein.record.chunks import Segment, joined
from wallenstein.record.read import Run
from wallenstein.record.tables import decisions_table, tables_of
from wallenstein.stats.grouped import Where
from wallenstein.tourney.figures.run_parts import places_of

GAME, SEAT, CELL, RUN = "game", "seat", "cell", "run"
KEYS: Final = {"seats": (GAME, SEAT), "games": (GAME,)}  # tables with columns for others
EXAMPLE: Final = '{"kind": "battle"}, {"seat": [0, 1]} or [("odds", "<", 0.5)]'
COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SETS: Final = ("in", "not in")
KNOWN: Final = (*COMPARE, *SETS)
VARIED: Final = ("tourney.", "game.", "bots.")  # sections that the cells of a matrix may differ in
RULES: Final = "game."  # between runs, only this section counts
Settings = Mapping[str, pa.Array]
Condition = tuple[str, str, Any]  # a column, an operator, and the value or values that it is compared with


class OneRun:
    """A run, with a name among the loaded runs."""

    def __init__(self, run: Run, name: str, settings: Settings) -> None:
        """`settings` are the keys that vary between cells or runs."""
        self.run: Final = run
        self.name: Final = name
        self.settings: Final = settings
        self.varied: Final = list(settings)
        self._columns: dict[str, list[str]] = {}

    @cached_property
    def cells(self) -> pa.Table:
        """The settings of each cell; without a matrix, none is named."""
        return pa.table({CELL: pa.array(self.run.header["cells"], pa.string()), **self.settings})

    @property
    def game(self) -> str:
        return str(next(iter(self.run.header["essence"].values()))["game"]["name"])

    @cached_property
    def declared(self) -> Mapping[str, Table]:
        """All tables that its game declares, with the names of its bots and cells."""
        cells = [label for label in self.run.header["cells"] if label]
        if self.game not in GAMES:
            return {}
        game = find_game(self.game)
        return {**tables_of(game, self.run.header["entries"], cells), "decisions": decisions_table(game.kinds)}

    def text(self, table: str) -> str:
        """The content of a table, as its game describes it."""
        return self.declared[table].text if table in self.declared else ""

    def own(self, table: str) -> list[str]:
        if table not in self.run.tables:
            there = f"it has {', '.join(self.run.tables)} ([log] tables lists the recorded ones)"
            known = there if self.run.tables else "no chunk of it is finished"
            raise ConfigError(f'{self.run.folder}: there is no table "{table}"; {known}')
        if table not in self._columns:
            self._columns[table] = self.run.columns(table)
        return self._columns[table]

    def owner(self, table: str, column: str) -> str:
        """The table that a column comes from: the table itself, or that of its seat or game; RUN and CELL are others.

        Raises ConfigError for an unknown column.
        """
        own = self.own(table)
        if column in own:
            return table
        owners = {RUN: RUN}
        if GAME in own:
            tables = [name for name in ("games", "seats") if KEYS[name][-1] in own]
            owners = dict.fromkeys(self.varied, CELL)
            owners |= {name: other for other in tables for name in self.own(other)} | {RUN: RUN}
        if column not in owners:
            near = did_you_mean(column, {*own, *owners}, most=40)
            raise ConfigError(f'the table {table} has no column "{column}"; {near}')
        return owners[column]

    def order(self, table: str, column: str) -> Sequence[str]:
        """The names of a category in their order; empty for other columns."""
        owner = self.owner(table, column)
        if owner == RUN:
            return [self.name]
        if owner == CELL:
            values = self.cells[column].chunk(0)
            return list(values.dictionary.to_pylist()) if pa.types.is_dictionary(values.type) else ()
        declared = self.declared.get(owner)
        names = next((each.names for each in declared.columns if each.name == column), ()) if declared else ()
        if names and declared and declared.named:
            with suppress(WallensteinError, OSError):  # if its configuration cannot be read: the usual names
                return list(dict.fromkeys((*names, *places_of(self.run, declared, column))))
        return names

    def read(
        self, table: str, columns: Sequence[str], where: Sequence[Condition], orders: Mapping[str, Sequence[str]]
    ) -> pa.Table:
        """The rows for which all conditions hold; categories are dictionaries.

        `orders` has the names of the categories in conditions, in their order.
        """
        owners = {column: self.owner(table, column) for column in [*columns, *(column for column, _, _ in where)]}
        if CELL in owners.values():
            owners.setdefault(CELL, self.owner(table, CELL))
        own = [column for column, owner in owners.items() if owner == table]
        keys = [key for key in (GAME, SEAT) if key in self.own(table)] if len(own) < len(owners) else []

        def part_of(segment: Segment) -> pa.Table:
            rows = self.run.rows_of([segment], table, list(dict.fromkeys([*own, *keys])) or None)
            found = dict(zip(rows.column_names, rows.columns, strict=True))
            for other, key in KEYS.items():
                wanted = [column for column, owner in owners.items() if owner == other != table]
                if wanted:
                    beside = self.run.rows_of([segment], other, list(dict.fromkeys([*key, *wanted])))
                    at = pc.index_in(_key(rows, key), value_set=_key(beside, key))
                    found |= {column: beside[column].take(at) for column in wanted}
            if CELL in owners.values():
                at = pc.index_in(pc.fill_null(found[CELL].cast(pa.string()), ""), value_set=self.cells[CELL])
                found |= {column: self.cells[column].take(at) for column in self.varied if column in owners}
            if RUN in owners.values():
                found[RUN] = pa.DictionaryArray.from_arrays(np.zeros(len(rows), np.int16), [self.name])
            part = pa.table({column: found[column] for column in owners})
            mask = np.ones(len(rows), np.bool_)
            for condition in where:
                mask &= holds(condition, part[condition[0]], orders[condition[0]])
            part = part.select(columns)
            return part if mask.all() else part.filter(pa.array(mask))

        parts = list(self.run.of_each(self.run.segments, part_of))
        if not parts:
            raise ConfigError(f"{self.run.folder}: no chunk of this run is finished; run its tournament again")
        return joined(parts)


def _key(rows: pa.Table, columns: Sequence[str]) -> pa.Array:
    """One number for each game or seat; seat -1, which stands for none, has its own."""
    game, *seat = (rows[column].to_numpy().astype(np.int64) for column in columns)
    return pa.array(game * 256 + seat[0] if seat else game)


def conditions(where: Where) -> list[Condition]:
    """All of them must hold. Raises ConfigError for anything else."""
    if where is None:
        return []
    if isinstance(where, Mapping):
        where = [(str(column), "in" if _several(value) else "==", value) for column, value in where.items()]
    if isinstance(where, str) or not isinstance(where, Sequence):
        raise ConfigError(f"where is written as {EXAMPLE}, not {printable(repr(where), 60)}")
    found: list[Condition] = []
    for each in where:
        if not isinstance(each, tuple | list) or len(each) != 3 or each[1] not in KNOWN:
            right = f'such as ("odds", "<", 0.5), with one of the operators {", ".join(KNOWN)}'
            given = printable(repr(each), 60)
            raise ConfigError(f"a condition is (column, operator, value), {right}; not {given}")
        column, compare, value = each
        if compare in SETS and not _several(value):
            raise ConfigError(f'"{compare}" takes a list of values, not {printable(repr(value), 60)}')
        if compare in COMPARE and _several(value):
            raise ConfigError(f'"{compare}" takes one value, not {printable(repr(value), 60)}; "in" takes a list')
        found.append((column, compare, list(value) if compare in SETS else value))
    return found


def _several(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)


def holds(condition: Condition, column: pa.ChunkedArray, order: Sequence[str]) -> NDArray[np.bool_]:
    """The values of a column for which it holds; `order` are the names of a category, smaller ones first.

    Arrow's own comparisons convert both sides to one type first, which fails for large seeds.
    """
    name, compare, value = condition
    wanted = value if compare in SETS else [value]
    category = pa.types.is_dictionary(column.type)
    text = pa.types.is_string(column.type) or pa.types.is_binary(column.type)
    for each in wanted:
        if category and each is not None and each not in order:
            near = did_you_mean(each, order)
            raise ConfigError(f"the column {name} has no value {printable(repr(each), 60)}; {near}")
        if not category and (each is None or text != isinstance(each, str | bytes)):
            raise ConfigError(f"the column {name} holds {column.type}, not {printable(repr(each), 60)}")
    if category:
        column = pc.fill_null(pc.index_in(column, value_set=pa.array(order, pa.string())), -1)
        wanted = [-1 if each is None else order.index(each) for each in wanted]
    values = column.to_numpy()
    if compare in SETS:
        if values.dtype.kind in "iu":  # as floats, large whole numbers would be rounded
            most = np.iinfo(values.dtype)
            whole = [int(each) for each in wanted if most.min <= each <= most.max and each == int(each)]  # not NaN
            wanted = np.array(whole, values.dtype)
        found = np.isin(values, wanted)
        return found if compare == "in" else ~found
    found = COMPARE[compare](values, wanted[0])
    return np.asarray(found & (values >= 0) if category and wanted[0] >= 0 else found, np.bool_)


def settings(headers: Sequence[Mapping[str, Any]]) -> list[Settings]:
    """For each run, the settings that differ between cells or runs, in all its cells; null if not set."""
    runs = [[flattened(essence) for essence in header["essence"].values()] for header in headers]
    keys = [key for cells in runs for key in _differing(cells) if key.startswith(VARIED)]
    keys += [key for key in _differing([cell for cells in runs for cell in cells]) if key.startswith(RULES)]
    columns = {key: _columns([[cell.get(key) for cell in cells] for cells in runs]) for key in dict.fromkeys(keys)}
    return [{key: values[place] for key, values in columns.items()} for place in range(len(runs))]


def _differing(cells: Sequence[Mapping[str, object]]) -> list[str]:
    keys = dict.fromkeys(key for cell in cells for key in cell)
    return [key for key in keys if any(cell.get(key) != cells[0].get(key) for cell in cells)]


def _columns(said: Sequence[Sequence[object]]) -> list[pa.Array]:
    """The values of each run as columns of one type: numbers if all are, and not too large; otherwise a category."""
    every = [value for values in said for value in values if value is not None]
    try:
        kind = pa.array(every).type
    except (pa.ArrowException, OverflowError):
        kind = None
    if kind in (pa.int64(), pa.float64()) and not any(isinstance(value, bool) for value in every):
        return [pa.array(values, kind) for values in said]
    names = list(dict.fromkeys(map(_text, every)))
    codes = [[None if value is None else names.index(_text(value)) for value in values] for values in said]
    return [pa.DictionaryArray.from_arrays(pa.array(each, pa.int16()), pa.array(names, pa.string())) for each in codes]


def flattened(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """The values of a configuration by dotted key; entries of lists are addressed by their names."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        entries = value if isinstance(value, list) else []
        if entries and all(isinstance(each, dict) and isinstance(each.get("name"), str) for each in entries):
            value = {each["name"]: {key: item for key, item in each.items() if key != "name"} for each in entries}
        found |= flattened(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {prefix + name: value}
    return found


def _text(value: object) -> str:
    """As in the names of cells."""
    if isinstance(value, list):
        return "+".join(map(_text, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
