"""Several runs summed up as one: bots with the same name are the same, and seeds of runs with the same first seed."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import Run
from wallenstein.record.store.location import is_same
from wallenstein.stats.results import Results
from wallenstein.stats.summary import summary
from wallenstein.tourney.config.sections import OnBench
from wallenstein.tourney.figures.run_summary import SeatRows, on_bench_of
from wallenstein.tourney.figures.seat_parts import conduct_of, conduct_of_nobody, seconds_a_decision


def pool(runs: Sequence[Run], on_bench: OnBench | None = None) -> dict[str, Any]:
    """All figures of several runs together, for each label of a cell; by default as the first run is configured."""
    twice = {str(run.folder) for run in runs if sum(is_same(run.folder, other.folder) for other in runs) > 1}
    if twice:
        raise ConfigError(f"{sorted(twice)[0]}: is named twice; its games would count twice")
    all_seats = [SeatRows(run, on_bench or on_bench_of(runs[0])) for run in runs]
    names = list(dict.fromkeys(name for seats in all_seats for name in seats.entries))
    labels = list(dict.fromkeys(label for seats in all_seats for label in seats.cells))
    cells = []
    for label in labels:
        figures = summary(_results(all_seats, label, names))
        cells.append({"cell": label, **figures.as_dict(), "verdict": None})
    own = (conduct_of(run).renamed(run.header["entries"], names) for run in runs)
    conduct = sum(own, conduct_of_nobody(len(names)))
    return {
        "name": " + ".join(str(run.header["name"]) for run in runs),
        "seed": ", ".join(dict.fromkeys(str(run.header["seed"]) for run in runs)),
        "games": sum(run.games for run in runs),
        "of_games": sum(run.header["games"] for run in runs),
        "on_bench": all_seats[0].on_bench,
        "cells": cells,
        "differences": [],
        "faults": conduct.by_name(names),
        "seconds_a_decision": seconds_a_decision(conduct, names),
    }


def _results(all_seats: Sequence[SeatRows], label: str, names: Sequence[str]) -> Results:
    columns: list[list[Any]] = [[] for _ in range(7)]
    games, first = 0, _first_blocks(all_seats)
    for seats in all_seats:
        if label in seats.cells:
            here = seats.cell == seats.cells.index(label)
            bots = np.array([names.index(name) for name in seats.entries], np.int16)
            found = (
                seats.game[here].astype(np.int64) + games,
                seats.block[here].astype(np.int64) + first[seats.seed],
                seats.seat[here],
                bots[seats.bot[here]],
                seats.rank[here],
                seats.score[here],
                seats.benched[here],
            )
            for column, values in zip(columns, found, strict=True):
                column.append(values)
        games += int(seats.game.max(initial=-1)) + 1
    game, block, seat, bot, rank, score, benched = (np.concatenate(column) for column in columns)
    leave_out = all_seats[0].leave_out
    return Results.from_rows(names, game, block, seat, bot, rank, score, benched, leave_out)


def _first_blocks(all_seats: Sequence[SeatRows]) -> dict[int, int]:
    """By seed of a run, the number of its first block; blocks of equal seeds have equal luck, so they are the same."""
    found, blocks = dict[int, int](), 0
    for seed in dict.fromkeys(seats.seed for seats in all_seats):
        found[seed] = blocks
        blocks += 1 + max(int(seats.block.max(initial=-1)) for seats in all_seats if seats.seed == seed)
    return found


def unlike(runs: Sequence[Run]) -> Iterator[str]:
    """Warnings about runs that are hard to compare: different rules, different bots with the same name."""
    first, *others = runs
    for run in others:
        same_cells = [label for label in run.header["rules"] if label in first.header["rules"]]
        if any(run.header["rules"][label] != first.header["rules"][label] for label in same_cells):
            yield f"{run.folder} was played with different rules than {first.folder}"
        if not same_cells:
            yield f"{run.folder} has no cell in common with {first.folder}"
        for name, source in run.header["bots"].items():
            if first.header["bots"].get(name, source) != source:
                yield f"{run.folder} was played with a different {name} than {first.folder}"
        if on_bench_of(run) != on_bench_of(first):
            yield f"{run.folder} has another on_bench than {first.folder}; both are counted alike"
