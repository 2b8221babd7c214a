"""Reads the folder of a run: its tables, with the rows of finished chunks, and which files are missing."""

import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import counted, did_you_mean, either, printable
from wallenstein.games import GAMES, find_game
from wallenstein.record.chunks import FOLDER as CHUNKS
from wallenstein.record.chunks import Segment, joined
from wallenstein.record.location import Location, check_plain, folders_in, location_of, sizes_below, written
from wallenstein.record.manifest import FILE, Manifest, read
from wallenstein.record.objects import AT_A_TIME, ObjectPath, in_parallel, store_of
from wallenstein.record.tables import COMMON, listed
from wallenstein.record.write import TABLES, part_name


def why_no_header(folder: Location) -> str:
    """The mistake in a run whose manifest has not one whole line."""
    if not (rows := len(sizes_below(folder / TABLES)) + len(sizes_below(folder / CHUNKS))):
        return f"{folder}: this run ended before its first game"
    state = "breaks off in its first line" if read(folder / FILE) else "is empty"
    return (
        f"{folder / FILE}: {state}, although the run has {counted(rows, 'file')} of rows, which cannot be read without "
        "it; restore it from a copy, or play the run again"
    )


Found = TypeVar("Found")

RESULTS: Final = Path("results")  # where runs are by default
CONFIG: Final = "config.toml"
LEAGUE: Final = "league.json"  # in the folder of a league: its bots and days
DAYS: Final = "days"  # the folder of its runs
INPUTS: Final = "inputs"  # folder of the files that the configuration names
ANY: Final = re.compile(r".*", re.DOTALL)
NEAR: Final = 5  # runs suggested in the error for a wrong folder


