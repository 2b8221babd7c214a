"""The file of each chunk, until it is merged into part files; and segments: games with the files of their rows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from wallenstein.core.tables import LOOSE, Column, Rows, Table
from wallenstein.record.location import Location
from wallenstein.record.part_reading import Damaged, columns_in, read_bytes, read_part
from wallenstein.record.write import (
    LENGTH,
    NUMPY,
    Loose,
    Packed,
    PartFile,
    columns_of,
    hash_of,
    packed,
    part_bytes,
    part_name,
    record_type,
    write_whole,
)

# The rows of a chunk in one file, as the process that played it had them, until they are merged into part files.
#
# A line says how many bytes follow when they are unpacked. The first of them are a line of JSON with the tables and
# their columns; then come the packed records of each table, and of its loose columns the lengths and the bytes.

FOLDER: Final = "chunks"
BEGIN: Final = b"wallenstein rows 1 "
LEVEL: Final = 1  # of zstd
MOST: Final = 2**31 - 1  # bytes


class ChunkFile(NamedTuple):
    """What the manifest stores about the file of a chunk: how many rows each table has in it, its size and hash."""

    rows: tuple[tuple[str, int], ...]
    size: int
    hash: str


def chunk_name(number: int) -> str:
    """The name of a chunk's file in the folder of its run."""
    return f"{FOLDER}/{number:05d}.rows"


def chunk_path(folder: Path, number: int) -> Path:
    """The path of a chunk's file."""
    return folder / chunk_name(number)


def write_chunk(folder: Path, number: int, tables: Mapping[str, Rows]) -> ChunkFile:
    """Writes the rows of a chunk. A file that a power cut damages is noticed, and the chunk played again."""
    parts = [packed(rows) for rows in tables.values()]
    data = chunk_bytes(parts)
    path = chunk_path(folder, number)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, data, durable=False)
    return ChunkFile(tuple((part.table.name, len(part)) for part in parts), len(data), hash_of(data))


def chunk_bytes(parts: Sequence[Packed]) -> bytes:
    sizes = [[len(part), *(len(loose.data) for loose in part.loose)] for part in parts]
    head = f'{{"sizes":{json.dumps(sizes)},"tables":[{",".join(_described(part.table) for part in parts)}]}}\n'
    body = b"".join([head.encode(), *(block for part in parts for block in _blocks(part))])
    squeezed = pa.Codec("zstd", LEVEL).compress(body, asbytes=True)
    return b"%s%d\n%s" % (BEGIN, len(body), squeezed)


@lru_cache(256)
def _described(table: Table) -> str:
    return json.dumps(asdict(table), ensure_ascii=False)


def _blocks(part: Packed) -> Iterator[bytes | memoryview]:
    yield part.records.data
    for loose in part.loose:
        yield loose.lengths.data
        yield loose.data


def read_chunk(path: Location, hash: str) -> dict[str, Packed]:
    """The rows of all tables of a chunk; raises Damaged if its file does not have this hash."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Damaged(path, f"cannot be read ({error.strerror})") from None
    if hash_of(data) != hash:
        raise Damaged(path, "has changed since it was written")
    try:
        return {part.table.name: part for part in parts_in(data)}
    except (ValueError, KeyError, TypeError, OSError, RecursionError, pa.ArrowException) as error:
        raise Damaged(path, f"does not hold the rows of a chunk ({type(error).__name__})") from None


def parts_in(data: bytes) -> Iterator[Packed]:
    """What `chunk_bytes` has written; raises one of several errors for anything else."""
    end = data.index(b"\n")
    size = int(data[:end].removeprefix(BEGIN))
    if not 0 <= size <= MOST:
        raise ValueError("cannot be so large")
    body = pa.Codec("zstd").decompress(memoryview(data)[end + 1 :], size, asbytes=True)
    place = body.index(b"\n") + 1
    head = json.loads(body[:place])
    for described, (rows, *sizes) in zip(head["tables"], head["sizes"], strict=True):
        table = _table(described)
        record = record_type(table)
        records = np.frombuffer(body, record, rows, place)
        place += rows * record.itemsize
        loose = []
        for _, length in zip(table.loose, sizes, strict=True):
            lengths = np.frombuffer(body, LENGTH, rows, place)
            place += lengths.nbytes
            if (lengths < 0).any() or lengths.sum() != length:
                raise ValueError("has values of other lengths")
            loose.append(Loose(lengths, body[place : place + length]))
            place += length
        yield Packed(table, records, tuple(loose))
    if place != len(body):
        raise ValueError("has more than its rows")


def _table(described: Mapping[str, Any]) -> Table:
    columns = [
        Column(c["name"], c["kind"], c["text"], tuple(c["names"]), c.get("varied", False)) for c in described["columns"]
    ]
    if not all(column.kind in NUMPY or column.kind in LOOSE for column in columns):
        raise ValueError("has columns of a kind that is unknown")
    return Table(described["name"], described["text"], tuple(columns))


# Segments: consecutive games, and the files that have their rows.


class StoredFile(NamedTuple):
    """A file with the size and hash that it was written with."""

    name: str  # in the folder of its run
    size: int
    hash: str

    def is_whole(self, folder: Location) -> bool:
        """Whether it exists and is unchanged."""
        try:
            return hash_of((folder / self.name).read_bytes()) == self.hash
        except OSError:
            return False


class Segment(NamedTuple):
    """Consecutive games: those of a chunk, or those of merged chunks, which have part files instead."""

    number: int  # of the chunk, or of the part files
    first: int
    games: int
    chunks: tuple[int, ...]
    chunk: ChunkFile | None
    parts: tuple[PartFile, ...] = ()

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return [part.table for part in self.parts] if self.chunk is None else [name for name, _ in self.chunk.rows]

    def rows(self, table: str) -> int:
        """How many rows a table has here."""
        counts = [(part.table, part.rows) for part in self.parts] if self.chunk is None else self.chunk.rows
        return dict(counts)[table]

    @property
    def files(self) -> Iterator[StoredFile]:
        if self.chunk is not None:
            yield StoredFile(chunk_name(self.number), self.chunk.size, self.chunk.hash)
        for part in self.parts:
            yield StoredFile(part_name(part.table, self.number), part.size, part.hash)

    def columns(self, folder: Location, table: str) -> list[str]:
        """The names of a table's columns."""
        if self.chunk is None:
            (part,) = [part for part in self.parts if part.table == table]
            return columns_in(folder / part_name(table, self.number), part)
        return list(self.read(folder, table, None, {}).column_names)

    def read(self, folder: Location, table: str, columns: Sequence[str] | None, kinds: Mapping[str, str]) -> pa.Table:
        """The rows of a table, categories as dictionaries; `kinds` are what some of its columns must be."""
        if self.chunk is None:
            (part,) = [part for part in self.parts if part.table == table]
            return read_part(folder / part_name(table, self.number), part, columns, kinds)
        path = folder / chunk_name(self.number)
        packed = read_chunk(path, self.chunk.hash).get(table)
        try:
            if packed is None or len(packed) != dict(self.chunk.rows)[table]:
                raise ValueError("are not as many as they should be")
            rows = columns_of(packed)
            rows.validate(full=True)
            return read_bytes(part_bytes(rows, packed.table, 0), len(rows), columns, kinds)  # the types of a part file
        except (ValueError, pa.ArrowException) as error:
            raise Damaged(path, f"the rows of {table}: {error}") from None
