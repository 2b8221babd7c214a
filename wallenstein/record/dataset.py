"""Reads the folder of a run: its tables, of which only finished chunks are ever seen."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.core.nearest import did_you_mean
from wallenstein.record.manifest import FILE, Chunk, Manifest
from wallenstein.record.part import part_path

CATEGORIES: Final = ("category", "wide-category")


class Run:
    """A run's tables, finished or not."""

    def __init__(self, folder: Path | str) -> None:
        """ConfigError if the folder is not that of a run."""
        self.folder: Final = Path(folder)
        if not (self.folder / FILE).is_file():
            raise ConfigError(f"{folder}: is not the folder of a run; it would have a {FILE}{_near(self.folder)}")
        self.manifest: Final = Manifest(self.folder)
        self.chunks: Final[list[Chunk]] = self.manifest.counting()
        if not self.manifest.header:
            raise ConfigError(f"{folder}: this run ended before its first game")

    @property
    def header(self) -> dict[str, Any]:
        """What this is a run of."""
        return self.manifest.header

    @property
    def games(self) -> int:
        """How many games it has."""
        return sum(chunk.games for chunk in self.chunks)

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return [part.table for part in self.chunks[0].parts] if self.chunks else []

    def table(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """All rows of a table, in the order of the schedule; categories are dictionaries."""
        return self.rows_of(self.chunks, name, columns)

    def rows_of(self, chunks: Sequence[Chunk], name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows of some chunks."""
        if name not in self.tables:
            known = did_you_mean(name, self.tables) if self.tables else "no chunk of it is finished"
            raise ConfigError(f'{self.folder}: there is no table "{name}"; {known}')
        paths = [part_path(self.folder, name, chunk.number) for chunk in chunks]
        dictionaries = [key for key, kind in self.kinds(name).items() if kind in CATEGORIES]
        parts = [_read(path, columns, dictionaries) for path in paths]
        return pa.concat_tables(parts).unify_dictionaries()

    def kinds(self, name: str) -> dict[str, str]:
        """The kind of each column, from the metadata of the first part."""
        metadata = pq.read_metadata(part_path(self.folder, name, self.chunks[0].number)).metadata
        about = json.loads(metadata[b"wallenstein.table"])
        return {column: kind for column, (kind, _) in about["columns"].items()}

    def chunk_with(self, game: int) -> Chunk:
        """The chunk that a game is in."""
        for chunk in self.chunks:
            if chunk.first <= game < chunk.first + chunk.games:
                return chunk
        raise ConfigError(f"{self.folder}: has no game {game}; its games are {self._numbers()}")

    def _numbers(self) -> str:
        ranges: list[list[int]] = []
        for chunk in self.chunks:
            if ranges and ranges[-1][1] == chunk.first:
                ranges[-1][1] += chunk.games
            else:
                ranges.append([chunk.first, chunk.first + chunk.games])
        return ", ".join(f"{first} to {end - 1}" for first, end in ranges[:5]) or "not finished yet"


def codes(column: pa.ChunkedArray, names: Sequence[str]) -> NDArray[np.int64]:
    """A category as places in a list of names; -1 where it is missing."""
    whole = column.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):  # no rows at all
        return np.zeros(0, np.int64)
    place = {name: index for index, name in enumerate(names)}
    places = np.array([place[name] for name in whole.dictionary.to_pylist()] + [-1], np.int64)
    found: NDArray[np.int64] = places[whole.indices.fill_null(len(places) - 1).to_numpy(zero_copy_only=False)]
    return found


def _read(path: Path, columns: Sequence[str] | None, dictionaries: list[str]) -> pa.Table:
    try:
        part = pq.read_table(path, columns=columns, read_dictionary=dictionaries, use_threads=False)
    except (OSError, pa.ArrowException) as error:
        said = str(error).splitlines()[0]
        raise ConfigError(f"{path}: cannot be read ({said}); see wallenstein verify") from None
    return part.replace_schema_metadata(None)


def _near(folder: Path) -> str:
    runs = sorted(path.parent for path in folder.glob(f"*/{FILE}"))
    if runs:
        return f"; did you mean {runs[-1]}?"
    beside = [path.parent.name for path in folder.parent.glob(f"*/{FILE}")] if folder.parent.is_dir() else []
    near = did_you_mean(folder.name, beside) if beside else ""
    return f"; {near}" if near else ""