class Run:
    """A run's tables, finished or not."""

    def __new__(cls, folder: Location | str, trusted: bool = False) -> "Run":
        """A league, whose runs are read as one, is a run, too."""
        if cls is Run and (location_of(folder) / LEAGUE).is_file():
            return super().__new__(JoinedRuns)
        return super().__new__(cls)

    def __init__(self, folder: Location | str, trusted: bool = False) -> None:
        """Opens a folder; raises ConfigError if it is not that of a run. `trusted`: code in it may be imported.

        A name without a hash means its newest run, `league@-1` the one before. The folder may be in a store, such as
        `s3://bucket/runs/league-1f3a`.
        """
        self.trusted: bool = trusted
        found, older = _find(location_of(folder))
        self.folder: Location = found
        self.older: list[str] = older  # runs of the same name, if it was given without a hash
        if not (self.folder / FILE).is_file():
            raise ConfigError(f"{folder}: is not the folder of a run; it has no {FILE}{_near(self.folder)}")
        check_plain(self.folder)
        try:
            self.manifest = Manifest(self.folder)
        except OSError as error:
            raise ConfigError(f"{self.folder / FILE}: cannot be read: {error.strerror}") from None
        self.segments: list[Segment] = self.manifest.segments()
        if not self.manifest.header:
            raise ConfigError(why_no_header(self.folder))

    @property
    def header(self) -> JsonObject:
        return self.manifest.header

    @cached_property
    def config_file(self) -> Path:
        """Its configuration on this machine, beside the files that it names; of a run in a store, a copy."""
        if isinstance(self.folder, Path):
            return self.folder / CONFIG
        copy = Path(tempfile.mkdtemp(prefix="wallenstein-"))
        weakref.finalize(self, shutil.rmtree, copy, ignore_errors=True)
        names = [CONFIG, *(f"{INPUTS}/{name}" for name in sizes_below(self.folder / INPUTS))]
        contents = in_parallel(lambda name: (self.folder / str(name)).read_bytes(), names)
        for name, data in zip(names, contents, strict=True):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(data)
        return copy / CONFIG

    @property
    def games(self) -> int:
        return sum(segment.games for segment in self.segments)

    @property
    def tables(self) -> list[str]:
        return self.segments[0].tables if self.segments else []

    def columns(self, name: str) -> list[str]:
        """The names of a table's columns, as they were recorded."""
        self._check_table(name)
        return self.segments[0].columns(self.folder, name)

    def table(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """All rows of a table, in the order of the schedule; categories are dictionaries."""
        return self.rows_of(self.segments, name, columns)

    def dataset(self, name: str) -> Any:
        """A table as a data set of Arrow, read as it is needed and without a check of hashes; categories are text."""
        from pyarrow.dataset import dataset  # for queries alone: loading it takes a while

        merged = [self.folder / part_name(name, segment.number) for segment in self.segments if segment.chunk is None]
        alone = [segment for segment in self.segments if segment.chunk is not None]
        found = []
        if merged:
            store = store_of(self.folder.scheme) if isinstance(self.folder, ObjectPath) else None
            paths = [part.path if isinstance(part, ObjectPath) else part for part in merged]
            found.append(dataset(paths, format="parquet", filesystem=store))
        if alone:
            found.append(dataset(as_text(self.rows_of(alone, name))))
        return found[0] if len(found) == 1 else dataset(found)

    def arrays(self, name: str, columns: Mapping[str, Sequence[str]]) -> dict[str, NDArray[Any]]:
        """Some columns as numpy arrays, categories as indices into the names given for them; uses little memory."""
        found: dict[str, list[NDArray[Any]]] = {column: [] for column in columns}
        for part in self.arrays_by_segment(name, columns):
            for column, values in part.items():
                found[column].append(values)
        return {column: np.concatenate(found.pop(column)) for column in columns}

    def arrays_by_segment(self, name: str, columns: Mapping[str, Sequence[str]]) -> Iterator[dict[str, NDArray[Any]]]:
        if not self.segments:
            raise ConfigError(f"{self.folder}: no chunk of this run is finished; run its tournament again to resume")
        self._check_table(name)
        for rows in self._parts(self.segments, name, list(columns), self._kinds(name, list(columns))):
            named = {column: pa.types.is_dictionary(rows[column].type) for column in columns}
            yield {
                column: codes(rows[column], names) if named[column] else numbers(rows[column])
                for column, names in columns.items()
            }

    def rows_of(self, segments: Sequence[Segment], name: str, columns: Sequence[str] | None = None) -> pa.Table:
        self._check_table(name)
        kinds = self._kinds(name, columns)
        try:
            return joined(list(self._parts(segments, name, columns, kinds)))
        except pa.ArrowException:
            raise ConfigError(f"{self.folder}: the parts of the table {name} do not have the same columns") from None

    def _check_table(self, name: str) -> None:
        if name not in self.tables:
            known = did_you_mean(name, self.tables) if self.tables else "no chunk of it is finished"
            raise ConfigError(f'{self.folder}: there is no table "{name}"; {known}')

    def _parts(
        self, segments: Sequence[Segment], name: str, columns: Sequence[str] | None, kinds: Mapping[str, str]
    ) -> Iterator[pa.Table]:
        return self.of_each(segments, lambda segment: segment.read(self.folder, name, columns, kinds))

    def of_each(self, segments: Sequence[Segment], action: Callable[[Segment], Found]) -> Iterator[Found]:
        """The result of an action for each segment, in order; several at a time if they are in a store."""
        if isinstance(self.folder, Path):
            yield from map(action, segments)
            return
        for first in range(0, len(segments), AT_A_TIME):
            yield from in_parallel(action, segments[first : first + AT_A_TIME])

    def _kinds(self, name: str, columns: Sequence[str] | None) -> dict[str, str]:
        """The kinds of the columns: of the common tables, and of those of a game that are asked for."""
        game = next(iter(self.header["essence"].values()))["game"]["name"]
        asks_game = name not in COMMON and columns is not None and game in GAMES
        own = find_game(game).tables if asks_game else ()
        declared = {**listed(), **{table.name: table for table in own}}.get(name)
        kinds = {} if declared is None else {column.name: column.kind for column in declared.columns}
        return kinds if columns is None else {column: kinds[column] for column in columns if column in kinds}

    def by_game(
        self, segment: Segment, name: str, games: Collection[int], *columns: str
    ) -> dict[int, list[tuple[Any, ...]]]:
        """The values of some columns in the rows of each of these games."""
        rows = self.rows_of([segment], name, ["game", *columns])
        known, wanted = numbers(rows["game"]), list(games)
        if (np.diff(known) < 0).any():
            raise ConfigError(f"{self.folder}: the table {name} is not in the order of its games")
        starts, ends = (np.searchsorted(known, wanted, side).tolist() for side in ("left", "right"))
        return {
            game: list(zip(*(rows[column].slice(start, end - start).to_pylist() for column in columns), strict=True))
            for game, start, end in zip(wanted, starts, ends, strict=True)
        }

    def segment_with(self, game: int) -> Segment:
        for segment in self.segments:
            if segment.first <= game < segment.first + segment.games:
                return segment
        raise ConfigError(f"{self.folder}: has no game {game}; {self.games_known}")

    @property
    def games_known(self) -> str:
        """The numbers of its games, in words."""
        if self.games == self.header["games"]:
            return f"its games are 0 to {self.games - 1}"
        return f"{self.games:,} of the games 0 to {self.header['games'] - 1} are finished"


def as_text(rows: pa.Table) -> pa.Table:
    """The rows with the names of categories: the same names may have different codes."""
    plain = [pa.field(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type) for f in rows.schema]
    return rows.cast(pa.schema(plain))


def numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column of numbers or booleans without nulls; `to_numpy` would import pandas, which takes memory."""
    if pa.types.is_boolean(column.type):
        return np.concatenate([np.zeros(0, np.bool_), *(_bits(chunk, 1) for chunk in column.chunks)])
    kind = np.dtype(column.type.to_pandas_dtype())
    chunks = [chunk for chunk in column.chunks if len(chunk)]
    data = (np.frombuffer(each.buffers()[1], kind, len(each), each.offset * kind.itemsize) for each in chunks)
    return np.concatenate([np.zeros(0, kind), *data])


def _bits(array: pa.Array, buffer: int) -> NDArray[np.bool_]:
    """One bit for each value of an array: 0 are those that say whether it is there, 1 those of truth values."""
    if not len(array):
        return np.zeros(0, np.bool_)
    bits = np.unpackbits(np.frombuffer(array.buffers()[buffer], np.uint8), bitorder="little")
    return bits[array.offset : array.offset + len(array)].astype(np.bool_)


def codes(column: pa.ChunkedArray, names: Sequence[str] | Mapping[str, int]) -> NDArray[np.int16]:
    """A category as indices into a list of names, or by the place of each name; -1 for null."""
    place = names if isinstance(names, Mapping) else {name: index for index, name in enumerate(names)}
    found = np.empty(len(column), np.int16)
    filled = 0
    for chunk in column.chunks:
        strange = [name for name in chunk.dictionary.to_pylist() if name not in place]
        if strange:
            raise ConfigError(
                f'a table has "{printable(str(strange[0]), 60)}" where {either(list(place)[:5])} is known'
            )
        places = np.array([place[name] for name in chunk.dictionary.to_pylist()] + [-1], np.int16)
        here = numbers(pa.chunked_array([chunk.indices]))
        if chunk.null_count:
            here = np.where(_bits(chunk.indices, 0), here, -1)
        found[filled : filled + len(chunk)] = places[here]
        filled += len(chunk)
    return found


# The runs of a league, read as one: games and blocks are numbered from the first run to the last.

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
                later = numbers(rows[name])
                later += later.dtype.type(self.before[name])
                kind, place = rows.schema.field(name).type, rows.column_names.index(name)
                column = pa.Array.from_buffers(kind, len(later), [None, pa.py_buffer(later)])  # pandas not needed
                rows = rows.set_column(place, name, column)
        return rows


class JoinedRuns(Run):
    """All runs of a league with any games."""

    def __init__(self, folder: Location | str, trusted: bool = False) -> None:
        self.trusted, self.older = trusted, []
        self.folder = location_of(folder)
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
            try:
                games, blocks = games + run.header["games"], blocks + run.header["essence"][""]["tourney"]["blocks"]
                np.array([games, blocks], np.int32)
            except (KeyError, TypeError, ValueError, OverflowError):
                raise ConfigError(f"{run.folder}: is not a round of a league, or has too many games") from None
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
        """The configuration of the last run: all runs play by the same rules."""
        return self.runs[-1].config_file

    def columns(self, name: str) -> list[str]:
        """The columns that all runs have: where no language model played, its columns are missing."""
        first, *others = (run.columns(name) for run in self.runs)
        return [column for column in first if all(column in other for other in others)]

    def of_game(self, number: int) -> tuple[Run, int]:
        segment = self.segment_with(number)
        assert isinstance(segment, LaterSegment)
        return segment.run, number - segment.before["game"]

    def dataset(self, name: str) -> Any:
        from pyarrow.dataset import dataset

        return dataset(as_text(self.rows_of(self.segments, name)))


BACK: Final = re.compile(r"(.*)@-(\d+)")  # a name, and how many runs before its newest one is meant
NEWEST: Final = "@-0"  # of all names


def _find(folder: Location) -> tuple[Location, list[str]]:
    """The run that a folder is, with its hash or without, and the older runs of its name.

    A name alone is looked up in `results`, too.
    """
    named = isinstance(folder, Path) and len(folder.parts) == 1 and RESULTS.is_dir()
    for place in (folder, RESULTS / str(folder)) if named else (folder,):
        run, older = _newest(place)
        if (run / FILE).is_file():
            return run, older
    return (RESULTS / str(folder) if named and not folder.exists() else folder), []


def _newest(folder: Location) -> tuple[Location, list[str]]:
    """The newest run of this name with any hash, or an earlier one; the folder itself if it is a run."""
    if not folder.name or (folder / FILE).is_file():
        return folder, []
    found = BACK.fullmatch(folder.name)
    name, back = (found[1], int(found[2])) if found else (folder.name, 0)
    runs = newest_first(folder.parent, name)
    if back >= len(runs):
        if found and runs:
            raise ConfigError(f"{folder}: there are only {len(runs)} runs: {either(runs[:NEAR])}")
        return folder, []
    return folder.parent / runs[back], [] if found else runs[1:]


def newest_first(folder: Location, name: str) -> list[str]:
    """The runs of a name in a folder, or all of them."""
    pattern = re.compile(rf"{re.escape(name)}-[^/]{{4}}") if name else ANY
    return sorted(runs_in(folder, pattern), key=lambda run: last_played(folder / run), reverse=True)


def run_before(run: Run) -> Run | None:
    """The run of the same name that was played before this one, if there is one."""
    runs = newest_first(run.folder.parent, run.header["name"])
    older = runs[runs.index(run.folder.name) + 1 :] if run.folder.name in runs else []
    return Run(run.folder.parent / older[0]) if older else None


def last_played(folder: Location) -> float:
    """When the run was last played or looked up by its tournament."""
    log = folder / "run.log"
    return written(log if isinstance(log, Path) and log.is_file() else folder / FILE)


def runs_in(folder: Location, names: re.Pattern[str] = ANY) -> list[str]:
    return [name for name in folders_in(folder) if names.fullmatch(name) and (folder / name / FILE).is_file()]


def _near(folder: Location) -> str:
    if runs := runs_in(folder):
        return f"; did you mean {folder / runs[-1]}?"
    beside = runs_in(folder.parent)
    near = did_you_mean(folder.name, beside, NEAR) if beside else ""
    return f"; {near}" if near else ""
