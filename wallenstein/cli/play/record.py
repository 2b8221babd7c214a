"""`wallenstein record`: one game of a run as a scenario."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import NEW_FILE, RUN

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.argument("game", type=click.IntRange(0))
@click.option("--out", type=NEW_FILE, help="Write to this file instead of standard output.")
def record(run: "Location", game: int, out: Path | None) -> None:
    """Write one GAME of a RUN as a scenario for the referee.

    GAME is a number of the column `game` in the run's tables.
    """
    from wallenstein.record.dataset import Run
    from wallenstein.tourney.recorded_games import recorded_game

    text = scenario_text(recorded_game(Run(run), game).transcript())
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


def scenario_text(document: dict[str, object]) -> str:
    """JSON with one line for each chance event and each decision, so that people can read it."""
    parts = []
    for key, value in document.items():
        if isinstance(value, list):
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f" {json.dumps(key)}: [\n  {rows}\n ]" if value else f" {json.dumps(key)}: []")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"
