"""`wallenstein why`: what a bot did, against what the winners of the same games did."""

import json
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import RUN

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.argument("bot")
@click.option("--against", metavar="BOT", help="Compare with this bot, in all games of both (default: the winners).")
@click.option("--all", "everything", is_flag=True, help="Show every difference, not only the twelve largest.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def why(run: "Location", bot: str, against: str | None, everything: bool, as_json: bool) -> None:
    """Say why a BOT of a RUN does not win more.

    What it did, beside what the winners of the same games did: points by source, actions, battles, hunger, bids, as
    far as the run has the tables. What differs most comes first, with 95 % intervals from blocks.
    """
    from wallenstein.record.dataset import Run
    from wallenstein.report.why import MOST_LINES, why_text
    from wallenstein.tourney.figures.why import why as compared

    found = compared(Run(run), bot, against)
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    click.echo(why_text(found, None if everything else MOST_LINES))
