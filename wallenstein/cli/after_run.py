"""What is said after the figures of a run: its files, the next commands, and files that are missing."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from wallenstein.bots.files import REFERENCE
from wallenstein.cli.parameters import RESULTS
from wallenstein.core.text import printable
from wallenstein.record.location import Location
from wallenstein.record.read import Run, missing_files
from wallenstein.report.html.page import REPORT
from wallenstein.stats.figures import RunSummary

MOST: Final = 3  # files that are named


def damages(runs: Sequence[Run]) -> Iterator[str]:
    """The first files that are missing in each run, and what to do."""
    for run in runs:
        found = list(missing_files(run.folder, run.segments))
        if found and not run.manifest.finished:
            run = Run(run.folder)  # somebody may play it: chunks have been merged meanwhile, and their files removed
            found = list(missing_files(run.folder, run.segments))
        for sentence in found[:MOST]:
            yield f"wallenstein: {printable(sentence)}"
        if len(found) > MOST:
            yield f"wallenstein: and {len(found) - MOST:,} more files of this run"
        if found:
            yield "wallenstein: these figures need none of that, others do; copy it back, or play again with --fresh"


# What can be done with a run that is finished: its files, and the next commands.


def next_steps(folder: Location, summary: RunSummary | None) -> Iterator[str]:
    """A line for the folder, and one for each file and command."""
    yield f"all results are in {folder}"
    run, program = typed(folder), called_as()
    if (folder / REPORT).exists():
        yield f"  the report, for a browser:   {folder / REPORT}"
    if (folder / "tables" / "decisions").is_dir():
        yield f"  play back a game:            {program} replay {run} 0 --open"
    cells = summary.cells if summary is not None else ()
    bots = [entrant.name for entrant in cells[0].entrants] if cells else []
    if len(bots) > 1:
        yield f"  why a bot does not win more: {program} why {run} {shlex.quote(loser(bots))}"
    if len(cells) > 1:
        yield f"  what the cells change:       {program} compare {run}"
    if summary is not None and any(summary.faults.values()):
        yield f"  faults, for bots' authors:   {program} report {run} --faults faults"
    yield f"  {more_figures([folder])}"
    yield f"  a tournament of your own:    {program} init league"


def more_figures(runs: Sequence[Location]) -> str:
    """How to see what short standings leave out."""
    return f"strengths, seats, line-ups:  {called_as()} standings {' '.join(map(typed, runs))} --full"


def typed(folder: Location) -> str:
    """A run as one may type it: its name alone, if it lies where runs are looked up."""
    usual = isinstance(folder, Path) and folder.parent == Path(RESULTS) and not Path(folder.name).exists()
    return shlex.quote(folder.name if usual else str(folder))


def loser(bots: Sequence[str]) -> str:
    """Of bots in the order of their places, the one whose author may want to know: the first of the user's own."""
    packaged = {Path(file).stem.removesuffix("_bot") for file in REFERENCE}
    return next((name for name in bots[1:] if name not in packaged), bots[1])


def called_as() -> str:
    """How this program was called: by its name where the shell finds it, by its path where it does not."""
    given = sys.argv[0]
    name = Path(given).name
    found = shutil.which(name)
    if name == "__main__.py":
        return "python -m wallenstein"
    return name if found and Path(found).resolve() == Path(given).resolve() else shlex.quote(given)
