"""Packed rows, their Arrow columns, and part files, of which each is either complete or missing."""

import json
import os
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.record.location import Location
from wallenstein.record.objects import ObjectPath

# Arrays are made from buffers: `pyarrow.array` would import pandas into every worker.

NUMPY: Final = {
    "i8": "i1", "u8": "u1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u64": "<u8",
    "f32": "<f4", "f64": "<f8", "bool": "?", "category": "i1", "wide-category": "<i2",
}  # fmt: skip
CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())  # as Parquet files are read
ARROW: Final = {
    "i8": pa.int8(), "u8": pa.uint8(), "i16": pa.int16(), "i32": pa.int32(), "i64": pa.int64(), "u64": pa.uint64(),
    "f32": pa.float32(), "f64": pa.float64(), "bool": pa.bool_(), "text": pa.string(), "bytes": pa.binary(),
    "category": CATEGORY, "wide-category": CATEGORY,
}  # fmt: skip


def arrow_schema(table: Table) -> pa.Schema:
    return pa.schema([pa.field(c.name, ARROW[c.kind]) for c in table.columns])


def metadata(table: Table, version: int) -> dict[str, str]:
    """The metadata of a part file: the schema's version, and the descriptions of the table and its columns."""
    columns = {c.name: [c.kind, c.text] for c in table.columns}
    about = {"table": table.name, "text": table.text, "columns": columns}
    return {"wallenstein.schema": str(version), "wallenstein.table": json.dumps(about, ensure_ascii=False)}


def record_type(table: Table) -> np.dtype[Any]:
    """How the columns of fixed size are packed; the same as the packer of `Rows`."""
    return np.dtype([(column.name, NUMPY[column.kind]) for column in table.fixed])


def records_of(rows: Rows) -> NDArray[Any]:
    """The columns of fixed size as an array with named fields."""
    return np.frombuffer(b"".join(rows.packed), record_type(rows.table))


def complete(rows: Rows, rules: object, first: int = 0) -> None:
    """Names categories by the rules, and fills in the columns that follow from others, in `packed` from `first` on."""
    rows.table = rows.table.under(rules)
    if rows.table.complete is not None:
        records = np.frombuffer(bytearray().join(rows.packed[first:]), record_type(rows.table))
        rows.table.complete(rules, records)
        rows.packed[first:] = [records.tobytes()]


def to_arrow(rows: Rows) -> pa.Table:
    records = records_of(rows)
    columns = [_fixed(column, records[column.name]) for column in rows.table.fixed]
    columns += [_loose(ARROW[c.kind], values) for c, values in zip(rows.table.loose, rows.loose, strict=True)]
    return pa.Table.from_arrays(columns, schema=arrow_schema(rows.table))


def _fixed(column: Column, values: NDArray[Any]) -> pa.Array:
    kind = ARROW[column.kind]
    if kind is CATEGORY:
        there = values >= 0
        codes = np.maximum(values, 0, dtype=np.int32)
        array = pa.Array.from_buffers(kind.index_type, len(values), [_bits(there), pa.py_buffer(codes)])
        return pa.DictionaryArray.from_arrays(array, _names(column.names))
    data = _bits(values) if column.kind == "bool" else pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(kind, len(values), [None, data])


@lru_cache(256)
def _names(names: tuple[str, ...]) -> pa.Array:
    return _loose(pa.string(), names)


def _loose(kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    data = [value.encode() for value in values] if kind == pa.string() else values
    offsets = np.zeros(len(data) + 1, np.int32)
    np.cumsum(np.fromiter(map(len, data), np.int32, len(data)), out=offsets[1:])
    return pa.Array.from_buffers(kind, len(data), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(data))])


def _bits(values: NDArray[Any]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(values, bitorder="little").tobytes())


LEVEL: Final = 1  # of zstd: 9 takes twice as long for 1 % fewer bytes, 15 ten times as long for 5 %
DICTIONARY: Final = ("category", "wide-category", "bool", "i8", "u8", "f64", "text")  # others are smaller as bytes
TABLES: Final = "tables"  # folder of the part files
UNFINISHED: Final = ".unfinished"


class PartFile(NamedTuple):
    """The manifest's entry for a part file."""

    table: str
    rows: int
    size: int
    hash: str


def part_name(table: str, number: int) -> str:
    return f"{TABLES}/{table}/part-{number:05d}.parquet"


def part_bytes(arrow: pa.Table, table: Table, version: int) -> bytes:
    """The whole file; equal rows give equal bytes."""
    buffer = BytesIO()
    listed = {c.name for c in table.columns if c.kind in DICTIONARY and not c.varied}
    options: dict[str, Any] = {
        "compression": "zstd",
        "compression_level": LEVEL,
        "use_dictionary": [c.name for c in table.columns if c.name in listed],
        "column_encoding": {c.name: _encoding(c) for c in table.columns if c.name not in listed},
        "write_statistics": False,
        "store_schema": False,
    }
    with pq.ParquetWriter(buffer, arrow.schema, **options) as writer:
        writer.write_table(arrow, row_group_size=max(1, len(arrow)))
        writer.add_key_value_metadata(metadata(table, version))
    return buffer.getvalue()


def write_part(folder: Path, number: int, arrow: pa.Table, table: Table, version: int) -> PartFile:
    """Writes a part. If a power cut damages it before the run is finished, its games are played again."""
    data = part_bytes(arrow, table, version)
    path = folder / part_name(table.name, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data, durable=False)
    return PartFile(table.name, len(arrow), len(data), hash_of(data))


def write_whole(path: Location, data: bytes | memoryview, durable: bool = True, mode: int = 0o666) -> None:
    """Writes a file atomically; a durable one is on the disk when this returns."""
    if isinstance(path, ObjectPath):
        path.write_bytes(bytes(data))
        return
    unfinished = path.with_name(path.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)  # of an earlier attempt, or somebody's link to another file
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    unfinished.replace(path)
    if durable:
        sync(path.parent)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hash_of(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _encoding(column: Column) -> str:
    if column.name == "game":
        return "DELTA_BINARY_PACKED"  # it only ever rises
    return "DELTA_LENGTH_BYTE_ARRAY" if column.kind == "bytes" else "BYTE_STREAM_SPLIT"
