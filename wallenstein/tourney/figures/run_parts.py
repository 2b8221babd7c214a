"""A run read segment after segment, so that figures need little memory for any number of games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, get_args

import numpy as np

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.reports import About
from wallenstein.core.tables import Table
from wallenstein.games import find_game
from wallenstein.record.chunks import Segment
from wallenstein.record.read import Run, codes, numbers
from wallenstein.stats.figures import OnBench
from wallenstein.stats.results import Bools, Ints, Numbers, Results, distinct
from wallenstein.table.faults import FaultKind

KINDS: Final = [kind.value for kind in FaultKind]
RESULTS: Final = ("game", "block", "seat", "bot", "rank", "score", "benched")
SEATS: Final = 64  # more than any game has


def keys_of(game: Numbers, seat: Numbers) -> Numbers:
    keys: Numbers = game.astype(np.int64) * SEATS + seat
    return keys


def misfit(run: Run, one: str, other: str) -> ConfigError:
    text = f"the tables {one} and {other} do not fit each other; wallenstein verify has details"
    return ConfigError(f"{run.folder}: {text}")


def parts_of(run: Run) -> Iterator[dict[str, Numbers]]:
    """The rows of each segment, with the columns of the table games."""
    games = run.arrays_by_segment("games", {"game": (), "cell": run.header["cells"], "block": ()})
    columns = {"game": (), "seat": (), "bot": run.header["entries"]}
    columns |= dict.fromkeys(("rank", "score", "win", "benched"), ())
    for segment, game, seats in zip(run.segments, games, run.arrays_by_segment("seats", columns), strict=True):
        row = seats["game"] - segment.first
        if not (np.array_equal(game["game"], segment.first + np.arange(segment.games)) and _fits(row, seats, segment)):
            raise misfit(run, "games", "seats")
        yield {**seats, "block": game["block"][row], "cell": np.maximum(game["cell"], 0)[row]}


def _fits(row: Numbers, seats: Mapping[str, Numbers], segment: Segment) -> bool:
    """Whether there are the seats 0, 1, 2, … of each game, with results."""
    if not (len(row) and row.min() >= 0 and row.max() < segment.games):
        return False
    counts = np.bincount(row, minlength=segment.games)
    starts = np.cumsum(counts) - counts
    return bool(
        (counts > 0).all()
        and (np.diff(row) >= 0).all()
        and np.array_equal(seats["seat"], np.arange(len(row)) - starts[row])
        and (seats["bot"] >= 0).all()
        and (seats["rank"] >= 1).all()
        and ((seats["win"] >= 0) & (seats["win"] <= 1)).all()
    )


def pieces_of(
    run: Run, leave_out: bool, names: Sequence[str], first: int = 0, entries: Sequence[str] = ()
) -> Iterator[tuple[int, Results]]:
    """The results of each segment and cell, with the cell's number; `names` include those of the entries.

    With `leave_out`, games with a benched seat do not count. `first` is the number of the run's block 0, and `entries`
    are other names for its entries.
    """
    bots = np.array([names.index(name) for name in entries or run.header["entries"]], np.int16)
    for part in parts_of(run):
        for cell in distinct(part["cell"]).tolist():
            rows = {name: part[name][part["cell"] == cell] for name in RESULTS}
            rows |= {"block": rows["block"].astype(np.int64) + first, "bot": bots[rows["bot"]]}
            columns: list[Any] = [*rows.values(), leave_out]
            yield cell, Results.from_rows(names, *columns)


class Conduct:
    """The conduct of bots: faults by name and kind; by name, seconds and the decisions they are for."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names: Final = names
        self.faults: Final = np.zeros((len(names), len(KINDS)), np.int64)
        self.seconds: Final = np.zeros(len(names))
        self.asked: Final = np.zeros(len(names))

    def add(self, run: Run, entries: Sequence[str]) -> None:
        """Adds a run; `entries` are the names of its entries here."""
        number = np.array([self.names.index(name) for name in entries])
        faults = run.arrays_by_segment("faults", {"game": (), "seat": (), "kind": KINDS})
        times = _timings(run)
        for seats in run.arrays_by_segment("seats", {"game": (), "seat": (), "bot": run.header["entries"]}):
            keys, fault, timings = keys_of(seats["game"], seats["seat"]), next(faults), next(times)
            at, bot = keys_of(fault["game"], fault["seat"]), number[seats["bot"]]
            place = np.minimum(np.searchsorted(keys, at), len(keys) - 1)
            if not (np.array_equal(keys[place], at) and (fault["kind"] >= 0).all()):
                raise misfit(run, "seats", "faults")
            np.add.at(self.faults, (bot[place], fault["kind"]), 1)
            if timings:
                sound = np.isfinite(timings["seconds"]).all() and (timings["decisions"] >= 0).all()
                if not (sound and np.array_equal(timings["game"], seats["game"])):
                    raise misfit(run, "seats", "timings")
                self.seconds[:] += np.bincount(bot, timings["seconds"], len(self.names))
                self.asked[:] += np.bincount(bot, timings["decisions"], len(self.names))

    def seconds_a_decision(self) -> dict[str, float | None]:
        """The mean time of a decision, by bot; None if no times were recorded."""
        named = zip(self.names, self.seconds, self.asked, strict=True)
        return {name: float(f"{spent / count:.3g}") if count else None for name, spent, count in named}


