"""`wallenstein standings`: prints the standings of one or more runs."""

import json
from pathlib import Path

import click


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option(
    "--tainted/--no-tainted", default=None, help="Count games in which a bot was benched (default: as configured)."
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def standings(runs: tuple[Path, ...], tainted: bool | None, as_json: bool) -> None:
    """Print the standings of one or more runs.

    The standings of an unfinished run cover the games played so far.
    """
    from wallenstein.record.dataset import Run
    from wallenstein.report.faults import faults_text
    from wallenstein.report.standings import standings_text
    from wallenstein.tourney.figures.pooled_runs import counts_tainted, pool, unlike
    from wallenstein.tourney.figures.run_summary import summarise

    opened = [Run(folder) for folder in runs]
    count = counts_tainted(opened[0]) if tainted is None else tainted
    for warning in unlike(opened):
        click.echo(f"wallenstein: {warning}", err=True)
    summary = summarise(opened[0], count) if len(opened) == 1 else pool(opened, count)
    if as_json:
        click.echo(json.dumps(summary, indent=2, ensure_ascii=False))
        return
    click.echo(standings_text(summary))
    if faults := faults_text(opened, summary["faults"]):
        click.echo(f"\n{faults}")
