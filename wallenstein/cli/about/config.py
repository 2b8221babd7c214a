"""`wallenstein config`: lists ready configurations, prints the schema, or a configuration with all defaults."""

import json
import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wallenstein.cli.common.game_option import FLAGS
from wallenstein.cli.common.parameters import CONFIG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wallenstein.core.game import Game


@click.group()
def config() -> None:
    """List ready configurations, check one, or print the schema."""


@config.command()
@click.option(*FLAGS, "game_name", metavar="NAME", help="Only the keys of this game (default: those of every game).")
def schema(game_name: str | None) -> None:
    """Print the JSON Schema of configuration files, for editors."""
    from wallenstein.games import GAMES, find_game
    from wallenstein.tourney.config.sections import Settings

    games = [find_game(name) for name in (GAMES if game_name is None else [game_name])]
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Settings.model_json_schema(),
        "title": "Tournament of wallenstein",
    }
    document["$defs"]["GameSection"] |= game_keys(document["$defs"]["GameSection"], games)
    document["$defs"]["LimitsSection"] |= limits_keys(document["$defs"]["LimitsSection"], games)
    click.echo(json.dumps(document, indent=2))


def game_keys(section: dict[str, Any], games: "Sequence[Game]") -> dict[str, Any]:
    """The keys of `[game]`: with several games, those of the game that the key `name` names."""
    from wallenstein.games import DEFAULT

    own = section["properties"]
    if len(games) == 1:
        return {"properties": {**own, **games[0].schema()}, "additionalProperties": False}
    branches = [
        {
            "title": game.title,
            "properties": {"name": {"const": game.name}, **game.schema()},
            "additionalProperties": False,
            **({} if game.name == DEFAULT else {"required": ["name"]}),
        }
        for game in games
    ]
    return {"properties": {"name": {**own["name"], "enum": [game.name for game in games]}}, "anyOf": branches}


def limits_keys(section: dict[str, Any], games: "Sequence[Game]") -> dict[str, Any]:
    """The keys of `[run.limits]`: those of the section, and every kind of decision of the games."""
    limit = section["additionalProperties"]
    own = dict(section["properties"])
    kinds = {kind: {**limit, "default": seconds} for game in games for kind, seconds in game.limits.items()}
    every = {kind for game in games for kind in game.kinds}
    return {
        "properties": {"start": own.pop("start"), **kinds, **own},
        "propertyNames": {"enum": sorted({*own, "start", *every})},
    }


@config.command()
@click.argument("file", type=CONFIG)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
def show(file: Path, sets: tuple[str, ...]) -> None:
    """Check FILE and print it with all defaults."""
    from wallenstein.tourney.config import load

    loaded = load(file, sets)
    if loaded.seed_drawn:
        click.echo(f"the seed {loaded.seed} was chosen at random; set tourney.seed to keep it", err=True)
    click.echo(loaded.text, nl=False)


@config.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, with the files.")
def list_configs(as_json: bool) -> None:
    """List the ready configurations.

    Their names can be given wherever a configuration is asked for: wallenstein tourney quickstart.
    """
    from wallenstein.core.program.packaged import packaged_configs
    from wallenstein.report.plain import aligned

    found = packaged_configs()
    ideas = {name: idea_of(path.read_text("utf-8")) for name, path in found.items()}
    if as_json:
        rows = [{"name": name, "idea": ideas[name], "file": str(path)} for name, path in found.items()]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(aligned([["configuration", "idea"], *[list(row) for row in ideas.items()]], (0, 1))))


def idea_of(text: str) -> str:
    """The first sentence of the comment that a configuration begins with."""
    comment = takewhile(lambda line: line.startswith("#"), text.splitlines())
    sentence = re.match(r".*?[.?](?=\s|$)", " ".join(line.lstrip("# ") for line in comment))
    return sentence[0] if sentence else ""
