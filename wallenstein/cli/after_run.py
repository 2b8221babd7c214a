"""Hints below the figures of a run: its files, the next commands, and missing files."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from wallenstein.cli.parameters import RESULTS
from wallenstein.core.text import printable
from wallenstein.record.location import Location
from wallenstein.record.read import JoinedRuns, Run, missing_files
from wallenstein.report.differences import bot_to_explain
from wallenstein.stats.figures import RunSummary

MOST: Final = 3  # files that are named


def missing_file_notes(runs: Sequence[Run]) -> Iterator[str]:
    """The first missing files of each run, with advice."""
    plain = [own for run in runs for own in (run.runs if isinstance(run, JoinedRuns) else [run])]
    for run in plain:
        found = list(missing_files(run.folder, run.segments))
        if found and not run.manifest.finished:  # if it is being played, chunks may have been merged meanwhile
            found = list(missing_files(run.folder, Run(run.folder).segments))
        for sentence in found[:MOST]:
            yield f"wallenstein: {printable(sentence)}"
        if len(found) > MOST:
            yield f"wallenstein: and {len(found) - MOST:,} more files of this run"
        if found:
            yield "wallenstein: other figures need these files; copy them back, or play again with --fresh"


def print_standings(runs: Sequence[Run], summary: RunSummary, full: bool = False, more: Sequence[str] = ()) -> None:
    """The standings, the faults, and on standard error the files that are missing; `more` are lines between them."""
    from wallenstein.report.faults import faults_text
    from wallenstein.report.standings import full_standings, standings_text

    click.echo("\n".join([full_standings(summary) if full else standings_text(summary), *more]))
    if faults := faults_text(runs, summary.faults):
        click.echo(f"\n{faults}")
    for sentence in missing_file_notes(runs):
        click.echo(sentence, err=True)


def next_steps(folder: Location, summary: RunSummary | None) -> Iterator[str]:
    """A line for the folder, and one for each file and command."""
    from wallenstein.report.html.page import REPORT  # which standings do not need

    yield f"all results are in {folder}"
    run, program = as_argument(folder), program_name()
    if (folder / REPORT).exists():
        yield f"  the report, for a browser:   {folder / REPORT}"
    if (folder / "tables" / "decisions").is_dir():
        yield f"  play back a game:            {program} replay {run} 0 --open"
    cells = summary.cells if summary is not None else ()
    if bot := bot_to_explain([entrant.name for entrant in cells[0].entrants] if cells else []):
        yield f"  why a bot does not win more: {program} why {run} {shlex.quote(bot)}"
    if len(cells) > 1:
        yield f"  what the cells change:       {program} compare {run}"
    if summary is not None and (any(summary.faults.values()) or summary.left_out):
        yield f"  faults, for bots' authors:   {program} report {run} --faults faults"
    yield f"  {more_figures([folder])}"
    yield f"  a tournament of your own:    {program} init league"


def more_figures(runs: Sequence[Location]) -> str:
    """The command for the figures that short standings leave out."""
    return f"strengths, seats, line-ups:  {program_name()} standings {' '.join(map(as_argument, runs))} --full"


def as_argument(folder: Location) -> str:
    """A run as an argument: its name alone, if it is found by that."""
    usual = isinstance(folder, Path) and folder.parent == Path(RESULTS) and not Path(folder.name).exists()
    return shlex.quote(folder.name if usual else str(folder))


def program_name() -> str:
    """The program as it was called: its name if the shell finds it, otherwise its path."""
    given = sys.argv[0]
    name = Path(given).name
    found = shutil.which(name)
    if name == "__main__.py":
        return "python -m wallenstein"
    return name if found and Path(found).resolve() == Path(given).resolve() else shlex.quote(given)
