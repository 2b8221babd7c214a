"""Sums up a run from its tables: standings for each cell, differences between cells, faults and time.

`summary.json` holds everything, `summary.parquet` one row for each bot and cell.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import Run
from wallenstein.record.part_files import plain_bytes, write_whole
from wallenstein.record.segments import Segment
from wallenstein.stats.paired import differs, paired
from wallenstein.stats.results import Results
from wallenstein.stats.summary import Summary, summary
from wallenstein.table.faults import FaultKind
from wallenstein.tourney.config.sections import OnBench

Column = NDArray[Any]
SUMMARY: Final = "summary.json"
SUMMARY_ROWS: Final = "summary.parquet"
KINDS: Final = [kind.value for kind in FaultKind]
SEATS: Final = 64  # more than any game has


def on_bench_of(run: Run) -> OnBench:
    """How the run counts games in which a seat was benched."""
    settings = next(iter(run.header["essence"].values()))
    try:
        found: OnBench = settings["tourney"]["on_bench"]
        if found not in get_args(OnBench):
            raise KeyError
    except (KeyError, TypeError):
        raise ConfigError(
            f"{run.folder}: was played by an earlier version, which counted benched seats differently; play it again"
        ) from None
    return found


def keys_of(game: Column, seat: Column) -> Column:
    """A number for each seat of each game."""
    keys: Column = game.astype(np.int64) * SEATS + seat
    return keys


def misfit(run: Run, one: str, other: str) -> ConfigError:
    """The error for two tables that are not about the same games."""
    text = f"the tables {one} and {other} do not fit each other; wallenstein verify says more"
    return ConfigError(f"{run.folder}: {text}")


def _parts(run: Run) -> Iterator[dict[str, Column]]:
    """The rows of each segment, with what the table games says of their games."""
    games = run.arrays_by_segment("games", {"game": (), "cell": run.header["cells"], "block": ()})
    columns = {"game": (), "seat": (), "bot": run.header["entries"]}
    columns |= dict.fromkeys(("rank", "score", "win", "benched"), ())
    for segment, game, seats in zip(run.segments, games, run.arrays_by_segment("seats", columns), strict=True):
        row = seats["game"] - segment.first
        if not (np.array_equal(game["game"], segment.first + np.arange(segment.games)) and _fits(row, seats, segment)):
            raise misfit(run, "games", "seats")
        yield {**seats, "block": game["block"][row], "cell": np.maximum(game["cell"], 0)[row]}


def _fits(row: Column, seats: Mapping[str, Column], segment: Segment) -> bool:
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


class SeatRows:
    """One row for each seat of each game of a run, in as little memory as possible."""

    def __init__(self, run: Run, on_bench: OnBench | None = None) -> None:
        """`on_bench` replaces what the run is configured to do."""
        self.on_bench: Final = on_bench or on_bench_of(run)
        self.leave_out: Final = self.on_bench == "leave-out"
        self.entries: Final[list[str]] = run.header["entries"]
        self.cells: Final[list[str]] = run.header["cells"]
        found: dict[str, list[Column]] = {}
        for part in _parts(run):
            for name, column in part.items():
                found.setdefault(name, []).append(column)
        columns = {name: np.concatenate(found.pop(name)) for name in list(found)}
        self.game: Final = columns["game"]
        self.block: Final = columns["block"]
        self.cell: Final = columns["cell"]
        self.bot: Final = columns["bot"]
        self.seat: Final = columns["seat"]
        self.rank: Final = columns["rank"]
        self.score: Final = columns["score"]
        self.win: Final = columns["win"]
        self.benched: Final = columns["benched"]

    @property
    def keys(self) -> Column:
        """A number for each row, ascending."""
        return keys_of(self.game, self.seat)

    def have(self, game: Column, seat: Column | None = None) -> bool:
        """Whether all these games are there, or all these seats of games."""
        return bool(np.isin(game, self.game).all() if seat is None else np.isin(keys_of(game, seat), self.keys).all())

    @property
    def counts(self) -> NDArray[np.bool_]:
        """Which rows are of games that count."""
        if not self.leave_out:
            return np.ones(len(self.game), np.bool_)
        return ~np.isin(self.game, self.game[self.benched])

    def results_of(self, rows: NDArray[np.bool_]) -> Results:
        """The results of some rows, for statistics."""
        here = slice(None) if rows.all() else rows  # all of them need no copies
        return Results.from_rows(
            self.entries,
            self.game[here],
            self.block[here],
            self.seat[here],
            self.bot[here],
            self.rank[here],
            self.score[here],
            self.benched[here],
            self.leave_out,
        )


def summarise(run: Run, on_bench: OnBench | None = None) -> dict[str, Any]:
    """All figures of a run as plain data, by default as configured. Those from measured times are at the end."""
    seats = SeatRows(run, on_bench)
    seed = run.header["seed"]
    cells = []
    for cell, label in enumerate(seats.cells):
        figures: Summary = summary(seats.results_of(seats.cell == cell))
        verdict = run.manifest.verdicts.get(cell)
        cells.append({"cell": label, **figures.as_dict(), "verdict": verdict})
    return {
        "name": run.header["name"],
        "seed": seed,
        "games": run.games,
        "of_games": run.header["games"],
        "on_bench": seats.on_bench,
        "cells": cells,
        "differences": _differences(seats),
        "faults": faults_of(run, seats),
        "seconds_a_decision": seconds_of([run], [seats], seats.entries),
    }


def _differences(seats: SeatRows) -> list[dict[str, Any]]:
    """How much more each bot scores and wins in every other cell than in the first, block by block."""
    found: list[dict[str, Any]] = []
    counts = seats.counts
    for cell in range(1, len(seats.cells)):
        for entry, name in enumerate(seats.entries):
            here = [(seats.cell == c) & (seats.bot == entry) & counts for c in (0, cell)]
            if all(rows.any() for rows in here):
                columns = (seats.block, seats.score, seats.win)
                (a, b), scores, wins = ([column[rows] for rows in here] for column in columns)
                figures = {
                    key: paired(a, values[0], b, values[1]).as_dict()
                    for key, values in (("score", scores), ("win_share", wins))
                }
                found.append({"cell": seats.cells[cell], "against": seats.cells[0], "name": name, **figures})
    for key in ("score", "win_share"):
        for each, mark in zip(found, differs([each[key]["p"] for each in found]), strict=True):
            each[key]["differs"] = mark
    return found


def faults_of(run: Run, seats: SeatRows) -> dict[str, dict[str, int]]:
    """How often each kind of fault was recorded, by bot."""
    faults = run.arrays("faults", {"game": (), "seat": (), "kind": KINDS})
    if not (seats.have(faults["game"], faults["seat"]) and (faults["kind"] >= 0).all()):
        raise misfit(run, "seats", "faults")
    rows = np.searchsorted(seats.keys, keys_of(faults["game"], faults["seat"]))
    counts = np.zeros((len(seats.entries), len(KINDS)), np.int64)
    np.add.at(counts, (seats.bot[rows], faults["kind"]), 1)
    named = zip(seats.entries, counts.tolist(), strict=True)
    return {name: dict(sorted((kind, n) for kind, n in zip(KINDS, row, strict=True) if n)) for name, row in named}


def seconds_of(runs: Sequence[Run], all_seats: Sequence[SeatRows], names: Sequence[str]) -> dict[str, float | None]:
    """The mean time of a decision, by bot; None if no times were recorded."""
    seconds, asked = np.zeros(len(names)), np.zeros(len(names))
    for run, seats in zip(runs, all_seats, strict=True):
        if "timings" in run.tables:
            bots = np.array([names.index(name) for name in seats.entries], np.int64)
            end = 0
            for timings in run.arrays_by_segment("timings", {"game": (), "seconds": (), "decisions": ()}):
                first, end = end, end + len(timings["game"])
                bot = bots[seats.bot[first:end]]
                sound = np.isfinite(timings["seconds"]).all() and (timings["decisions"] >= 0).all()
                if not (sound and np.array_equal(timings["game"], seats.game[first:end])):
                    raise misfit(run, "seats", "timings")
                seconds += np.bincount(bot, timings["seconds"], len(names))
                asked += np.bincount(bot, timings["decisions"], len(names))
            if end != len(seats.game):
                raise misfit(run, "seats", "timings")
    pairs = zip(names, seconds, asked, strict=True)
    return {name: float(f"{spent / count:.3g}") if count else None for name, spent, count in pairs}


def write_summary(folder: Path, figures: Mapping[str, Any]) -> None:
    """Writes both files."""
    text = json.dumps(figures, indent=2, allow_nan=False, ensure_ascii=False) + "\n"
    write_whole(folder / SUMMARY, text.encode())
    write_whole(folder / SUMMARY_ROWS, plain_bytes(list(rows_of(figures))))


def rows_of(figures: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One flat row per bot and cell: a figure with an interval has three columns."""
    for cell in figures["cells"]:
        for entrant in cell["entrants"]:
            row: dict[str, Any] = {"cell": cell["cell"]}
            for key, value in entrant.items():
                if isinstance(value, Mapping):
                    row |= {key: value["value"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
                else:
                    row[key] = value
            yield row
