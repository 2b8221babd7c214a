"""Sums up a run from its tables: standings for each cell, differences between cells, faults and time.

`summary.json` holds everything, `summary.parquet` one row for each bot and cell.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import Run
from wallenstein.record.part_files import write_whole
from wallenstein.stats.paired import paired
from wallenstein.stats.results import Results
from wallenstein.stats.summary import Summary, summary
from wallenstein.table.faults import FaultKind
from wallenstein.tourney.config.sections import OnBench

Column = NDArray[Any]
KINDS: Final = [kind.value for kind in FaultKind]
SEATS: Final = 64  # more than any game has


def on_bench_of(run: Run) -> OnBench:
    """How the run counts games in which a seat was benched."""
    settings = next(iter(run.header["essence"].values()))
    try:
        found: OnBench = settings["tourney"]["on_bench"]
    except KeyError:
        raise ConfigError(
            f"{run.folder}: was played by an earlier version, which counted benched seats differently; play it again"
        ) from None
    return found


class SeatRows:
    """One row for each seat of each game of a run, in as little memory as possible."""

    def __init__(self, run: Run, on_bench: OnBench | None = None) -> None:
        """`on_bench` replaces what the run is configured to do."""
        self.on_bench: Final = on_bench or on_bench_of(run)
        self.leave_out: Final = self.on_bench == "leave-out"
        self.entries: Final[list[str]] = run.header["entries"]
        self.cells: Final[list[str]] = run.header["cells"]
        games = run.arrays("games", {"game": (), "cell": self.cells, "block": ()})
        columns = {"game": (), "seat": (), "bot": self.entries, "rank": (), "score": (), "win": (), "benched": ()}
        seats = run.arrays("seats", columns)
        self.game: Final = seats["game"]
        row = np.searchsorted(games["game"], self.game)
        self.block: Final = games["block"][row]
        self.cell: Final = np.maximum(games["cell"], 0)[row]
        self.bot: Final = seats["bot"]
        self.seat: Final = seats["seat"]
        self.rank: Final = seats["rank"]
        self.score: Final = seats["score"]
        self.win: Final = seats["win"]
        self.benched: Final = seats["benched"]

    @property
    def counts(self) -> NDArray[np.bool_]:
        """Which rows are of games that count."""
        if not self.leave_out:
            return np.ones(len(self.game), np.bool_)
        return ~np.isin(self.game, self.game[self.benched])

    def results_of(self, here: NDArray[np.bool_]) -> Results:
        """The results of some rows, for statistics."""
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
        figures: Summary = summary(seats.results_of(seats.cell == cell), seed)
        verdict = run.manifest.verdicts.get(cell)
        cells.append({"cell": label, **figures.as_dict(), "verdict": verdict})
    return {
        "name": run.header["name"],
        "seed": seed,
        "games": run.games,
        "of_games": run.header["games"],
        "on_bench": seats.on_bench,
        "cells": cells,
        "differences": _differences(seats, seed),
        "faults": faults_of(run, seats),
        "seconds_a_decision": seconds_of([run], [seats], seats.entries),
    }


def _differences(seats: SeatRows, seed: int) -> list[dict[str, Any]]:
    """How much more each bot wins in every other cell than in the first, block by block."""
    found = []
    counts = seats.counts
    for cell in range(1, len(seats.cells)):
        for entry, name in enumerate(seats.entries):
            here = [(seats.cell == c) & (seats.bot == entry) & counts for c in (0, cell)]
            if all(rows.any() for rows in here):
                (a, b), (wins_a, wins_b) = ([column[rows] for rows in here] for column in (seats.block, seats.win))
                more = paired(a, wins_a, b, wins_b, seed).as_dict()
                found.append({"cell": seats.cells[cell], "against": seats.cells[0], "name": name, "win_share": more})
    return found


def faults_of(run: Run, seats: SeatRows) -> dict[str, dict[str, int]]:
    """How often each kind of fault was recorded, by bot."""
    faults = run.arrays("faults", {"game": (), "seat": (), "kind": KINDS})
    keys = seats.game.astype(np.int64) * SEATS + seats.seat
    rows = np.searchsorted(keys, faults["game"].astype(np.int64) * SEATS + faults["seat"])
    counts = np.zeros((len(seats.entries), len(KINDS)), np.int64)
    np.add.at(counts, (seats.bot[rows], faults["kind"]), 1)
    named = zip(seats.entries, counts.tolist(), strict=True)
    return {name: dict(sorted((kind, n) for kind, n in zip(KINDS, row, strict=True) if n)) for name, row in named}


def seconds_of(runs: Sequence[Run], all_seats: Sequence[SeatRows], names: Sequence[str]) -> dict[str, float | None]:
    """The mean time of a decision, by bot; None if no times were recorded."""
    seconds, asked = np.zeros(len(names)), np.zeros(len(names))
    for run, seats in zip(runs, all_seats, strict=True):
        if "timings" in run.tables:
            bots = np.array([names.index(name) for name in seats.entries])[seats.bot]
            timings = run.arrays("timings", {"seconds": (), "decisions": ()})
            seconds += np.bincount(bots, timings["seconds"], len(names))
            asked += np.bincount(bots, timings["decisions"], len(names))
    pairs = zip(names, seconds, asked, strict=True)
    return {name: float(f"{spent / count:.3g}") if count else None for name, spent, count in pairs}


def write_summary(folder: Path, figures: Mapping[str, Any]) -> None:
    """Writes both files."""
    text = json.dumps(figures, indent=2, allow_nan=False, ensure_ascii=False) + "\n"
    write_whole(folder / "summary.json", text.encode())
    buffer = BytesIO()
    pq.write_table(pa.Table.from_pylist(list(_rows(figures))), buffer, compression="zstd")
    write_whole(folder / "summary.parquet", buffer.getvalue())


def _rows(figures: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
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
