"""Writes complete part files, under a temporary name first, so that a part is either complete or missing."""

import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.core.tables import Column, Table
from wallenstein.record.files.arrow import metadata, plain_column
from wallenstein.record.store.location import Location
from wallenstein.record.store.objects import ObjectPath

LEVEL: Final = 1  # of zstd: 9 takes twice as long for 1 % fewer bytes, 15 ten times as long for 5 %
DICTIONARY: Final = ("category", "wide-category", "bool", "i8", "u8", "f64", "text")  # others are smaller as bytes
TABLES: Final = "tables"  # folder of the part files
UNFINISHED: Final = ".unfinished"


class PartFile(NamedTuple):
    """What the manifest stores about a part file."""

    table: str
    rows: int
    size: int
    hash: str


def part_name(table: str, number: int) -> str:
    """The name of a part in the folder of its run."""
    return f"{TABLES}/{table}/part-{number:05d}.parquet"


def part_path(folder: Path, table: str, number: int) -> Path:
    """The path of a part."""
    return folder / part_name(table, number)


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


def plain_bytes(records: Sequence[Mapping[str, Any]]) -> bytes:
    """A Parquet file of records that all have the same keys."""
    buffer = BytesIO()
    columns = {key: plain_column([record[key] for record in records]) for key in (records[0] if records else ())}
    pq.write_table(pa.table(columns), buffer, compression="zstd")
    return buffer.getvalue()


def write_part(folder: Path, number: int, arrow: pa.Table, table: Table, version: int) -> PartFile:
    """Writes a part. What a power cut damages before the run is finished is noticed, and played again."""
    data = part_bytes(arrow, table, version)
    path = part_path(folder, table.name, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data, durable=False)
    return PartFile(table.name, len(arrow), len(data), hash_of(data))


def write_whole(path: Location, data: bytes | memoryview, durable: bool = True) -> None:
    """Writes a file atomically; a durable one is on the disk when this returns."""
    if isinstance(path, ObjectPath):
        path.write_bytes(bytes(data))
        return
    unfinished = path.with_name(path.name + UNFINISHED)
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    unfinished.replace(path)
    if durable:
        sync(path.parent)


def sync(path: Path) -> None:
    """Makes a file, or the entries of a folder, durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hash_of(data: bytes) -> str:
    """The hash of a part, for the manifest."""
    return blake2b(data, digest_size=16).hexdigest()


def _encoding(column: Column) -> str:
    if column.name == "game":
        return "DELTA_BINARY_PACKED"  # it only ever rises
    return "DELTA_LENGTH_BYTE_ARRAY" if column.kind == "bytes" else "BYTE_STREAM_SPLIT"
