"""`wallenstein standings`: prints the standings of one or more runs."""

import json
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import RUN
from wallenstein.cli.results.next_steps import more_figures

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location
    from wallenstein.tourney.config.sections import OnBench


@click.command()
@click.argument("runs", nargs=-1, required=True, type=RUN, metavar="RUN...")
@click.option(
    "--on-bench",
    type=click.Choice(["last", "leave-out"]),
    help="Count benched seats as last, or leave their games out (default: as configured).",
)
@click.option("--full", is_flag=True, help="Print strengths, seats, line-ups and times, too.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def standings(runs: tuple["Location", ...], on_bench: "OnBench | None", full: bool, as_json: bool) -> None:
    """Print the standings of one or more runs.

    The verdict, a table of the bots, who finished ahead of whom, and what bots did wrong. The standings of an
    unfinished run cover the games played so far.
    """
    from wallenstein.cli.results.damages import damages
    from wallenstein.record.dataset import Run
    from wallenstein.report.faults import faults_text
    from wallenstein.report.standings.full import full_standings
    from wallenstein.report.standings.short import standings_text
    from wallenstein.tourney.figures.pooled_runs import pool, unlike
    from wallenstein.tourney.figures.run_summary import summarise

    opened = [Run(folder) for folder in runs]
    for warning in unlike(opened):
        click.echo(f"wallenstein: {warning}", err=True)
    summary = summarise(opened[0], on_bench) if len(opened) == 1 else pool(opened, on_bench)
    if as_json:
        click.echo(json.dumps(summary, indent=2, ensure_ascii=False))
        return
    click.echo(full_standings(summary) if full else standings_text(summary))
    if faults := faults_text(opened, summary["faults"]):
        click.echo(f"\n{faults}")
    for sentence in damages(opened):
        click.echo(sentence, err=True)
    if not full:
        click.echo(f"\n{more_figures(runs)}", err=True)
