"""`wallenstein tourney`: plays or resumes a tournament."""

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wallenstein import compiled
from wallenstein.cli.common.parameters import CONFIG, LOCATION, RESULTS_HELP
from wallenstein.core.program.unix import need_unix
from wallenstein.core.words import counted, printable
from wallenstein.tourney.run.jobs import jobs_of

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location
    from wallenstein.tourney.run.progress import Tally
    from wallenstein.tourney.run.run_folder import RunFolder
    from wallenstein.tourney.run.tournament import RunResult, Tournament

INTERRUPTED = 130


@click.command()
@click.argument("file", required=False, type=CONFIG)
@click.option("--config", type=CONFIG, metavar="FILE", help="Another way to give the FILE.")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="How many processes play (default: run.jobs).")
@click.option("--results", default="results", type=LOCATION, help=RESULTS_HELP)
@click.option(
    "--add", "add", multiple=True, metavar="BOT", help="Add a bot to the finished run, at new tables; can be repeated."
)
@click.option("--dry-run", is_flag=True, help="Print how many games there are, how long they take, how much they tell.")
@click.option("--fresh", is_flag=True, help="Remove what was played of this tournament, and start over.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--strict", is_flag=True, help="Exit with code 1 if there was any fault.")
def tourney(
    file: Path | None,
    config: Path | None,
    sets: tuple[str, ...],
    jobs: int | None,
    results: "Location",
    add: tuple[str, ...],
    dry_run: bool,
    fresh: bool,
    quiet: bool,
    as_json: bool,
    strict: bool,
) -> None:
    """Play the tournament configured in FILE.

    Run the same command again to resume a tournament that was stopped. Ctrl-C waits a moment for the chunks that are
    being played; a second Ctrl-C stops at once. docs/configuration.md lists the keys of FILE.
    """
    need_unix("tourney")
    from wallenstein.tourney.run.tournament import prepare

    named = _named(file, config)
    if add:
        from wallenstein.tourney.run.adding import added, base_of

        base = base_of(named, sets, results)
        tournaments = added(named, sets, results, base, add)
        runs = [base.folder]
    else:
        tournaments, runs = iter([prepare(named, sets, results)]), []
    faults = 0
    for tournament in tournaments:
        for remark in tournament.bots.remarks:
            click.echo(printable(remark), err=True)
        if dry_run:
            from wallenstein.cli.tourney import dry_run as dry

            dry.dry_run(tournament, jobs or jobs_of(tournament), quiet, as_json)
            continue
        result = _played(tournament, results, jobs or jobs_of(tournament), fresh, quiet)
        if not (add and result.finished):
            _report(result, as_json)
        _finished(tournament, result, quiet or bool(add))
        faults += result.faults if strict or tournament.config.run.strict else 0
        runs.append(result.folder)
    if add and not dry_run:
        _report_all(runs, as_json)
    if faults:
        click.echo(f"wallenstein: {faults:,} faults of bots; --strict allows none", err=True)
        sys.exit(1)


def _played(tournament: "Tournament", results: "Location", jobs: int, fresh: bool, quiet: bool) -> "RunResult":
    from wallenstein.tourney.run.tournament import open_folder, play_tournament

    folder = open_folder(tournament, results, fresh, lambda sentence: click.echo(sentence, err=True))
    try:
        if not quiet:
            _announce(tournament, folder, jobs)
        return play_tournament(tournament, folder, _progress(tournament, quiet), jobs)
    finally:
        folder.close()


def _finished(tournament: "Tournament", result: "RunResult", quiet: bool) -> None:
    """Writes the report of a run; exits if it was stopped."""
    if result.finished and tournament.config.run.report:
        _write_page(result)
    if result.finished and not quiet:
        from wallenstein.cli.results.next_steps import next_steps

        click.echo("\n" + "\n".join(next_steps(result.folder, result.summary or {"cells": []})), err=True)
    if not result.finished:
        kept = "stopped; all finished chunks are kept. To resume, run"
        nothing = "stopped before the first chunk was finished. To start again, run"
        click.echo(f"{nothing if result.summary is None else kept}\n  {_command()}", err=True)
        sys.exit(INTERRUPTED)


