"""The file of each chunk, until it is merged into part files; and segments: games with the files of their rows."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
from pyarrow import ipc

from wallenstein.core.tables import Rows
from wallenstein.record.location import Location, read_within
from wallenstein.record.part_reading import Damaged, check_columns, columns_in, most_memory, read_part
from wallenstein.record.write import PartFile, hash_of, part_name, to_arrow, write_whole

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
        if self.chunk is None:
            (part,) = [part for part in self.parts if part.table == table]
            return columns_in(folder / part_name(table, self.number), part)
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
