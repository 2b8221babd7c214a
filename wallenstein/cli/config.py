"""`wallenstein config`: the schema for editors, and a configuration in its normal form."""

import json
from typing import Any

import click


@click.group()
def config() -> None:
    """Check a tournament's configuration, or print the schema for editors."""


@config.command()
def schema() -> None:
    """Print the JSON Schema of configuration files, for editors that complete and check TOML."""
    from wallenstein.tourney.config.sections import Settings

    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Settings.model_json_schema(),
        "title": "Tournament of wallenstein",
    }
    document["$defs"]["GameSection"]["properties"] |= game_keys()
    document["$defs"]["LimitsSection"] |= limits_keys(document["$defs"]["LimitsSection"])
    click.echo(json.dumps(document, indent=2))


def game_keys() -> dict[str, Any]:
    """The keys of `[game]` that Wallenstein has; another game may have others, so the section stays open."""
    from wallenstein.games.wallenstein.editions import EXPANSIONS
    from wallenstein.games.wallenstein.rules import EDITIONS, SETUPS, VARIANTS

    expansions = {"type": "array", "items": {"enum": list(EXPANSIONS)}, "uniqueItems": True}
    tower = {"type": ["object", "string"], "properties": {"model": {"type": "string"}}}
    return {
        "edition": {"enum": EDITIONS, "default": "second", "description": "Of 2012, or the first of 2002"},
        "expansions": {**expansions, "default": [], "description": "Of the second edition"},
        "variant": {"enum": VARIANTS, "description": "Of the first edition"},
        "setup": {"enum": SETUPS, "default": "default", "description": "The printed line-up, or a draft"},
        "board": {"type": "string", "default": "default", "description": "A board file; seen from this file"},
        "tower": {**tower, "default": {"model": "sieve"}, "description": "The tower's model and its parameters"},
    }


def limits_keys(section: dict[str, Any]) -> dict[str, Any]:
    """The keys of `[run.limits]`: those of the section, and every kind of decision of every game."""
    from wallenstein.games import GAMES, find_game

    games = [find_game(name) for name in GAMES]
    limit = section["additionalProperties"]
    own = dict(section["properties"])
    kinds = {kind: {**limit, "default": seconds} for game in games for kind, seconds in game.limits.items()}
    names = sorted({*own, *(kind for game in games for kind in game.kinds)})
    return {"properties": {"start": own.pop("start"), **kinds, **own}, "propertyNames": {"enum": names}}


@config.command()
@click.argument("file", type=click.Path())
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Put a value in place of the file's.")
def show(file: str, sets: tuple[str, ...]) -> None:
    """Check FILE, and print it with every default spelled out."""
    from wallenstein.tourney.config import load

    loaded = load(file, sets)
    if loaded.seed_drawn:
        click.echo(f"the seed {loaded.seed} was drawn; set tourney.seed to keep it", err=True)
    click.echo(loaded.text, nl=False)
