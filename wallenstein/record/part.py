"""Writes one complete part file: under a temporary name first, so that a part is either whole or not there."""

import os
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.core.tables import Rows, Table
from wallenstein.record.arrow import metadata, to_arrow

LEVEL: Final = 9  # of zstd: smaller than the default, and still far from being felt
ENCODINGS: Final = {  # where they beat a dictionary
    "i32": "DELTA_BINARY_PACKED", "i64": "DELTA_BINARY_PACKED",
    "f32": "BYTE_STREAM_SPLIT", "f64": "BYTE_STREAM_SPLIT", "text": "PLAIN",
}  # fmt: skip
UNFINISHED: Final = ".unfinished"


class Part(NamedTuple):
    """A part file as the manifest knows it."""

    table: str
    rows: int
    size: int
    hash: str


def part_path(folder: Path, table: str, chunk: int) -> Path:
    """Where the part of a chunk is."""
    return folder / "tables" / table / f"part-{chunk:05d}.parquet"


def part_bytes(rows: Rows, version: int) -> bytes:
    """The whole file; equal rows give equal bytes."""
    table = rows.table
    encodings, dictionaries = _encodings(table)
    buffer = BytesIO()
    options: dict[str, Any] = {
        "compression": "zstd", "compression_level": LEVEL, "use_dictionary": dictionaries,
        "column_encoding": encodings, "write_statistics": False, "store_schema": False,
    }  # fmt: skip
    arrow = to_arrow(rows)
    with pq.ParquetWriter(buffer, arrow.schema, **options) as writer:
        writer.write_table(arrow, row_group_size=max(1, len(rows)))
        writer.add_key_value_metadata(metadata(table, version))
    return buffer.getvalue()


def write_part(folder: Path, chunk: int, rows: Rows, version: int) -> Part:
    """Writes the part of a chunk; once this returns, it will survive a power cut."""
    data = part_bytes(rows, version)
    path = part_path(folder, rows.table.name, chunk)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
    return Part(rows.table.name, len(rows), len(data), hash_of(data))


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file that is never seen half-written."""
    unfinished = path.with_name(path.name + UNFINISHED)
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes the folder's entries durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hash_of(data: bytes) -> str:
    """The hash that the manifest keeps of a part."""
    return blake2b(data, digest_size=16).hexdigest()


def _encodings(table: Table) -> tuple[dict[str, str], list[str]]:
    encodings = {c.name: ENCODINGS[c.kind] for c in table.columns if c.kind in ENCODINGS}
    return encodings, [c.name for c in table.columns if c.kind not in ENCODINGS]


def read_part(path: Path) -> pa.Table:
    """A part as it stands."""
    return pq.ParquetFile(path).read()
