"""`wallenstein init`: a folder with a tournament, a bot and a notebook, outside the repository."""

import shlex
from pathlib import Path

import click

from wallenstein.cli.common.game_option import game_name_option


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", "name", default="weaver", show_default=True, metavar="NAME", help="The name of the new bot.")
@game_name_option
def init(folder: Path, name: str, game_name: str) -> None:
    """Write a folder with a tournament, a bot and a notebook.

    Everything in DIR works as it is, wherever DIR is; the bot has a test. Files that are there are never overwritten.
    """
    from wallenstein.bots.starting_folder import write_folder
    from wallenstein.games import DEFAULT, find_game

    game = find_game(game_name)
    written = write_folder(folder, name, game)
    for path, what in written.items():
        click.echo(f"{path}: {what}")
    which = "" if game.name == DEFAULT else f" --game {game.name}"
    seats = ",".join([name, *["random"] * (min(game.seats) - 1)])
    click.echo(f"Try it: cd {shlex.quote(str(folder))}")
    click.echo(f"        wallenstein bots check {name}")
    click.echo(f"        wallenstein play --bots {seats}{which}")
    click.echo("        wallenstein tourney tournament")
