"""The runs of a league, read as one: games and blocks are numbered from the first run to the last."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from wallenstein.core.errors import ConfigError
from wallenstein.record.chunks import Segment
from wallenstein.record.location import Location, folders_in, location_of
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import DAYS, Run

NUMBERED: Final = ("game", "block")  # columns


class LaterSegment(Segment):
    """A segment of a later run, whose numbers go on from those of the runs before it."""

    run: Run
    before: Mapping[str, int]

    @staticmethod
    def of(run: Run, segment: Segment, before: Mapping[str, int]) -> "LaterSegment":
        number, first, games, chunks, chunk, parts = segment
        found = LaterSegment(number, first + before["game"], games, chunks, chunk, parts)
        found.run, found.before = run, before
        return found

    def columns(self, folder: Location, table: str) -> list[str]:
        return super().columns(self.run.folder, table)

    def read(self, folder: Location, table: str, columns: Sequence[str] | None, kinds: Mapping[str, str]) -> pa.Table:
        rows = super().read(self.run.folder, table, columns, kinds)
        for name in NUMBERED:
            if name in rows.column_names:
                kind = rows.schema.field(name).type
                place = rows.column_names.index(name)
                rows = rows.set_column(place, name, pc.add(rows[name], pa.scalar(self.before[name], kind)))
        return rows


class JoinedRuns(Run):
    """All runs of a league with any games."""

    def __init__(self, folder: Location | str, trusted: bool = False) -> None:
        self.trusted = trusted
        self.folder = location_of(folder)
        self.older = []
        every = (Run(self.folder / DAYS / name, trusted) for name in folders_in(self.folder / DAYS))
        self.runs: Final = [run for run in every if run.segments]
        self.before: Final[list[Mapping[str, int]]] = []
        self.manifest = Manifest(self.folder)
        self.segments = []
        if not self.runs:
            raise ConfigError(f"{folder}: this league has not played yet; run: wallenstein league {folder}")
        games = blocks = 0
        for run in self.runs:
            self.before.append({"game": games, "block": blocks})
            self.segments.extend(LaterSegment.of(run, segment, self.before[-1]) for segment in run.segments)
            games += run.header["games"]
            blocks += run.header["essence"][""]["tourney"]["blocks"]
        last = self.runs[-1].header
        self.manifest.finished = all(run.manifest.finished for run in self.runs)
        self.manifest.header = {
            **last,
            "name": Path(str(self.folder)).resolve().name,
            "entries": list(dict.fromkeys(name for run in self.runs for name in run.header["entries"])),
            "bots": {name: hash_ for run in self.runs for name, hash_ in run.header["bots"].items()},
            "games": games,
            "chunks": sum(run.header["chunks"] for run in self.runs),
        }

    @cached_property
    def config_file(self) -> Path:
        """That of the last run: all play by the same rules."""
        return self.runs[-1].config_file

    def of_game(self, number: int) -> tuple[Run, int]:
        """The run that played a game, and the number of the game there."""
        segment = self.segment_with(number)
        assert isinstance(segment, LaterSegment)
        return segment.run, number - segment.before["game"]

    def dataset(self, name: str) -> Any:
        from pyarrow.dataset import dataset

        rows = self.rows_of(self.segments, name)
        plain = [pa.field(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type) for f in rows.schema]
        return dataset(rows.cast(pa.schema(plain)))
