"""`wallenstein sit`: a table for people in browsers."""

from pathlib import Path

import click

from wallenstein.cli.group import needs_room
from wallenstein.cli.parameters import BOTS, game_option, paths_option
from wallenstein.cli.play import PlayCommand
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import need_unix


@click.command(cls=PlayCommand)
@click.option(
    "--bots",
    type=BOTS,
    metavar="SEAT,SEAT,…",
    help="A bot for each seat, and `me` or `me=NAME` for each person (default: you in the first seat).",
)
@click.option("--seed", type=int, help="The seed of cards, throws and bots (default: random, and not shown).")
@paths_option
@game_option
@click.option("--results", default="results", type=click.Path(path_type=Path), help="The folder for runs.")
@click.option("--resume", is_flag=True, help="Go on with the game that was left last.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is every one.")
@click.option("--port", default=0, help="The port to listen on (default: a free one).")
@click.option("--open", "show", is_flag=True, help="Open the first link in the browser.")
@needs_room
def sit(
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game: Game,
    keys: dict[str, object],
    results: Path,
    resume: bool,
    host: str,
    port: int,
    show: bool,
) -> None:
    """Play in the browser, against bots and with other people.

    Prints a link for each person. Nobody without a link sees anything, and each sees what their seat may know. The game
    is kept after every choice: Ctrl-C ends the server, and --resume goes on, with the same links. At its end it is a
    run of its own in the folder of results, with a replay. The options of a game, such as --edition, are those of
    `wallenstein play`.
    """
    need_unix("sit")
    from wallenstein.extras.seat.server import Room, kept_links, serve
    from wallenstein.extras.seat.table import open_table

    table = open_table(game, bots, players, seed, paths, keys, results, resume)
    room = Room(kept_links(table))
    try:
        server = serve(room, host, port or room.links.get("port", 0))
    except ConfigError:
        if port or not room.links:
            raise
        server = serve(room, host, 0)
        click.echo(f"the port {room.links['port']} is taken, so the links of before do not work; use these", err=True)
    name = "localhost" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host

    def invite() -> None:
        room.keep_links(server.server_port)
        links = [f"http://{name}:{server.server_port}/{chair.token}/" for chair in room.chairs.values()]
        for seat, link in zip(room.chairs, links, strict=True):
            click.echo(f"{table.names[seat]} (seat {seat}): {link}")
        click.echo("Ctrl-C ends; the game is kept.", err=True)
        if show:
            click.launch(links[0])

    room.begun = invite
    try:
        result = table.play(room)
        click.echo(f"the game is over: {result.folder}; Ctrl-C ends the server", err=True)
        room.stay()
    except KeyboardInterrupt:
        if not room.over:
            click.echo("the game is kept; to go on: wallenstein sit --resume", err=True)
    finally:
        server.shutdown()
