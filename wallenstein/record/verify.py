"""Checks a run: its files are unchanged, its tables agree with the schedule, and every game replays as recorded."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, Placing
from wallenstein.core.tables import Rows, Table
from wallenstein.record.chunks import FOLDER as CHUNKS
from wallenstein.record.chunks import Segment
from wallenstein.record.game_rows import ScheduledGame, counted_places, replay
from wallenstein.record.location import contents_of, read_within, sizes_below
from wallenstein.record.read import CONFIG, Run, as_text
from wallenstein.record.write import TABLES, complete, hash_of, to_arrow
from wallenstein.table.faults import FaultKind, ending_of

Values = Mapping[str, Any]  # of a row, by column
RulesByCell = Mapping[str, tuple[Game, Any]]  # the game and the rules of each cell, by its label
SCHEDULED: Final = ("game", "cell", "block", "lineup", "rotation", "seed", "players")
KINDS: Final = [kind.value for kind in FaultKind]
SHOWN: Final = 3  # problems of a kind that are shown, of each part


class Basis(NamedTuple):
    """The game, rules and schedule that a run was played by."""

    cells: RulesByCell
    entries: Sequence[str]
    max_faults: int
    scheduled: Callable[[Segment], Sequence[ScheduledGame]]
    unchanged: bool  # whether the rules have not changed since

    def label(self, game: ScheduledGame) -> str:
        return list(self.cells)[max(game.cell, 0)]


def _scheduled_row(basis: Basis, game: ScheduledGame) -> JsonObject:
    cell = basis.label(game) if game.cell >= 0 else None
    values = (game.number, cell, game.block, game.lineup, game.rotation, game.seed, len(game.seating))
    return dict(zip(SCHEDULED, values, strict=True))


def _differences(
    table: str, rows: Sequence[Values], right: Sequence[Values], source: str = "where the schedule says"
) -> Iterator[str]:
    if len(rows) != len(right):
        yield f"table {table}: has {len(rows):,} rows where the schedule has {len(right):,}"
        return
    for row, wanted in zip(rows, right, strict=True):
        for column, value in wanted.items():
            if row[column] != value:
                seat = f", seat {wanted['seat']}" if "seat" in wanted else ""
                yield f"game {wanted['game']}{seat}: {table}.{column} is {row[column]!r}, {source} {value!r}"


def _against_faults(
    run: Run, segment: Segment, games: Sequence[Values], seats: Sequence[Values], most: int
) -> Iterator[str]:
    faults: dict[int, list[Values]] = {game["game"]: [] for game in games}
    for fault in run.rows_of([segment], "faults", ["game", "seat", "kind", "decision"]).to_pylist():
        if fault["game"] not in faults or fault["kind"] not in KINDS:
            yield f"table faults: has {fault['kind']!r:.60} in game {fault['game']}, which cannot be in this part"
            return
        faults[fault["game"]].append(fault)
    held = iter(seats)
    yield from _few(
        problem
        for game in games
        for problem in _conduct(game, list(islice(held, game["players"])), faults[game["game"]], most)
    )


def _conduct(game: Values, seats: Sequence[Values], faults: Sequence[Values], most: int) -> Iterator[str]:
    number, decisions, source = game["game"], game["decisions"], "by the table faults"
    for fault in faults:
        if not (0 <= fault["seat"] < len(seats) and -1 <= fault["decision"] <= decisions):
            yield f"game {number}: a fault of seat {fault['seat']} at decision {fault['decision']} cannot be"
    for row in seats:
        own = [fault for fault in faults if fault["seat"] == row["seat"]]
        benched = is_benched(own, decisions, most)
        right = {"game": number, "seat": row["seat"], "faults": len(own)}
        yield from _differences("seats", [row], [right if benched is None else {**right, "benched": benched}], source)
    tainted = any(row["benched"] for row in seats)
    ending = ending_of([FaultKind(fault["kind"]) for fault in faults], tainted).value
    yield from _differences("games", [game], [{"game": number, "tainted": tainted, "ending": ending}], source)


def is_benched(faults: Sequence[Values], decisions: int, most: int) -> bool | None:
    """Whether a seat's faults benched it, None if they may have: too many, one at the start, or a lost process.

    A timeout may be that of the game's time, which benches at once; after the last decision nothing does.
    """
    playing = [(FaultKind(fault["kind"]), fault["decision"]) for fault in faults if fault["decision"] < decisions]
    if len(playing) >= most or any(kind.lost or decision < 0 for kind, decision in playing):
        return True
    return None if any(kind is FaultKind.TIMEOUT for kind, _ in playing) else False


def _few(problems: Iterator[str]) -> Iterator[str]:
    """The first problems, and how many more there are."""
    found = list(problems)
    yield from found[:SHOWN]
    if len(found) > SHOWN:
        yield f"and {len(found) - SHOWN:,} more of this kind"


MEASURED: Final = [kind.value for kind in FaultKind if kind.measured]
PLACES: Final = ("seat", "rank", "score", "win", "benched")


def check_segment(run: Run, basis: Basis, segment: Segment, wanted: Collection[int]) -> Iterator[str]:
    """A sentence for each problem of a segment; some of its games are replayed."""
    games = basis.scheduled(segment)
    seated = ((game.number, *pair) for game in games for pair in enumerate(game.seating))
    held = [{"game": game, "seat": seat, "bot": basis.entries[entry]} for game, seat, entry in seated]
    right = [_scheduled_row(basis, game) for game in games]
    try:
        rows = run.rows_of([segment], "games", [*SCHEDULED, "decisions", "ending", "tainted"]).to_pylist()
        seats = run.rows_of([segment], "seats", ["game", "seat", "bot", "faults", "benched"]).to_pylist()
        wrong = [*_few(_differences("games", rows, right)), *_few(_differences("seats", seats, held))]
        yield from wrong
        if not wrong:  # otherwise it is unclear which games to replay
            yield from _against_faults(run, segment, rows, seats, basis.max_faults)
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
    if not config.is_file() or hash_of(read_within(config)) != run.header["config"]:
        yield f"{config}: has changed since it was written"


def check_games(run: Run, basis: Basis, segment: Segment, wanted: Collection[int]) -> Iterator[str]:
    """A sentence for each game of a segment that does not replay as recorded, and for each table whose rows differ."""
    if "decisions" not in run.tables:
        return
    games = run.by_game(segment, "games", wanted, "digest", "decisions")
    decisions = run.by_game(segment, "decisions", wanted, "seat", "kind", "choice")
    places = run.by_game(segment, "seats", wanted, *PLACES)
    own = {table.name: table for game, _ in basis.cells.values() for table in game.tables if table.name in run.tables}
    rows = {name: Rows(table) for name, table in own.items()}
    again = {name: [as_text(to_arrow(written))] for name, written in rows.items()}  # in pieces of equal rules
    failed, last = set(), None
    for scheduled in basis.scheduled(segment):
        number = scheduled.number
        if number not in wanted:
            continue
        game, rules = basis.cells[basis.label(scheduled)]
        taken = decisions[number]
        ((digest, count),) = games[number]
        try:
            played = replay(game, rules, len(scheduled.seating), scheduled.seed, taken)
        except WallensteinError as error:
            yield f"game {number}: {error}"
            failed.add(number)
            continue
        if played.digest != digest:
            yield f"game {number}: came out differently when it was replayed"
        if count != len(taken):
            yield f"game {number}: games.decisions is {count:,}, and {len(taken):,} are recorded"
        if _places(played.state.result(), [row[-1] for row in places[number]]) != places[number]:
            yield f"game {number}: its result differs from the table seats"
        if rules is not last:
            _set_aside(rows, own, again)
            last = rules
        before = {name: len(written.packed) for name, written in rows.items()}
        game.write_rows(number, played.state, rows)
        for name, written in rows.items():
            complete(written, rules, before[name])
    _set_aside(rows, own, again)
    for name, pieces in again.items():
        stored, kept = run.rows_of([segment], name), pa.array([n for n in wanted if n not in failed], pa.int32())
        if len(kept) < segment.games:
            stored = stored.filter(pc.is_in(stored["game"], kept))
        if not as_text(stored).combine_chunks().equals(pa.concat_tables(pieces).combine_chunks()):
            end = segment.first + segment.games - 1
            yield f"table {name}: its rows differ from those of games {segment.first} to {end}"


def _set_aside(rows: Mapping[str, Rows], own: Mapping[str, Table], again: Mapping[str, list[pa.Table]]) -> None:
    """Takes the rows written by the same rules; the next ones may have other names."""
    for name, written in rows.items():
        again[name].append(as_text(to_arrow(written)))
        written.clear()
        written.table = own[name]


def _places(result: Sequence[Placing], benched: Sequence[bool]) -> list[tuple[Any, ...]] | None:
    """The values that the table seats must have for a result, by seat; None if it has another number of seats."""
    if len(result) != len(benched):
        return None
    counted = zip(result, counted_places(result, benched), benched, strict=True)
    return [(placing.seat, place.rank, placing.score, place.win, out) for placing, place, out in counted]


def timed_games(run: Run) -> list[int]:
    """The games in which a bot exceeded a limit of time or memory."""
    faults = run.table("faults", ["game", "kind"])
    return sorted({row["game"] for row in faults.to_pylist() if row["kind"] in MEASURED})
