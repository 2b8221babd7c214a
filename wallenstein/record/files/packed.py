"""Rows of one table without a Python object for each value: packed records, and the bytes of values of any length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.tables import Column, Rows, Table

NUMPY: Final = {
    "i8": "i1", "u8": "u1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u64": "<u8",
    "f32": "<f4", "f64": "<f8", "bool": "?", "category": "i1", "wide-category": "<i2",
}  # fmt: skip
LENGTH: Final = np.dtype("<i4")


@dataclass(frozen=True, eq=False)
class Loose:
    """A column of text or bytes: how long each value is, and all values one after the other."""

    lengths: NDArray[np.int32]
    data: bytes


@dataclass(frozen=True, eq=False)
class Packed:
    """Some rows of a table: a record for each with its columns of fixed size, and the loose columns."""

    table: Table
    records: NDArray[Any]
    loose: tuple[Loose, ...]

    def __len__(self) -> int:
        return len(self.records)


def record_type(table: Table) -> np.dtype[Any]:
    """How the columns of fixed size are packed; the same as the packer of `Rows`."""
    return np.dtype([(column.name, NUMPY[column.kind]) for column in table.fixed])


def records_of(rows: Rows) -> NDArray[Any]:
    """The columns of fixed size as an array with named fields."""
    return np.frombuffer(bytes(rows.packed), record_type(rows.table))


def packed(rows: Rows) -> Packed:
    """The rows as they were added."""
    return Packed(rows.table, records_of(rows), tuple(map(loose, rows.loose)))


def loose(values: Sequence[str | bytes]) -> Loose:
    """Values of any length."""
    data = [value.encode() if isinstance(value, str) else value for value in values]
    return Loose(np.fromiter(map(len, data), LENGTH, len(data)), b"".join(data))


def joined(parts: Sequence[Packed]) -> Packed:
    """All rows, part after part. A category gets the names of all parts, in the order of their first use."""
    table = _with_all_names([part.table for part in parts])
    loose = zip(*(part.loose for part in parts), strict=True)
    return Packed(
        table,
        # numpy would copy records one by one
        np.frombuffer(b"".join([_recoded(part, table).data for part in parts]), record_type(table)),
        tuple(
            Loose(np.concatenate([one.lengths for one in column]), b"".join(one.data for one in column))
            for column in loose
        ),
    )


def _with_all_names(tables: Sequence[Table]) -> Table:
    first = tables[0]
    if all(table == first for table in tables):
        return first
    columns = [_with_names(same) for same in zip(*(table.columns for table in tables), strict=True)]
    return replace(first, columns=tuple(columns))


def _with_names(same: Sequence[Column]) -> Column:
    names = tuple(dict.fromkeys(name for column in same for name in column.names))
    if len({(column.name, column.kind) for column in same}) > 1:
        raise ValueError(f"the column {same[0].name} is not the same in all chunks")
    return replace(same[0], names=names)


def _recoded(part: Packed, table: Table) -> NDArray[Any]:
    """The records of a part, with the codes of its categories that they have in the table."""
    changed = [(old, new) for old, new in zip(part.table.fixed, table.fixed, strict=True) if old.names != new.names]
    records = part.records.copy() if changed else part.records
    for old, new in changed:
        codes = np.array([*(new.names.index(name) for name in old.names), -1], records[new.name].dtype)  # -1: none
        records[new.name] = codes[records[new.name]]
    return records
