"""Merges the part files of many chunks into one: few large files instead of many small ones, with the same rows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.core.tables import Table
from wallenstein.record.manifest import Chunk, MergedChunks
from wallenstein.record.part_files import CHUNK, MERGED, part_path, write_part

GAMES: Final = 1000  # about how many games are merged into one part file
CATEGORIES: Final = ("category", "wide-category")


def merge_groups(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Which chunks are merged with each other; depends only on the chunks."""
    found: list[list[Chunk]] = []
    for chunk in chunks:
        if not found or sum(other.games for other in found[-1]) >= GAMES:
            found.append([])
        found[-1].append(chunk)
    return found


def merge_chunks(
    folder: Path, number: int, chunks: Sequence[Chunk], tables: Mapping[str, Table], version: int
) -> MergedChunks:
    """Writes one part file of each table for these chunks; keeps their own files."""
    parts = []
    for name, table in tables.items():
        paths = [part_path(folder, name, CHUNK, chunk.number) for chunk in chunks]
        parts.append(write_part(folder, MERGED, number, read_parts(paths, _categories(table)), table, version))
    games = sum(chunk.games for chunk in chunks)
    return MergedChunks(number, chunks[0].first, games, tuple(parts), tuple(chunk.number for chunk in chunks))


def read_parts(paths: Sequence[Path], categories: Sequence[str], columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of some part files, concatenated."""
    parts = []
    for path in paths:
        with pq.ParquetFile(path, read_dictionary=list(categories)) as part:  # `read_table` would import pandas
            parts.append(part.read(columns=columns, use_threads=False).replace_schema_metadata())
    return pa.concat_tables(parts).unify_dictionaries().combine_chunks()


def _categories(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.kind in CATEGORIES]
