"""`wallenstein compare`: compares the cells of a matrix."""

import json
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import RUN

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.option("--against", metavar="CELL", help="The cell to compare with (default: the first).")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def compare(run: "Location", against: str | None, as_json: bool) -> None:
    """Compare the cells of a run.

    Prints the differences in points and wins of each bot, in what the game measures, in length, skill and seat effect,
    paired by block, with 95 % intervals. A star marks what differs beyond chance.
    """
    from wallenstein.record.dataset import Run
    from wallenstein.report.comparison import comparison_text
    from wallenstein.tourney.figures.comparison import compare as compared

    comparison = compared(Run(run), against)
    click.echo(json.dumps(comparison, indent=2, ensure_ascii=False) if as_json else comparison_text(comparison))