def _named(file: Path | None, config: Path | None) -> Path:
    """The configuration file, given in either way."""
    found = [path for path in (file, config) if path is not None]
    if len(found) != 1:
        said = "give its file once, with or without --config" if found else "give its file: wallenstein tourney FILE"
        raise click.UsageError(f"A tournament has one configuration; {said}.")
    return found[0]


def _command() -> str:
    """The command that resumes this run: the one given, without `--fresh`."""
    return shlex.join(["wallenstein", *(word for word in sys.argv[1:] if word != "--fresh")])


def _announce(tournament: "Tournament", folder: "RunFolder", jobs: int) -> None:
    from wallenstein.record.versions import other_versions
    from wallenstein.report.plain import wrapped

    config, schedule, manifest = tournament.config, tournament.schedule, folder.manifest
    drawn = " (random; it is stored with the run)" if config.seed_drawn else ""
    run = config.run
    where = f"workers of {run.scheduler}" if run.scheduler else counted(jobs, "process", "processes")
    games = f"{schedule.total:,} games in {counted(schedule.chunks, 'chunk')}"
    click.echo(f"{config.name}: {games}, seed {config.seed}{drawn}, {where}; {folder.place}", err=True)
    for sentence in schedule.rounded():
        click.echo(sentence, err=True)
    if manifest.finished:
        click.echo("this run is finished; these are its standings", err=True)
        return
    click.echo("\n".join(wrapped([compiled.sentence()])), err=True)
    if manifest.chunks:
        click.echo(f"resuming: {counted(len(manifest.chunks), 'chunk')} done before", err=True)
        if other := other_versions(manifest.header):
            click.echo(f"begun with {other}: the same games, but perhaps in files of other bytes", err=True)


def _progress(tournament: "Tournament", quiet: bool) -> "Tally":
    from wallenstein.tourney.run.progress import PlainLines, Tally

    about = tournament.schedule.total, tournament.config.entry_names
    if quiet:
        return Tally(*about)
    if sys.stderr.isatty():
        from wallenstein.tourney.run.progress_bar import LiveBar

        return LiveBar(*about)
    return PlainLines(*about)


def _report(result: "RunResult", as_json: bool) -> None:
    from wallenstein.cli.results.damages import damages
    from wallenstein.record.dataset import Run
    from wallenstein.report.faults import faults_text
    from wallenstein.report.standings.short import standings_text

    if result.summary is None:
        return
    if as_json:
        figures = {"folder": str(result.folder), "finished": result.finished, **result.summary}
        click.echo(json.dumps(figures, indent=2, ensure_ascii=False))
        return
    run = Run(result.folder)
    click.echo(standings_text(result.summary))
    if faults := faults_text([run], result.summary["faults"]):
        click.echo(f"\n{faults}")
    for sentence in damages([run]):
        click.echo(sentence, err=True)


def _report_all(runs: Sequence["Location"], as_json: bool) -> None:
    """The standings of a run and of all that was added to it, together."""
    from wallenstein.record.dataset import Run
    from wallenstein.report.standings.short import standings_text
    from wallenstein.tourney.figures.pooled_runs import pool

    figures = pool([Run(folder) for folder in runs])
    if as_json:
        click.echo(json.dumps({"folders": list(map(str, runs)), **figures}, indent=2, ensure_ascii=False))
        return
    click.echo(f"all runs together; to see this again: wallenstein standings {shlex.join(map(str, runs))}\n", err=True)
    click.echo(standings_text(figures))


def _write_page(result: "RunResult") -> None:
    """Writes the run's report, unless it is there and nothing was played since."""
    from wallenstein.record.dataset import Run
    from wallenstein.record.store.location import is_older
    from wallenstein.report.page.page import REPORT, make_report, write_report

    run = Run(result.folder)
    page = run.folder / REPORT
    if not page.exists() or is_older(page, run.manifest.path):
        write_report(run, make_report(run, result.summary))
