"""`wallenstein config`: prints the schema, or a configuration with all defaults."""

import json
from typing import TYPE_CHECKING, Any

import click

from wallenstein.cli.game_option import game_name_option

if TYPE_CHECKING:
    from wallenstein.core.game import Game


@click.group()
def config() -> None:
    """Check a configuration, or print its JSON Schema."""


@config.command()
@game_name_option
def schema(game_name: str) -> None:
    """Print the JSON Schema of configuration files, for editors."""
    from wallenstein.games import find_game
    from wallenstein.tourney.config.sections import Settings

    game = find_game(game_name)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Settings.model_json_schema(),
        "title": "Tournament of wallenstein",
    }
    document["$defs"]["GameSection"]["properties"] |= game.schema()
    document["$defs"]["LimitsSection"] |= limits_keys(document["$defs"]["LimitsSection"], game)
    click.echo(json.dumps(document, indent=2))


def limits_keys(section: dict[str, Any], game: "Game") -> dict[str, Any]:
    """The keys of `[run.limits]`: those of the section, and every kind of decision of the game."""
    limit = section["additionalProperties"]
    own = dict(section["properties"])
    kinds = {kind: {**limit, "default": seconds} for kind, seconds in game.limits.items()}
    return {
        "properties": {"start": own.pop("start"), **kinds, **own},
        "propertyNames": {"enum": sorted({*own, "start", *game.kinds})},
    }


@config.command()
@click.argument("file", type=click.Path())
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
def show(file: str, sets: tuple[str, ...]) -> None:
    """Check FILE and print it with all defaults."""
    from wallenstein.tourney.config import load

    loaded = load(file, sets)
    if loaded.seed_drawn:
        click.echo(f"the seed {loaded.seed} was chosen at random; set tourney.seed to keep it", err=True)
    click.echo(loaded.text, nl=False)
