"""The tables of a game, and buffers for their rows while games run."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final

# kind -> struct code; a category is a small code into its names, -1 for none
CODES: Final = {
    "i8": "b", "u8": "B", "i16": "h", "i32": "i", "i64": "q", "u64": "Q",
    "f32": "f", "f64": "d", "bool": "?", "category": "b", "wide-category": "h",
}  # fmt: skip
LOOSE: Final = ("text", "bytes")  # of any length: stored beside the packed row


@dataclass(frozen=True)
class Column:
    """One column: its kind, its description, and the names of a category in code order.

    `varied`: its values repeat so little that a part file is smaller without a dictionary.
    """

    name: str
    kind: str
    text: str
    names: tuple[str, ...] = ()
    varied: bool = False


@dataclass(frozen=True)
class Table:
    """A table: its columns in order, fixed ones first, loose ones (text, bytes) last.

    `complete` computes the columns that follow from others before rows are written: in a numpy array with a field for
    each fixed column, of games by the same rules. `named` is the table with the categories' names under some rules, if
    they depend on them.
    """

    name: str
    text: str
    columns: tuple[Column, ...]
    complete: Callable[[Any, Any], None] | None = None
    named: Callable[["Table", Any], "Table"] | None = None

    def under(self, rules: object) -> "Table":
        return self if self.named is None else self.named(self, rules)

    @property
    def fixed(self) -> tuple[Column, ...]:
        return tuple(c for c in self.columns if c.kind not in LOOSE)

    @property
    def loose(self) -> tuple[Column, ...]:
        return tuple(c for c in self.columns if c.kind in LOOSE)


def listed_tables(text: str, names: Mapping[str, tuple[str, ...]], *shared: Column) -> dict[str, Table]:
    """Tables as a game's data lists them: a column is the name of a shared one, or its own fields.

    Its kind may also be one of `names`: then it is a category with these.
    """
    known = {column.name: column for column in shared}
    tables: dict[str, Table] = {}
    for name, listed in tomllib.loads(text).items():
        columns = [known[one] if not more else listed_column(names, one, *more) for one, *more in listed["columns"]]
        tables[name] = Table(name, listed["text"], tuple(columns))
    return tables


def listed_column(
    names: Mapping[str, tuple[str, ...]], name: str, kind: str, text: str, varied: bool = False
) -> Column:
    return Column(name, "category" if kind in names else kind, text, names.get(kind, ()), varied)


class Rows:
    """Rows of one table, packed as they are added; they become columns when they are written.

    `packed` has one or more rows in each item: joining them once is quicker than extending one `bytearray`.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.packer: Final = Struct("<" + "".join(CODES[c.kind] for c in table.fixed))
        self.pack: Final = self.packer.pack  # for code that adds to `packed` and `loose` itself
        self.packed: list[bytes] = []
        self.loose: Final[tuple[list[Any], ...]] = tuple([] for _ in table.loose)  # the values of each loose column
        self.width: Final = len(table.fixed)

    def add(self, *values: object) -> None:
        """Adds one row; values in column order."""
        if not self.loose:
            self.packed.append(self.pack(*values))
            return
        self.packed.append(self.pack(*values[: self.width]))
        for column, value in zip(self.loose, values[self.width :], strict=True):
            column.append(value)

    def clear(self) -> None:
        self.packed.clear()
        for column in self.loose:
            column.clear()

    def __len__(self) -> int:
        return sum(map(len, self.packed)) // self.packer.size  # exact: whole
