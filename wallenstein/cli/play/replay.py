"""`wallenstein replay`: a page that plays one game back."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from wallenstein.cli.common.game_option import game_option
from wallenstein.cli.common.parameters import NEW_FILE, RUN
from wallenstein.cli.play.play import GAME, PlayCommand

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location

WAYS: Final = "give a RUN and the number of a GAME, a SCENARIO.json, or --bots"


@click.command(cls=PlayCommand)
@click.argument("what", metavar="[RUN|SCENARIO.json]", type=RUN, required=False)
@click.argument("number", metavar="[GAME]", type=click.IntRange(0), required=False)
@click.option("--bots", metavar="BOT,BOT,…", help="Play a game between these bots, as `wallenstein play` does.")
@click.option("--seed", type=int, help="The seed of that game (default: random).")
@click.option(
    "--bots-path", "--paths", "-p", "paths", multiple=True, metavar="PATH", help="A file or folder with more bots."
)
@game_option
@click.option(
    "--out",
    type=NEW_FILE,
    help="Where the page goes (default: named after the game, in this folder).",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    what: "Location | None",
    number: int | None,
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game_keys: tuple[str, ...],
    out: Path | None,
    show: bool,
    **chosen: Any,
) -> None:
    """Make a page that plays one game back, step by step.

    The game is one of a RUN (its number is in the column `game` of the run's tables), a scenario as `wallenstein
    record` writes it, or a new game between --bots. The page is one file that needs no network; its address may end
    with #step=123. The options of a game, such as --edition, are those of `wallenstein play`.
    """
    from wallenstein.cli.play import replay_pages as pages
    from wallenstein.pages.shell import write

    if (what is None) == (bots is None) or (what is None and number is not None):
        raise click.UsageError(f"{WAYS}, and only one of them")
    if bots is not None:
        made = pages.of_bots(ctx.meta[GAME], bots, players, seed, paths, game_keys, chosen)
    else:
        assert what is not None
        made = pages.of_file(what, number)
    path = out or Path(made.name)
    write(path, made.page)
    click.echo(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    if show:
        click.launch(str(path))
