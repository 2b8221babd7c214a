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

from wallenstein.record.dataset import Run
from wallenstein.record.part_files import write_whole
from wallenstein.stats.paired import paired
from wallenstein.stats.results import Results
from wallenstein.stats.summary import Summary, summary
from wallenstein.table.faults import FaultKind

Column = NDArray[Any]
KINDS: Final = [kind.value for kind in FaultKind]
SEATS: Final = 64  # more than any game has


class SeatRows:
    """One row for each seat of each game of a run, in as little memory as possible."""

    def __init__(self, run: Run) -> None:
        self.entries: Final[list[str]] = run.header["entries"]
        self.cells: Final[list[str]] = run.header["cells"]
        games = run.arrays("games", {"game": (), "cell": self.cells, "block": (), "tainted": ()})
        seats = run.arrays("seats", {"game": (), "seat": (), "bot": self.entries, "rank": (), "score": (), "win": ()})
        self.game: Final = seats["game"]
        row = np.searchsorted(games["game"], self.game)
        self.block: Final = games["block"][row]
        self.cell: Final = np.maximum(games["cell"], 0)[row]
        self.tainted: Final = games["tainted"][row]
        self.bot: Final = seats["bot"]
        self.seat: Final = seats["seat"]
        self.rank: Final = seats["rank"]
        self.score: Final = seats["score"]
        self.win: Final = seats["win"]

    def results(self, cell: int, count_tainted: bool) -> Results:
        """The results of one cell, for statistics."""
        return self.results_of(self.cell == cell, count_tainted)

    def results_of(self, here: NDArray[np.bool_], count_tainted: bool = True) -> Results:
        """The results of some rows, for statistics."""
        return Results.from_rows(
            self.entries,
            self.game[here],
            self.block[here],
            self.seat[here],
            self.bot[here],
            self.rank[here],
            self.score[here],
            None if count_tainted else self.tainted[here],
        )


def summarise(run: Run, count_tainted: bool) -> dict[str, Any]:
    """All figures of a run as plain data. Those from measured times are separate, at the end."""
    seats = SeatRows(run)
    seed = run.header["seed"]
    cells = []
    for cell, label in enumerate(seats.cells):
        figures: Summary = summary(seats.results(cell, count_tainted), seed)
        verdict = run.manifest.verdicts.get(cell)
        cells.append({"cell": label, **figures.as_dict(), "verdict": verdict})
    return {
        "name": run.header["name"],
        "seed": seed,
        "games": run.games,
        "of_games": run.header["games"],
        "cells": cells,
        "differences": _differences(seats, seed),
        "faults": faults_of(run, seats),
        "seconds_a_decision": seconds_of([run], [seats], seats.entries),
    }


def _differences(seats: SeatRows, seed: int) -> list[dict[str, Any]]:
    """How much more each bot wins in every other cell than in the first, block by block."""
    found = []
    for cell in range(1, len(seats.cells)):
        for entry, name in enumerate(seats.entries):
            here = [(seats.cell == c) & (seats.bot == entry) for c in (0, cell)]
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
