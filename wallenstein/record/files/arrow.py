"""Converts packed rows to Arrow columns, and makes the schema of a part file."""

import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from wallenstein.core.tables import CODES, Column, Rows, Table
from wallenstein.record.files.packed import NUMPY, Loose, Packed, loose, packed

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
    """The metadata of a part file: the schema's version, and the descriptions of the table and its columns."""
    columns = {c.name: [c.kind, c.text] for c in table.columns}
    about = {"table": table.name, "text": table.text, "columns": columns}
    return {"wallenstein.schema": str(version), "wallenstein.table": json.dumps(about, ensure_ascii=False)}


def to_arrow(rows: Rows) -> pa.Table:
    """The rows as an Arrow table, columns in the table's order."""
    return columns_of(packed(rows))


def columns_of(rows: Packed) -> pa.Table:
    """Packed rows as an Arrow table."""
    table = rows.table
    columns = [_fixed(column, np.ascontiguousarray(rows.records[column.name])) for column in table.fixed]
    columns += [_loose(ARROW[column.kind], values) for column, values in zip(table.loose, rows.loose, strict=True)]
    return pa.Table.from_arrays(columns, schema=arrow_schema(table))


# Arrays are made from buffers: `pyarrow.array` would import pandas into every worker.


def plain_column(values: Sequence[str | float | bool | None]) -> pa.Array:
    """Values of one type, of which some may be missing."""
    first = {type(value) for value in values if value is not None}
    there = _bits(np.array([value is not None for value in values], np.bool_))
    if first == {str}:
        text = _loose(pa.string(), loose([str(value or "") for value in values]))
        return pa.Array.from_buffers(pa.string(), len(values), [there, *text.buffers()[1:]])
    if first == {bool}:
        return pa.Array.from_buffers(pa.bool_(), len(values), [there, _bits(np.array(values, np.bool_))])
    kind = pa.int64() if first == {int} else pa.float64()
    data = np.array([value or 0 for value in values], np.int64 if first == {int} else np.float64)
    return pa.Array.from_buffers(kind, len(values), [there, pa.py_buffer(data)])


def _fixed(column: Column, values: NDArray[Any]) -> pa.Array:
    kind = ARROW[column.kind]
    if pa.types.is_boolean(kind):
        return pa.Array.from_buffers(kind, len(values), [None, _bits(values)])
    if not pa.types.is_dictionary(kind):
        return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])
    there = values >= 0
    buffers = [_bits(there), pa.py_buffer(np.where(there, values, 0).astype(values.dtype))]
    codes = pa.Array.from_buffers(kind.index_type, len(values), buffers)
    return pa.DictionaryArray.from_arrays(codes, _loose(pa.string(), loose(column.names)))


def _loose(kind: pa.DataType, values: Loose) -> pa.Array:
    offsets = np.zeros(len(values.lengths) + 1, np.int32)
    np.cumsum(values.lengths, out=offsets[1:])
    return pa.Array.from_buffers(kind, len(values.lengths), [None, pa.py_buffer(offsets), pa.py_buffer(values.data)])


def _bits(values: NDArray[Any]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(values, bitorder="little").tobytes())
