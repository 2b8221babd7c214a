"""Merges the part files of many chunks into one: few large files instead of many small ones, with the same rows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from wallenstein.core.errors import FormatError
from wallenstein.core.tables import Table
from wallenstein.record.manifest_lines import Chunk, MergedChunks
from wallenstein.record.part_files import CHUNK, MERGED, PartFile, part_path, write_part
from wallenstein.record.part_reading import joined, read_unchanged

GAMES: Final = 1000  # about how many games are merged into one part file


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
    """Writes one part file of each table for these chunks; keeps their own files.

    Raises Damaged, and merges nothing, if a chunk's file has changed since it was written: it would get a valid hash.
    """
    parts = []
    for name, table in tables.items():
        found = [read_unchanged(part_path(folder, name, CHUNK, chunk.number), _part(chunk, name)) for chunk in chunks]
        parts.append(write_part(folder, MERGED, number, joined(found), table, version))
    games = sum(chunk.games for chunk in chunks)
    return MergedChunks(number, chunks[0].first, games, tuple(parts), tuple(chunk.number for chunk in chunks))


def _part(chunk: Chunk, table: str) -> PartFile:
    for part in chunk.parts:
        if part.table == table:
            return part
    raise FormatError(f"chunk {chunk.number}", f"has no part of the table {table} in the manifest")