def by_kind(names: Sequence[str], faults: Ints) -> dict[str, dict[str, int]]:
    """The faults of each bot by kind, from their numbers by bot and kind."""
    named = zip(names, faults.tolist(), strict=True)
    return {name: dict(sorted((kind, n) for kind, n in zip(KINDS, row, strict=True) if n)) for name, row in named}


def _timings(run: Run) -> Iterator[dict[str, Numbers]]:
    """The times of each segment; none if they were not recorded."""
    if "timings" in run.tables:
        return run.arrays_by_segment("timings", {"game": (), "seconds": (), "decisions": ()})
    return iter([{}] * len(run.segments))


def on_bench_of(run: Run) -> OnBench:
    """How the run counts games in which a seat was benched."""
    settings = next(iter(run.header["essence"].values()))
    try:
        found: OnBench = settings["tourney"]["on_bench"]
        if found not in get_args(OnBench):
            raise KeyError
    except (KeyError, TypeError):
        said = "was played by an earlier version, which counted benched seats differently; play it again"
        raise ConfigError(f"{run.folder}: {said}") from None
    return found


class GamesPart:
    """Consecutive games of a run; games that do not count are left out."""

    def __init__(self, run: Run, segment: Segment, seats: dict[str, Numbers], counts: Bools) -> None:
        self._run, self._segment = run, segment
        self.seats: Final[Mapping[str, Numbers]] = {name: column[counts] for name, column in seats.items()}
        game = self.seats["game"] - segment.first
        self._starts = np.full(segment.games, -1)
        self._starts[game[::-1]] = np.arange(len(game))[::-1]
        self._whole = bool(counts.all())
        self._read: dict[tuple[str, tuple[str, ...]], Mapping[str, Numbers]] = {}

    def rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Numbers]:
        """Columns of a table; categories as indices into the names that the game's table declares, -1 for none."""
        key = table, tuple(columns)
        if key not in self._read:
            self._read[key] = self._rows(table, columns)
        return self._read[key]

    def _rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Numbers]:
        declared = declared_tables(self._run)[table]
        names = {column.name: column.names for column in declared.columns}
        rows = self._run.rows_of([self._segment], table, columns)
        found = {
            name: codes_of(self._run, declared, name, rows[name]) if names[name] else numbers(rows[name])
            for name in columns
        }
        game = found["game"] - self._segment.first
        if len(game) and (game.min() < 0 or game.max() >= self._segment.games):
            raise misfit(self._run, "games", table)
        if self._whole:
            return found
        here = self._starts[game] >= 0
        return {name: column[here] for name, column in found.items()}

    def row_of(self, game: Numbers, seat: Numbers) -> Ints:
        """The rows of `seats` that belong to these games and seats."""
        at = self._starts[game - self._segment.first] + seat
        if len(at) and not (at.max() < len(self.seats["seat"]) and np.array_equal(self.seats["seat"][at], seat)):
            raise misfit(self._run, "seats", "another")
        return np.asarray(at, np.int64)


def run_parts(run: Run, on_bench: OnBench | None = None) -> Iterator[GamesPart]:
    """The parts of a run in order, by default with the games that count as configured."""
    leave_out = (on_bench or on_bench_of(run)) == "leave-out"
    for segment, seats in zip(run.segments, parts_of(run), strict=True):
        counts = np.ones(len(seats["game"]), np.bool_)
        if leave_out:
            counts = ~np.isin(seats["game"], seats["game"][seats["benched"]])
        yield GamesPart(run, segment, seats, counts)


def game_of(run: Run) -> Game:
    """The game that a run plays; all its cells play the same."""
    essence = run.header["essence"]
    return find_game(str(next(iter(essence.values()))["game"]["name"]))


def declared_tables(run: Run) -> dict[str, Table]:
    return {table.name: table for table in game_of(run).tables}


def codes_of(run: Run, table: Table, column: str, values: Any) -> Numbers:
    """A category as places among its names: those that the table declares, or those under the rules of the run."""
    (names,) = (each.names for each in table.columns if each.name == column)
    try:
        return codes(values, names)
    except ConfigError:
        if table.named is None:
            raise
        return codes(values, places_of(run, table, column))


@lru_cache(maxsize=64)
def places_of(run: Run, table: Table, column: str) -> dict[str, int]:
    """The names of a category under the rules of the run's cells, with their places."""
    from wallenstein.tourney.recorded_games import cells_of  # the configuration takes a while to load

    found: dict[str, int] = {}
    for _, rules in cells_of(run).values():
        (names,) = (each.names for each in table.under(rules).columns if each.name == column)
        for place, name in enumerate(names):
            if found.setdefault(name, place) != place:
                text = f'"{name}" has different places in cells of this run, so {table.name}.{column} cannot be read'
                raise ConfigError(f"{run.folder}: {text}; play these cells in a run of their own")
    return found


def about(run: Run, rules: object = None, strongest: Sequence[str] = ()) -> About:
    """The facts about a run before its games are read; bots without a name come last."""
    own = tuple(name for name in declared_tables(run) if name in run.tables)
    blocks = 1 + max((int(part["block"].max()) for part in run.arrays_by_segment("games", {"block": ()})), default=0)
    entries = run.header["entries"]
    named = [entries.index(name) for name in strongest]
    order = (*named, *(place for place in range(len(entries)) if place not in named))
    return About(tuple(entries), own, rules, blocks, order)
