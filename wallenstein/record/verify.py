"""Checks a run: that every file is unchanged, and that every game replays as recorded."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Placing
from wallenstein.core.tables import Rows
from wallenstein.record.counted_places import counted_places
from wallenstein.record.dataset import CONFIG, Run
from wallenstein.record.expected import Basis, check_conduct, check_schedule
from wallenstein.record.files.arrow import to_arrow
from wallenstein.record.files.chunk_files import FOLDER as CHUNKS
from wallenstein.record.files.part_files import TABLES, hash_of
from wallenstein.record.files.segments import Segment
from wallenstein.record.replay import replay
from wallenstein.record.store.location import contents_of, sizes_below
from wallenstein.table.faults import FaultKind

MEASURED: Final = [kind.value for kind in FaultKind if kind.measured]
PLACES: Final = ("seat", "rank", "score", "win", "benched")
Check = Callable[[Run, Basis, Sequence[int], Sequence[tuple[int, ...]]], Iterable[list[str]]]


class Report(NamedTuple):
    """What was checked, what is wrong, and which games exceeded a limit of time or memory."""

    parts: int
    games: int
    problems: list[str]
    timed: list[int]  # numbers of games, which may differ in another run


def verify(
    run: Run, find_basis: Callable[[Run], Basis], sample: int | None = None, check: Check | None = None
) -> Report:
    """Checks every file and what the tables say of the schedule, and replays all games or a sample of them.

    `find_basis` says what the run was played by; it is asked once the files are known to be intact. `check` gives the
    problems of each segment, by its first game and the games that are replayed.
    """
    problems = list(check_files(run))
    parts = sum(len(list(segment.files)) for segment in run.segments)
    try:
        if problems:
            return Report(parts, 0, problems, [])
        basis = find_basis(run)
    except WallensteinError as error:
        return Report(parts, 0, str(error).splitlines(), [])
    chosen = None if sample is None else _sample(run, sample)
    wanted = []
    for segment in run.segments:
        numbers = range(segment.first, segment.first + segment.games)
        wanted.append(tuple(numbers if chosen is None else sorted(chosen.intersection(numbers))))
    if check is None:
        pairs = zip(run.segments, wanted, strict=True)
        problems = [problem for pair in pairs for problem in check_segment(run, basis, *pair)]
    else:
        firsts = [segment.first for segment in run.segments]
        problems = [problem for some in check(run, basis, firsts, wanted) for problem in some]
    return Report(parts, sum(map(len, wanted)), problems, [] if problems else timed_games(run))


def check_segment(run: Run, basis: Basis, segment: Segment, wanted: Collection[int]) -> Iterator[str]:
    """A sentence for everything in a segment that is not as it must be; some of its games are replayed."""
    try:
        wrong = list(check_schedule(run, basis, segment))
        yield from wrong
        if not wrong:  # or it is not clear what to replay
            yield from check_conduct(run, basis, segment)
            yield from check_games(run, basis, segment, wanted) if wanted else ()
    except WallensteinError as error:
        yield str(error)


def check_files(run: Run) -> Iterator[str]:
    """A sentence for each file of rows that has changed since it was written, is missing, or should not be there."""
    files = {run.folder / file.name: file for segment in run.segments for file in segment.files}
    for (path, file), data in zip(files.items(), contents_of(files), strict=True):
        if isinstance(data, OSError):
            yield f"{path}: cannot be read: {data.strerror}"
        elif len(data) != file.size:
            yield f"{path}: has {len(data):,} bytes instead of {file.size:,}"
        elif hash_of(data) != file.hash:
            yield f"{path}: has changed since it was written"
    if run.manifest.finished:
        there = (run.folder / folder / name for folder in (TABLES, CHUNKS) for name in sizes_below(run.folder / folder))
        yield from (f"{path}: does not belong to this run" for path in there if path not in files)
    config = run.folder / CONFIG
    if not config.is_file() or hash_of(config.read_bytes()) != run.header["config"]:
        yield f"{config}: has changed since it was written"


def check_games(run: Run, basis: Basis, segment: Segment, wanted: Collection[int]) -> Iterator[str]:
    """A sentence for each game of a segment that does not replay as recorded, and for each table whose rows differ."""
    if "decisions" not in run.tables:
        return
    games = {row["game"]: row for row in _some(run, segment, "games", wanted).to_pylist()}
    decisions = _by_game(_some(run, segment, "decisions", wanted), ("seat", "kind", "choice"))
    places = _by_game(_some(run, segment, "seats", wanted), PLACES)
    own = {table.name: table for game, _ in basis.cells.values() for table in game.tables if table.name in run.tables}
    rows = {name: Rows(table) for name, table in own.items()}
    failed = set()
    for scheduled in basis.scheduled(segment):
        number = scheduled.number
        if number not in wanted:
            continue
        game, rules = basis.cells[basis.label(scheduled)]
        taken = decisions.get(number, [])
        try:
            played = replay(game, rules, len(scheduled.seating), scheduled.seed, taken)
        except WallensteinError as error:
            yield f"game {number}: {error}"
            failed.add(number)
            continue
        if played.digest != games[number]["digest"]:
            yield f"game {number}: came out differently when it was replayed"
        if games[number]["decisions"] != len(taken):
            yield f"game {number}: games.decisions is {games[number]['decisions']:,}, and {len(taken):,} are recorded"
        recorded = places.get(number, [])
        if _places(played.state.result(), [row[-1] for row in recorded]) != recorded:
            yield f"game {number}: its result differs from the table seats"
        game.write_rows(number, played.state, rows)
    for name, written in rows.items():
        stored = _some(run, segment, name, [number for number in wanted if number not in failed])
        if not _plain(stored).equals(_plain(to_arrow(written))):
            last = segment.first + segment.games - 1
            yield f"table {name}: its rows differ from those of games {segment.first} to {last}"


def _by_game(rows: pa.Table, columns: Sequence[str]) -> dict[int, list[tuple[Any, ...]]]:
    """Some columns of a table's rows, by game."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for row in rows.to_pylist():
        found.setdefault(row["game"], []).append(tuple(row[column] for column in columns))
    return found


def _places(result: Sequence[Placing], benched: Sequence[bool]) -> list[tuple[Any, ...]] | None:
    """What the table seats must say of a result, by seat; None if it has another number of seats."""
    if len(result) != len(benched):
        return None
    counted = zip(result, counted_places(result, benched), benched, strict=True)
    return [(placing.seat, place.rank, placing.score, place.win, out) for placing, place, out in counted]


def timed_games(run: Run) -> list[int]:
    """The games in which a bot exceeded a limit of time or memory."""
    faults = run.table("faults", ["game", "kind"])
    return sorted({row["game"] for row in faults.to_pylist() if row["kind"] in MEASURED})


def _sample(run: Run, count: int) -> set[int]:
    numbers = [number for segment in run.segments for number in range(segment.first, segment.first + segment.games)]
    return set(Random(run.header["seed"]).sample(numbers, min(count, len(numbers))))


def _some(run: Run, segment: Segment, name: str, wanted: Collection[int]) -> pa.Table:
    rows = run.rows_of([segment], name)
    if len(wanted) == segment.games:
        return rows
    return rows.filter(pc.is_in(rows["game"], pa.array(list(wanted), pa.int32())))


def _plain(table: pa.Table) -> pa.Table:
    """Without dictionaries, because the same names may have different codes."""
    columns = [column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column for column in table.columns]
    return pa.table(dict(zip(table.column_names, columns, strict=True))).combine_chunks()
