"""Segments: consecutive games, and the files that have their rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from wallenstein.record.files.arrow import columns_of
from wallenstein.record.files.chunk_files import ChunkFile, chunk_name, read_chunk
from wallenstein.record.files.part_files import PartFile, hash_of, part_bytes, part_name
from wallenstein.record.files.part_reading import Damaged, columns_in, read_bytes, read_part
from wallenstein.record.store.location import Location


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
        """All its files."""
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
