"""`wallenstein verify`: checks the files of a run, and replays its games."""

import sys
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import RUN
from wallenstein.core.program.unix import need_unix

if TYPE_CHECKING:
    from wallenstein.record.dataset import Run
    from wallenstein.record.store.location import Location
    from wallenstein.record.verify import Report

SHOWN = 20  # problems


@click.command()
@click.argument("run", type=RUN)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Replay only N games, chosen at random.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, help="How many processes replay games (default: 1).")
@click.option("--scheduler", metavar="ADDRESS", help="Replay on the workers of this Dask scheduler, as run.scheduler.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def verify(run: "Location", sample: int | None, jobs: int, scheduler: str | None, as_json: bool) -> None:
    """Check a run's files and replay its games.

    Exit code 0 if everything is as recorded, 1 if not.
    """
    need_unix("verify")
    from wallenstein.record.dataset import Run
    from wallenstein.tourney.verification import verify_run

    opened = Run(run)
    report = verify_run(opened, sample, lambda text: click.echo(f"note: {text}", err=True), jobs, scheduler)
    if as_json:
        click.echo(_as_json(opened, report))
    else:
        for problem in report.problems[:SHOWN]:
            click.echo(problem)
        if len(report.problems) > SHOWN:
            click.echo(f"and {len(report.problems) - SHOWN:,} more")
        _conclude(opened, report)
    if report.problems:
        sys.exit(1)


def _as_json(run: "Run", report: "Report") -> str:
    import json

    facts = {"folder": str(run.folder), "finished": run.manifest.finished, "games": run.games}
    checked = {"ok": not report.problems, "parts": report.parts, "replayed": report.games, "timed": report.timed}
    return json.dumps(facts | checked | {"problems": report.problems}, ensure_ascii=False, indent=2)


def _conclude(run: "Run", report: "Report") -> None:
    parts, games = f"{report.parts:,} part files", f"{report.games:,} of {run.games:,} games"
    state = "" if run.manifest.finished else "; the run is not finished"
    if report.problems and not report.games:
        click.echo(f"{run.folder}: damaged; no game was replayed")
    elif report.problems:
        click.echo(f"{run.folder}: {len(report.problems):,} problems in {parts} and {games}{state}")
    elif "decisions" not in run.tables:
        click.echo(f"{run.folder}: {parts} are intact; without the table decisions, no game can be replayed")
    else:
        click.echo(f"{run.folder}: {parts} are intact, {games} replayed with the same result{state}")
    if by_clock := run.header.get("by_clock"):
        think = "thinks" if len(by_clock) == 1 else "think"
        click.echo(
            f"{', '.join(by_clock)} {think} by the clock: these games can be replayed from their record, "
            "but another run of the same configuration plays others"
        )
    if report.timed:
        shown = ", ".join(map(str, report.timed[:SHOWN])) + (", …" if len(report.timed) > SHOWN else "")
        click.echo(f"time or memory limits were exceeded in {len(report.timed):,} games: {shown}")
