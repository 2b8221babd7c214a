"""What the tables games and seats must say, as far as it follows from the schedule and the recorded faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game
from wallenstein.record.dataset import Run
from wallenstein.record.files.segments import Segment
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.table.faults import FaultKind, ending_of

RulesByCell = Mapping[str, tuple[Game, Any]]  # the game and the rules of each cell, by its label
SCHEDULED: Final = ("game", "cell", "block", "lineup", "rotation", "seed", "players")
KINDS: Final = [kind.value for kind in FaultKind]
SHOWN: Final = 3  # problems of a kind that are told, of each part


class Basis(NamedTuple):
    """What a run was played by."""

    cells: RulesByCell
    entries: Sequence[str]
    max_faults: int
    scheduled: Callable[[Segment], Sequence[ScheduledGame]]
    unchanged: bool  # whether the rules are those that the run was played with

    def label(self, game: ScheduledGame) -> str:
        """The label of a game's cell."""
        return list(self.cells)[max(game.cell, 0)]


class Conduct(NamedTuple):
    """What the table faults says of one seat: how many it has, and whether they benched it (None: they may have)."""

    faults: int
    benched: bool | None


def check_schedule(run: Run, basis: Basis, segment: Segment) -> Iterator[str]:
    """A sentence for each game, and each seat, that is not what the schedule says."""
    games = basis.scheduled(segment)
    rows = run.rows_of([segment], "games", SCHEDULED).to_pylist()
    right = [_scheduled_row(basis, game) for game in games]
    yield from _few(_differences("games", rows, right))
    seats = run.rows_of([segment], "seats", ["game", "seat", "bot"]).to_pylist()
    held = [
        {"game": game.number, "seat": seat, "bot": basis.entries[entry]}
        for game in games
        for seat, entry in enumerate(game.seating)
    ]
    yield from _few(_differences("seats", seats, held))


def _scheduled_row(basis: Basis, game: ScheduledGame) -> dict[str, Any]:
    cell = basis.label(game) if game.cell >= 0 else None
    values = (game.number, cell, game.block, game.lineup, game.rotation, game.seed, len(game.seating))
    return dict(zip(SCHEDULED, values, strict=True))


def _differences(table: str, rows: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if len(rows) != len(right):
        yield f"table {table}: has {len(rows):,} rows where the schedule has {len(right):,}"
        return
    for row, wanted in zip(rows, right, strict=True):
        for column, value in wanted.items():
            if row[column] != value:
                seat = f", seat {wanted['seat']}" if "seat" in wanted else ""
                place = f"game {wanted['game']}{seat}"
                yield f"{place}: {table}.{column} is {row[column]!r}, where the schedule says {value!r}"


def check_conduct(run: Run, basis: Basis, segment: Segment) -> Iterator[str]:
    """A sentence for each game whose faults, benched seats or ending do not follow from the table faults."""
    faults: dict[int, list[Mapping[str, Any]]] = {}
    numbers = range(segment.first, segment.first + segment.games)
    for fault in run.rows_of([segment], "faults", ["game", "seat", "kind", "decision"]).to_pylist():
        if fault["game"] not in numbers or fault["kind"] not in KINDS:
            yield f"table faults: has {fault['kind']!r:.60} in game {fault['game']}, which cannot be in this part"
            return
        faults.setdefault(fault["game"], []).append(fault)
    seats: dict[int, list[Mapping[str, Any]]] = {number: [] for number in numbers}
    for row in run.rows_of([segment], "seats", ["game", "seat", "faults", "benched"]).to_pylist():
        seats.get(row["game"], []).append(row)
    games = run.rows_of([segment], "games", ["game", "decisions", "ending", "tainted"]).to_pylist()
    yield from _few(
        problem
        for game in games
        for problem in _conduct(game, seats.get(game["game"], []), faults.get(game["game"], []), basis.max_faults)
    )


def _conduct(
    game: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], faults: Sequence[Mapping[str, Any]], most: int
) -> Iterator[str]:
    number = game["game"]
    for fault in faults:
        if not (0 <= fault["seat"] < len(seats) and -1 <= fault["decision"] <= game["decisions"]):
            yield f"game {number}: a fault of seat {fault['seat']} at decision {fault['decision']} cannot be"
    for row in seats:
        own = [fault for fault in faults if fault["seat"] == row["seat"]]
        right, place = conduct(own, game["decisions"], most), f"game {number}, seat {row['seat']}"
        if row["faults"] != right.faults:
            yield f"{place}: seats.faults is {row['faults']}, by the table faults {right.faults}"
        if right.benched not in (None, row["benched"]):
            yield f"{place}: seats.benched is {row['benched']}, by the table faults {right.benched}"
    tainted = any(row["benched"] for row in seats)
    if game["tainted"] != tainted:
        yield f"game {number}: games.tainted is {game['tainted']}, by the table seats {tainted}"
    ending = ending_of([FaultKind(fault["kind"]) for fault in faults], tainted)
    if game["ending"] != ending:
        yield f"game {number}: games.ending is {game['ending']}, by its faults {ending}"


def conduct(faults: Sequence[Mapping[str, Any]], decisions: int, most: int) -> Conduct:
    """What follows from a seat's faults: too many, one at the start, or a lost process bench it.

    A timeout may be that of the game's time, which benches at once; after the last decision nothing does.
    """
    counted = [(FaultKind(fault["kind"]), fault["decision"]) for fault in faults]
    playing = [(kind, decision) for kind, decision in counted if decision < decisions]
    if len(playing) >= most or any(kind.lost or decision < 0 for kind, decision in playing):
        return Conduct(len(counted), True)
    return Conduct(len(counted), None if any(kind is FaultKind.TIMEOUT for kind, _ in playing) else False)


def _few(problems: Iterator[str]) -> Iterator[str]:
    """The first problems, and how many more there are."""
    found = list(problems)
    yield from found[:SHOWN]
    if len(found) > SHOWN:
        yield f"and {len(found) - SHOWN:,} more of this kind"
