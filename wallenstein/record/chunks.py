"""Files of rows: of chunks, and the part files that they are merged into; segments: games with their files."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import ipc

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.tables import Rows
from wallenstein.core.text import first_line, printable
from wallenstein.record.location import Location, read_within
from wallenstein.record.write import ARROW, PartFile, hash_of, part_name, to_arrow, write_whole

# A hash proves that a part has not changed since its line was written, not that its content is valid. Shapes are
# checked here only: later code relies on them.

CATEGORIES: Final = ("category", "wide-category")
SAID: Final = 120  # characters of an Arrow error


class Damaged(ConfigError):
    def __init__(self, path: Location, text: str) -> None:
        super().__init__(f"{path}: {printable(text, SAID).rstrip('.')}; wallenstein verify lists all damage")


def read_part(
    path: Location, part: PartFile, columns: Sequence[str] | None = None, kinds: Mapping[str, str] | None = None
) -> pa.Table:
    """The rows of a part, categories as dictionaries; `kinds` are required of some columns."""
    with _damaged(path):
        size = path.stat().st_size if isinstance(path, Path) else part.size
        return _read(source_of(path), size, part.rows, columns, kinds or {})


@contextmanager
def _damaged(path: Location) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = os.strerror(error.errno) if error.errno else first_line(error)
        raise Damaged(path, f"cannot be read ({said})") from None
    except (ValueError, pa.ArrowException) as error:
        raise Damaged(path, first_line(error)) from None


def source_of(path: Location) -> Any:
    """The source that Arrow reads a file from: one in a store is fetched at once."""
    return path if isinstance(path, Path) else pa.BufferReader(path.read_bytes())


USUAL: Final = 2**28  # bytes that a file's rows may take in memory in any case
INFLATED: Final = 1000  # times their bytes on the disk that they may take: far more than those of any run


def most_memory(size: int) -> int:
    """The bytes of memory that the rows of a file of this size may take: a small file may claim to have any number."""
    return max(USUAL, INFLATED * size)


def joined(tables: Sequence[pa.Table], missing: Literal["none", "default"] = "none") -> pa.Table:
    """All rows; with "default", columns that some of the tables lack are null there."""
    return pa.concat_tables(tables, promote_options=missing).unify_dictionaries().combine_chunks()


def _read(source: object, size: int, rows: int, columns: Sequence[str] | None, wanted: Mapping[str, str]) -> pa.Table:
    """Raises ValueError, OSError or ArrowException if the file has another shape."""
    about = pq.read_metadata(source)
    kinds = kinds_in(about.metadata)
    if about.schema.names != list(kinds):
        raise ValueError("does not have the columns in its description")
    if about.num_rows != rows:
        raise ValueError(f"has {about.num_rows:,} rows instead of {rows:,}")
    if 8 * rows * len(kinds) > most_memory(size):
        raise ValueError(f"has {rows:,} rows in {size:,} bytes, which is not credible")
    for column in columns or ():
        if column not in kinds:
            raise ValueError(f"has no column {column}")
    for column, kind in wanted.items():
        if kinds.get(column) != kind:
            raise ValueError(f"its column {column} is {kinds.get(column, 'missing')}, not {kind}")
    categories = [column for column, kind in kinds.items() if kind in CATEGORIES]
    options: JsonObject = {"metadata": about, "read_dictionary": categories, "pre_buffer": False}
    with pq.ParquetFile(source, **options) as part:  # `read_table` would import pandas
        _check_types(part.schema_arrow, kinds)
        table = part.read(columns=columns, use_threads=False).replace_schema_metadata()
    check_columns(table, {})
    return table


def check_columns(table: pa.Table, kinds: Mapping[str, str]) -> None:
    """Raises KeyError, ValueError or ArrowException if columns have other kinds, or values that are not allowed."""
    _check_types(table.schema, kinds)
    table.validate(full=True)
    for name, column in zip(table.column_names, table.columns, strict=True):
        if column.null_count and not pa.types.is_dictionary(column.type):
            raise ValueError(f"has nothing in some rows of its column {name}")


def kinds_in(metadata: Mapping[bytes, bytes] | None) -> dict[str, str]:
    """The kind of each column; raises ValueError if the file does not say it."""
    try:
        columns = json.loads((metadata or {})[b"wallenstein.table"])["columns"]
        kinds = {str(column): kind for column, (kind, _) in columns.items()}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise ValueError("does not describe its columns") from None
    if not all(isinstance(kind, str) and kind in ARROW for kind in kinds.values()):
        raise ValueError("has columns of a kind that is unknown")
    return kinds


def _check_types(schema: pa.Schema, kinds: Mapping[str, str]) -> None:
    for name, kind in kinds.items():
        found = schema.field(name).type
        right = pa.types.is_dictionary(found) and found.value_type == pa.string()
        if not (right if kind in CATEGORIES else found == ARROW[kind]):
            raise ValueError(f"its column {name} holds {found}, not {kind}")


# Each table of a chunk is a stream of Arrow, until it is merged into part files. The streams are compressed together,
# because most columns of a chunk are short.

FOLDER: Final = "chunks"
COMPRESSION: Final = "zstd"  # level 1
PIECE: Final = 2**20  # bytes that are decompressed at a time
READING: Final = ipc.IpcReadOptions(use_threads=False)  # a worker forks the processes that play


class ChunkFile(NamedTuple):
    """The manifest's entry for the file of a chunk: the number of rows of each table, its size and hash."""

    rows: tuple[tuple[str, int], ...]
    size: int
    hash: str


