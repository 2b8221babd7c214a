"""Sums up a run, or several as one: standings for each cell, differences between cells, faults and time."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.record.location import is_same
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.stats.figures import CellDifference, Difference, OnBench, RunSummary, text_of
from wallenstein.stats.paired import marked, paired_results
from wallenstein.stats.results import Numbers, Results, SpooledResults
from wallenstein.stats.summary import summary
from wallenstein.tourney.figures import run_parts

SUMMARY: Final = "summary.json"


class SeatRows:
    """One row for each seat of each game of a run, for figures that need all of them at once."""

    game: Numbers
    block: Numbers
    cell: Numbers
    bot: Numbers
    seat: Numbers
    rank: Numbers
    score: Numbers
    win: Numbers
    benched: Numbers

    def __init__(self, run: Run, on_bench: OnBench | None = None) -> None:
        """`on_bench` replaces the run's configuration."""
        self.on_bench: Final = on_bench or run_parts.on_bench_of(run)
        self.leave_out: Final = self.on_bench == "leave-out"
        self.entries: Final[list[str]] = run.header["entries"]
        self.cells: Final[list[str]] = run.header["cells"]
        found: dict[str, list[Numbers]] = {}
        for part in run_parts.parts_of(run):
            for name, column in part.items():
                found.setdefault(name, []).append(column)
        columns = {name: np.concatenate(found.pop(name)) for name in list(found)}
        self.__dict__.update(columns)

    @property
    def keys(self) -> Numbers:
        """A number for each row, ascending."""
        return run_parts.keys_of(self.game, self.seat)

    def have(self, game: Numbers, seat: Numbers | None = None) -> bool:
        """Whether all these games, or all these seats of games, are present."""
        found = np.isin(game, self.game) if seat is None else np.isin(run_parts.keys_of(game, seat), self.keys)
        return bool(found.all())

    @property
    def counts(self) -> NDArray[np.bool_]:
        if not self.leave_out:
            return np.ones(len(self.game), np.bool_)
        return ~np.isin(self.game, self.game[self.benched])

    def results_of(self, rows: NDArray[np.bool_]) -> Results:
        here = slice(None) if rows.all() else rows  # all of them: no copies needed
        columns: list[Any] = [*(getattr(self, name)[here] for name in run_parts.RESULTS), self.leave_out]
        return Results.from_rows(self.entries, *columns)


def summarise(run: Run, on_bench: OnBench | None = None) -> RunSummary:
    """All figures of a run, by default as configured."""
    return pool([run], on_bench)


def _differences(results: Sequence[SpooledResults], labels: Sequence[str]) -> Iterator[CellDifference]:
    """The differences in score and wins of each bot between every other cell and the first, block by block."""
    bots, scores, wins = list[tuple[str, str]](), list[Difference](), list[Difference]()
    for label, cell in zip(labels[1:], results[1:], strict=True):
        both = (results[0].counting > 0) & (cell.counting > 0)
        for name, there, (score, win) in zip(cell.names, both, paired_results(results[0], cell), strict=True):
            if there:
                bots.append((label, name))
                scores.append(score)
                wins.append(win)
    for (label, name), score, win in zip(bots, marked(scores), marked(wins), strict=True):
        yield CellDifference(label, labels[0], name, score, win)


def write_summary(folder: Path, figures: RunSummary) -> None:
    write_whole(folder / SUMMARY, (text_of(figures) + "\n").encode())


def pool(runs: Sequence[Run], on_bench: OnBench | None = None) -> RunSummary:
    """All figures of runs together, by label of a cell; by default as the first run is configured.

    Seeds of runs with the same first seed are the same. Bots of one name with other code are told apart by their run.
    """
    twice = {str(run.folder) for run in runs if sum(is_same(run.folder, other.folder) for other in runs) > 1}
    if twice:
        raise ConfigError(f"{sorted(twice)[0]}: is named twice; its games would count twice")
    first, alone = runs[0], len(runs) == 1
    counted = on_bench or run_parts.on_bench_of(first)
    entries = names_in(runs)
    names = list(dict.fromkeys(name for own in entries for name in own))
    results = _results(runs, entries, names, counted == "leave-out")
    verdicts = first.manifest.verdicts if alone else {}
    conduct = run_parts.Conduct(names)
    for run, own in zip(runs, entries, strict=True):
        conduct.add(run, own)
    seeds = dict.fromkeys(str(run.header["seed"]) for run in runs)
    return RunSummary(
        name=" + ".join(str(run.header["name"]) for run in runs),
        seed=first.header["seed"] if alone else ", ".join(seeds),
        games=sum(run.games for run in runs),
        of_games=sum(run.header["games"] for run in runs),
        on_bench=counted,
        cells=tuple(summary(each, label, verdicts.get(cell)) for cell, (label, each) in enumerate(results.items())),
        differences=tuple(_differences(list(results.values()), list(results))) if alone else (),
        faults=run_parts.by_kind(names, conduct.faults),
        seconds_a_decision=conduct.seconds_a_decision(),
        left_out={name: why for run in runs for name, why in run.header.get("left_out", {}).items()},
    )


def names_in(runs: Sequence[Run]) -> list[list[str]]:
    """The names of each run's entries, such as `weaver@third` where other runs have a weaver with other code."""
    named = [run.header["name"] for run in runs]
    places = [name if named.count(name) == 1 else run.folder.name for name, run in zip(named, runs, strict=True)]

    def name_in(place: str, name: str, code: str) -> str:
        return name if all(run.header["bots"].get(name, code) == code for run in runs) else f"{name}@{place}"

    headers = zip(places, (run.header for run in runs), strict=True)
    return [[name_in(place, name, head["bots"].get(name, "")) for name in head["entries"]] for place, head in headers]


def _results(
    runs: Sequence[Run], entries: Sequence[Sequence[str]], names: Sequence[str], leave_out: bool
) -> dict[str, SpooledResults]:
    """By label of a cell, the results of all runs that have it; `entries` are the names of each run's entries."""
    found = {label: SpooledResults(names) for run in runs for label in run.header["cells"]}
    first = _first_blocks(runs) if len(runs) > 1 else {runs[0].header["seed"]: 0}
    for run, own in zip(runs, entries, strict=True):
        for cell, piece in run_parts.pieces_of(run, leave_out, names, first[run.header["seed"]], own):
            found[run.header["cells"][cell]].add(piece)
    return found


def _first_blocks(runs: Sequence[Run]) -> dict[int, int]:
    """By seed of a run, the number of its first block; equal seeds share their luck, so their blocks are the same."""
    found, blocks = dict[int, int](), 0
    for seed in dict.fromkeys(run.header["seed"] for run in runs):
        found[seed] = blocks
        same = (run for run in runs if run.header["seed"] == seed)
        parts = (part["block"] for run in same for part in run.arrays_by_segment("games", {"block": ()}))
        blocks += 1 + max(int(part.max(initial=-1)) for part in parts)
    return found


def unlike(runs: Sequence[Run]) -> Iterator[str]:
    """Warnings about runs that are hard to compare: different rules, or different bots of the same name."""
    first, *others = runs
    for run in others:
        same_cells = [label for label in run.header["rules"] if label in first.header["rules"]]
        if any(run.header["rules"][label] != first.header["rules"][label] for label in same_cells):
            yield f"{run.folder} was played with different rules than {first.folder}"
        if not same_cells:
            yield f"{run.folder} has no cell in common with {first.folder}"
        if run_parts.on_bench_of(run) != run_parts.on_bench_of(first):
            yield f"{run.folder} has another on_bench than {first.folder}; both are counted alike"
