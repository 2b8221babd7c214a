"""`wallenstein watch`: the progress of a run that another terminal plays."""

import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import RUN

if TYPE_CHECKING:
    from wallenstein.record.dataset import Run
    from wallenstein.record.store.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.option("--json", "as_json", is_flag=True, help="Print the progress as JSON lines; the last has all figures.")
def watch(run: "Location", as_json: bool) -> None:
    """Show how a RUN goes on while another terminal plays it.

    Rate, time left, standings and faults, refreshed in place; without a terminal, a line a minute. It ends with the
    verdict when the run is finished; Ctrl-C ends it before and does not disturb the tournament.
    """
    from wallenstein.record.dataset import Run
    from wallenstein.tourney.run.watching import shown_on
    from wallenstein.tourney.run.watching import watch as watched

    opened = Run(run)
    tally = shown_on(sys.stdout.isatty(), opened.header["games"], tuple(opened.header["entries"]), as_json)
    finished = False
    with suppress(KeyboardInterrupt):
        try:
            watched(opened.folder, tally)
            finished = True
        finally:
            tally.close()
    if finished:
        _conclude(Run(run), as_json)


def _conclude(run: "Run", as_json: bool) -> None:
    """The verdict on a finished run, or all its figures."""
    from wallenstein.cli.results.next_steps import typed
    from wallenstein.report.plain import wrapped
    from wallenstein.report.standings.verdict import brief_verdict
    from wallenstein.tourney.figures.run_summary import summarise

    summary = summarise(run)
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False))
        return
    click.echo(f"{summary['name']} is finished: {summary['games']:,} games\n")
    for line in wrapped(brief_verdict(summary)):
        click.echo(line)
    click.echo(f"\nwallenstein standings {typed(run.folder)} has the tables")