def chunk_name(number: int) -> str:
    return f"{FOLDER}/{number:05d}.arrows.zst"


def chunk_path(folder: Path, number: int) -> Path:
    return folder / chunk_name(number)


def write_chunk(folder: Path, number: int, tables: Mapping[str, Rows]) -> ChunkFile:
    """Writes the rows of a chunk. A file that a power cut damages is noticed, and the chunk played again."""
    data = chunk_bytes(tables)
    path = chunk_path(folder, number)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, data, durable=False)
    return ChunkFile(tuple((name, len(rows)) for name, rows in tables.items()), len(data), hash_of(data))


def chunk_bytes(tables: Mapping[str, Rows]) -> bytes:
    sink = pa.BufferOutputStream()
    for rows in tables.values():
        arrow = to_arrow(rows)
        with ipc.new_stream(sink, arrow.schema) as stream:
            stream.write_table(arrow)
    data: bytes = pa.compress(sink.getvalue(), COMPRESSION, asbytes=True)
    return data


def read_chunk(path: Location, hash: str, tables: Sequence[str]) -> dict[str, pa.Table]:
    """The rows of the tables that a chunk was written with; raises Damaged if its file does not have this hash."""
    try:
        data = read_within(path)
    except OSError as error:
        raise Damaged(path, f"cannot be read ({error.strerror})") from None
    if hash_of(data) != hash:
        raise Damaged(path, "has changed since it was written")
    try:
        file = pa.BufferReader(decompressed(data, most_memory(len(data))))
        return {table: ipc.open_stream(file, options=READING).read_all() for table in tables}
    except (ValueError, OSError, pa.ArrowException) as error:
        raise Damaged(path, f"does not hold the rows of a chunk ({type(error).__name__})") from None


def decompressed(data: bytes, most: int) -> bytes:
    """The content of a file; raises ValueError if it has more bytes."""
    found = bytearray()
    with pa.CompressedInputStream(pa.BufferReader(data), COMPRESSION) as stream:
        while part := stream.read(PIECE):
            found += part
            if len(found) > most:
                raise ValueError
    return bytes(found)


class StoredFile(NamedTuple):
    name: str  # in the folder of its run
    size: int
    hash: str

    def is_whole(self, folder: Location) -> bool:
        try:
            return hash_of(read_within(folder / self.name)) == self.hash
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
        return [part.table for part in self.parts] if self.chunk is None else [name for name, _ in self.chunk.rows]

    def rows(self, table: str) -> int:
        counts = [(part.table, part.rows) for part in self.parts] if self.chunk is None else self.chunk.rows
        return dict(counts)[table]

    @property
    def files(self) -> Iterator[StoredFile]:
        if self.chunk is not None:
            yield StoredFile(chunk_name(self.number), self.chunk.size, self.chunk.hash)
        for part in self.parts:
            yield StoredFile(part_name(part.table, self.number), part.size, part.hash)

    def columns(self, folder: Location, table: str) -> list[str]:
        path = folder / part_name(table, self.number)
        with _damaged(path):
            if self.chunk is None:
                return list(kinds_in(pq.read_metadata(source_of(path)).metadata))
        return list(self.read(folder, table, None, {}).column_names)

    def read(self, folder: Location, table: str, columns: Sequence[str] | None, kinds: Mapping[str, str]) -> pa.Table:
        """The rows of a table, categories as dictionaries; `kinds` are required of some columns."""
        if self.chunk is None:
            (part,) = [part for part in self.parts if part.table == table]
            return read_part(folder / part_name(table, self.number), part, columns, kinds)
        path = folder / chunk_name(self.number)
        rows = read_chunk(path, self.chunk.hash, self.tables)[table]
        try:
            if len(rows) != self.rows(table):
                raise ValueError("their number is wrong")
            check_columns(rows, kinds)
            return rows if columns is None else rows.select(columns)
        except (ValueError, KeyError, pa.ArrowException) as error:
            raise Damaged(path, f"the rows of {table}: {error}") from None
