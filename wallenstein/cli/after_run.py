"""Hints below the figures of a run: its files, the next commands, and missing files."""

import json
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from numpy import bincount

from wallenstein.cli.group import INTERRUPTED
from wallenstein.cli.parameters import RESULTS, print_json
from wallenstein.core.errors import WallensteinError
from wallenstein.core.text import counted, printable
from wallenstein.record.location import Location, written
from wallenstein.record.read import Run, run_before
from wallenstein.report.differences import bot_to_explain, change_sentences
from wallenstein.report.faults import faults_text
from wallenstein.report.plain import wrapped
from wallenstein.report.standings import standings_text
from wallenstein.report.verdict import run_verdict
from wallenstein.stats.figures import RunSummary, document
from wallenstein.tourney.figures.run_summary import pool, summarise
from wallenstein.tourney.figures.two_runs import compare_runs

if TYPE_CHECKING:
    from wallenstein.tourney.run import RunResult, Tournament

QUICKLY_COMPARED: Final = 200_000  # games of two runs


def print_standings(runs: Sequence[Run], summary: RunSummary, full: bool = False, more: Sequence[str] = ()) -> None:
    """The standings, `more` lines, and the faults."""
    click.echo("\n".join([standings_text(summary, full), *more]))
    if faults := faults_text(runs, summary.faults):
        click.echo(f"\n{faults}")
    if costs := [sentence for run in runs for sentence in cost_sentences(run)]:
        click.echo("\n".join(["", *wrapped(costs)]))


def cost_sentences(run: Run) -> Iterator[str]:
    """The cost of the answers of each language model."""
    if "timings" not in run.tables or "calls" not in run.columns("timings"):
        return
    columns = ("calls", "tokens_in", "tokens_out", "cost")
    spent = run.arrays("timings", dict.fromkeys(columns, ()))
    (bots,) = run.arrays("seats", {"bot": run.header["entries"]}).values()  # of the same seats
    sums = zip(*(bincount(bots, spent[column], len(run.header["entries"])) for column in columns), strict=True)
    for name, (calls, given, taken, cost) in zip(run.header["entries"], sums, strict=True):
        if calls:
            tokens = f"{given:,.0f} tokens of questions and {taken:,.0f} of answers"
            yield f"{printable(name)}: {calls:,.0f} calls, {tokens}; they cost {cost:,.4f}."


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
    return f"strengths, seats, times:     {program_name()} standings {' '.join(map(as_argument, runs))} --full"


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


def finish(tournament: "Tournament", result: "RunResult", quiet: bool) -> None:
    """Writes the report of a run; exits if it was stopped."""
    if result.finished and tournament.config.run.report:
        _write_page(result)
    if result.finished and not quiet:
        click.echo("\n" + "\n".join(next_steps(result.folder, result.summary)), err=True)
    if not result.finished:
        command = shlex.join(["wallenstein", *(word for word in sys.argv[1:] if word != "--fresh")])
        kept = "stopped; all finished chunks are kept. To resume, run"
        nothing = "stopped before the first chunk was finished. To start again, run"
        click.echo(f"{nothing if result.summary is None else kept}\n  {command}", err=True)
        sys.exit(INTERRUPTED)


def print_result(result: "RunResult", as_json: bool) -> None:
    if result.summary is None:
        return
    if as_json:
        figures = {"folder": str(result.folder), "finished": result.finished, **document(result.summary)}
        print_json(figures)
    else:
        print_standings([Run(result.folder)], result.summary)


def print_progress(result: "RunResult") -> None:
    """Whether the bots that have changed since the run before are better."""
    run = Run(result.folder)
    with suppress(WallensteinError):  # an old run is no reason to fail
        before = run_before(run)
        found = compare_runs(before, run) if before and before.games + run.games <= QUICKLY_COMPARED else None
        if found and any(bot.changed for bot in found.bots):
            click.echo(f"\nsince the run before, {found.before}:")
            click.echo("\n".join(wrapped(change_sentences(found, program_name()))))


def print_all(runs: Sequence[Location], as_json: bool) -> None:
    """The standings of a run and of all that was added to it, together."""
    figures = pool([Run(folder) for folder in runs])
    if as_json:
        print_json({"folders": list(map(str, runs)), **document(figures)})
        return
    click.echo(f"all runs together; to see this again: wallenstein standings {shlex.join(map(str, runs))}\n", err=True)
    click.echo(standings_text(figures))


def _write_page(result: "RunResult") -> None:
    """Writes the run's report, unless it is there and nothing was played since."""
    from wallenstein.report.html.page import REPORT, make_report, write_report

    run = Run(result.folder)
    page = run.folder / REPORT
    if not page.exists() or written(page) < written(run.manifest.path):
        write_report(run, make_report(run, result.summary))


def print_verdict(run: Run, as_json: bool) -> None:
    summary = summarise(run)
    if as_json:
        click.echo(json.dumps(document(summary), ensure_ascii=False))
        return
    click.echo(f"{summary.name} is finished: {counted(summary.games, 'game')}\n")
    for line in wrapped(run_verdict(summary)):
        click.echo(line)
    click.echo(f"\nwallenstein standings {as_argument(run.folder)} has the tables")
