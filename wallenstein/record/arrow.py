"""Packed rows to Arrow columns, and the schema that a part file carries."""

import json
from typing import Any, Final

import numpy as np
import pyarrow as pa

from wallenstein.core.tables import CODES, Column, Rows, Table

NUMPY: Final = {
    "i8": "i1", "u8": "u1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u64": "<u8",
    "f32": "<f4", "f64": "<f8", "bool": "?", "category": "i1", "wide-category": "<i2",
}  # fmt: skip
ARROW: Final = {
    "i8": pa.int8(), "u8": pa.uint8(), "i16": pa.int16(), "i32": pa.int32(), "i64": pa.int64(), "u64": pa.uint64(),
    "f32": pa.float32(), "f64": pa.float64(), "bool": pa.bool_(), "text": pa.string(), "bytes": pa.binary(),
    "category": pa.dictionary(pa.int8(), pa.string()), "wide-category": pa.dictionary(pa.int16(), pa.string()),
}  # fmt: skip
assert set(NUMPY) == set(CODES)


def arrow_schema(table: Table) -> pa.Schema:
    """The columns with their Arrow types."""
    return pa.schema([pa.field(c.name, ARROW[c.kind]) for c in table.columns])


def metadata(table: Table, version: int) -> dict[str, str]:
    """What a part file says of itself: the schema's version and the meaning of the table and its columns."""
    columns = {c.name: [c.kind, c.text] for c in table.columns}
    about = {"table": table.name, "text": table.text, "columns": columns}
    return {"wallenstein.schema": str(version), "wallenstein.table": json.dumps(about, ensure_ascii=False)}


def packed_rows(rows: Rows) -> "np.ndarray[Any, Any]":
    """The columns of fixed size as an array with named fields."""
    return np.frombuffer(bytes(rows.packed), np.dtype([(c.name, NUMPY[c.kind]) for c in rows.table.fixed]))


def to_arrow(rows: Rows) -> pa.Table:
    """The rows as an Arrow table, columns in the table's order."""
    table, packed = rows.table, packed_rows(rows)
    loose = list(zip(*rows.loose, strict=True)) or [()] * len(table.loose)
    columns = [_column(c, packed[c.name]) for c in table.fixed]
    columns += [pa.array(values, ARROW[c.kind]) for c, values in zip(table.loose, loose, strict=True)]
    return pa.Table.from_arrays(columns, schema=arrow_schema(table))


def _column(column: Column, values: "np.ndarray[Any, Any]") -> pa.Array:
    values = np.ascontiguousarray(values)
    if column.kind not in ("category", "wide-category"):
        return pa.array(values, ARROW[column.kind])
    codes = pa.array(values, mask=values < 0)
    return pa.DictionaryArray.from_arrays(codes, pa.array(column.names, pa.string()))
