"""Merges the rows of many chunks into part files: few large files instead of many small ones, with the same rows."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from wallenstein.core.tables import Table
from wallenstein.record.chunks import Damaged, chunk_path, joined, read_chunk
from wallenstein.record.manifest_lines import Chunk, MergedChunks
from wallenstein.record.write import arrow_schema, write_part

GAMES: Final = 2000  # in one part file, about
MOST: Final = 200  # chunks of a group: their description goes through a pipe


class Finished(NamedTuple):
    number: int
    first: int
    games: int
    hash: str


class Merging(NamedTuple):
    """Chunks that are to be merged: those of a group that count."""

    group: int
    chunks: tuple[Finished, ...]

    @staticmethod
    def of(group: int, chunks: Iterable[Chunk]) -> "Merging":
        return Merging(group, tuple(Finished(*chunk[:3], chunk.file.hash) for chunk in chunks))

    def __str__(self) -> str:
        return f"{self.chunks[0].number} to {self.chunks[-1].number}, to be merged,"


def chunks_a_group(games: int) -> int:
    """How many consecutive chunks of this size are merged."""
    return min(MOST, max(1, GAMES // games))


def merge_chunks(folder: Path, merging: Merging, tables: Mapping[str, Table], version: int) -> MergedChunks:
    """Writes one part file of each table for these chunks; keeps their own files.

    Raises Damaged, and merges nothing, if a chunk's file has changed since it was written: it would get a valid hash.
    """
    group, chunks = merging
    found = [read_chunk(chunk_path(folder, chunk.number), chunk.hash, list(tables)) for chunk in chunks]
    parts = []
    for name, table in tables.items():
        try:
            rows = joined([chunk.pop(name) for chunk in found])
            if rows.schema != arrow_schema(table):
                raise ValueError("has other columns")
            rows.validate(full=True)
        except (ValueError, pa.ArrowException) as error:
            path = chunk_path(folder, chunks[0].number)
            raise Damaged(path, f"this or a later chunk has no right rows of {name}: {error}") from None
        parts.append(write_part(folder, group, rows, table, version))
    games = sum(chunk.games for chunk in chunks)
    return MergedChunks(group, chunks[0].first, games, tuple(parts), tuple(chunk.number for chunk in chunks))
