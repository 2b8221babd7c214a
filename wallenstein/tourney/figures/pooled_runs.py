"""Several runs summed up as one: bots with the same name are the same, and seeds of runs with the same first seed."""

from collections.abc import Iterator, Sequence
from typing import Any

from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import Run
from wallenstein.record.store.location import is_same
from wallenstein.stats.many_results import SpooledResults
from wallenstein.stats.summary import summary
from wallenstein.tourney.config.sections import OnBench
from wallenstein.tourney.figures.run_summary import on_bench_of
from wallenstein.tourney.figures.seat_parts import conduct_of, conduct_of_nobody, pieces_of, seconds_a_decision


def pool(runs: Sequence[Run], on_bench: OnBench | None = None) -> dict[str, Any]:
    """All figures of several runs together, for each label of a cell; by default as the first run is configured."""
    twice = {str(run.folder) for run in runs if sum(is_same(run.folder, other.folder) for other in runs) > 1}
    if twice:
        raise ConfigError(f"{sorted(twice)[0]}: is named twice; its games would count twice")
    counted = on_bench or on_bench_of(runs[0])
    names = list(dict.fromkeys(name for run in runs for name in run.header["entries"]))
    cells = [
        {"cell": label, **summary(results).as_dict(), "verdict": None}
        for label, results in _results(runs, names, counted == "leave-out").items()
    ]
    own = (conduct_of(run).renamed(run.header["entries"], names) for run in runs)
    conduct = sum(own, conduct_of_nobody(len(names)))
    return {
        "name": " + ".join(str(run.header["name"]) for run in runs),
        "seed": ", ".join(dict.fromkeys(str(run.header["seed"]) for run in runs)),
        "games": sum(run.games for run in runs),
        "of_games": sum(run.header["games"] for run in runs),
        "on_bench": counted,
        "cells": cells,
        "differences": [],
        "faults": conduct.by_name(names),
        "seconds_a_decision": seconds_a_decision(conduct, names),
    }


def _results(runs: Sequence[Run], names: Sequence[str], leave_out: bool) -> dict[str, SpooledResults]:
    """By label of a cell, the results of all runs that have it."""
    found = {label: SpooledResults(names) for run in runs for label in run.header["cells"]}
    first = _first_blocks(runs)
    for run in runs:
        for cell, piece in pieces_of(run, leave_out, names, first[run.header["seed"]]):
            found[run.header["cells"][cell]].add(piece)
    return found


def _first_blocks(runs: Sequence[Run]) -> dict[int, int]:
    """By seed of a run, the number of its first block; blocks of equal seeds have equal luck, so they are the same."""
    found, blocks = dict[int, int](), 0
    for seed in dict.fromkeys(run.header["seed"] for run in runs):
        found[seed] = blocks
        same = (run for run in runs if run.header["seed"] == seed)
        parts = (part["block"] for run in same for part in run.arrays_by_segment("games", {"block": ()}))
        blocks += 1 + max(int(part.max(initial=-1)) for part in parts)
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
