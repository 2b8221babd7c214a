"""Compares the cells of a run: measures of its games, paired by block on the same seeds."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Measure
from wallenstein.core.words import did_you_mean
from wallenstein.games import find_game
from wallenstein.record.dataset import Run
from wallenstein.stats.paired import block_means, differs, paired
from wallenstein.stats.summary import summary
from wallenstein.tourney.figures.run_summary import SeatRows
from wallenstein.tourney.figures.seat_parts import misfit


class Line(NamedTuple):
    """One measure: its value in the first cell, and the difference in each other cell."""

    text: str
    share: bool
    base: float | None
    differences: tuple[dict[str, Any], ...]  # by cell: blocks, difference with value, low, high; p; differs


def compare(run: Run, against: str | None) -> dict[str, Any]:
    """Every measure of every cell, compared with one cell; the default is the first."""
    seats = SeatRows(run)
    cells = [cell for cell in seats.cells if (seats.cell == seats.cells.index(cell)).any()]
    if len(cells) < 2:
        raise ConfigError(f"{run.folder}: has only one cell; a comparison needs a [matrix] with two or more")
    base = against if against is not None else cells[0]
    if base not in cells:
        raise ConfigError(f'{run.folder}: has no cell "{base}"; {did_you_mean(base, cells)}')
    others = [cell for cell in cells if cell != base]
    lines = [_line(measure, seats, base, others) for measure in _measures(run, seats)]
    marks = iter(differs([each["p"] for line in lines for each in line.differences]))
    for line in lines:
        for each in line.differences:
            each["differs"] = next(marks)
    return {"name": run.header["name"], "base": base, "cells": others, "lines": [line._asdict() for line in lines]}


def _measures(run: Run, seats: SeatRows) -> list[Measure]:
    games = run.table("games", ["game", "decisions"])
    found = [
        Measure("decisions per game", False, games["game"].to_numpy(), games["decisions"].to_numpy()),
        _skill(seats),
        *_by_seat(seats),
    ]

    def read(table: str, columns: Sequence[str]) -> dict[str, NDArray[Any]]:
        rows = run.table(table, columns)
        found = {name: rows[name].to_numpy(zero_copy_only=False) for name in columns}
        if not seats.have(found["game"], found.get("seat")):
            raise misfit(run, "seats", table)
        return found

    # scores are the sharp instrument: on the same seeds they hang together more than wins do
    return [*_by_bot(seats), *find_game(_game_name(run)).measures(run.tables, read), *found]


def _game_name(run: Run) -> str:
    essence = run.header["essence"]
    return str(next(iter(essence.values()))["game"]["name"])


def _skill(seats: SeatRows) -> Measure:
    """For each meeting of two bots, whether the better one finished ahead; all cells together say which is better."""
    pooled = summary(seats.results_of(seats.cell >= 0))
    order = {entrant.standing.name: place for place, entrant in enumerate(pooled.entrants)}
    place = np.array([order[name] for name in seats.entries])[seats.bot]
    numbers, game = np.unique(seats.game, return_inverse=True)
    wins, meetings = np.zeros(len(numbers)), np.zeros(len(numbers))
    first = np.searchsorted(game, np.arange(len(numbers)))
    counts = np.diff([*first, len(game)])
    for one in range(int(counts.max(initial=0))):
        for other in range(one):
            has = counts > one
            a, b = first[has] + one, first[has] + other
            better = np.sign(place[b] - place[a])  # 1: a is the better bot
            ahead = np.sign(seats.rank[b].astype(int) - seats.rank[a])
            met = better != 0
            wins[has] += np.where(met, (1 + better * ahead) / 2, 0)
            meetings[has] += met
    known = meetings > 0
    text = "meetings in which the better bot finished ahead"
    return Measure(text, True, numbers[known], wins[known] / meetings[known])


def _by_bot(seats: SeatRows) -> list[Measure]:
    """The scores of all bots, then their wins."""
    each = [(name, seats.bot == entry) for entry, name in enumerate(seats.entries) if (seats.bot == entry).any()]
    scores = [Measure(f"points of {name}", False, seats.game[here], seats.score[here]) for name, here in each]
    return scores + [Measure(f"wins of {name}", True, seats.game[here], seats.win[here]) for name, here in each]


def _by_seat(seats: SeatRows) -> list[Measure]:
    found = []
    for seat in np.unique(seats.seat):
        here = seats.seat == seat
        found.append(Measure(f"wins of seat {seat}", True, seats.game[here], seats.win[here]))
    return found


def _line(measure: Measure, seats: SeatRows, base: str, others: Sequence[str]) -> Line:
    numbers, rows = np.unique(seats.game, return_index=True)
    at = rows[np.searchsorted(numbers, measure.games)]
    cell, block, counts = seats.cell[at], seats.block[at], seats.counts[at]

    def of(label: str) -> tuple[NDArray[Any], NDArray[Any]]:
        here = (cell == seats.cells.index(label)) & counts
        return block[here], measure.values[here]

    blocks, values = of(base)
    mean = float(np.mean(block_means(blocks, values)[1])) if len(values) else None
    differences = tuple(paired(blocks, values, *of(other)).as_dict() for other in others)
    return Line(measure.text, measure.share, None if mean is None else round(mean, 6), differences)
