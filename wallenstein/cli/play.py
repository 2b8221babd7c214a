"""`wallenstein play` and `replay`: one game, printed or as a page that plays it back."""

import re
from importlib import import_module
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from wallenstein.cli import parameters
from wallenstein.cli.group import check_room, needs_room
from wallenstein.cli.parameters import NEW_FILE, RUN
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import need_unix
from wallenstein.core.text import either, printable
from wallenstein.games import find_game
from wallenstein.record.location import Location

GAME: Final = "wallenstein.game"  # key of the game in the context


class PlayCommand(click.Command):
    """A command with the options of the game that its arguments name. It gets the game, and its keys in `[game]`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        game: Game = ctx.meta.setdefault(GAME, find_game(parameters.named_game(args)))
        rest = super().parse_args(ctx, args)
        values = ctx.params
        chosen = {option.name: values.pop(option.name) for option in own_options(game)}
        keys = {**game.chosen_options(chosen), **parameters.chosen_keys(values.pop("game_keys"))}
        values.update(game=game, keys=keys)
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options of every game, with those of this game among them."""
        game: Game = ctx.meta[GAME] if GAME in ctx.meta else find_game(parameters.named_game(()))
        found: list[click.Parameter] = []
        for one in super().get_params(ctx):
            found.append(one)
            if one.name == "bots":
                seats = f"{min(game.seats)} to {max(game.seats)}" if len(game.seats) > 1 else f"{game.seats[0]}"
                text = f"The number of seats, in {game.title} {seats} (default: one for each bot)."
                found.append(click.Option(["--players"], type=int, help=text))
            elif one.name == "seed":
                found += own_options(game)
        return found


def own_options(game: Game) -> list[click.Option]:
    return [
        click.Option(
            [option.flag],
            help=option.help,
            metavar=option.metavar,
            default=None if option.switch or option.repeated else option.default,
            is_flag=option.switch,
            multiple=option.repeated,
        )
        for option in game.play_options
    ]


@click.command(cls=PlayCommand)
@click.option(
    "--bots",
    type=parameters.BOTS,
    metavar="BOT,BOT,…",
    help="A bot for each seat: a name, FILE.py, FILE.py:CLASS, MODULE:CLASS, or CONFIG.toml:NAME for an entry of a "
    "configuration, such as a language model; a single one plays every seat. `me` is you, in this terminal.",
)
@click.option("--seed", type=int, help="The seed of cards, throws and bots (default: random).")
@parameters.paths_option
@parameters.game_option
@click.option("--resume", is_flag=True, help="Go on with the game of yours that was left last.")
@click.option("--json", "as_json", is_flag=True, help="Print the log as JSON lines, with the result last.")
@click.option("--brief", is_flag=True, help="Print only the tables after each season or turn, and the result.")
@click.option("--lenient", is_flag=True, help="Continue after a bot's fault; all faults are listed at the end.")
@click.option("--traceback", is_flag=True, help="Show the calls that led to a bot's crash.")
@click.pass_context
def play(
    ctx: click.Context,
    /,
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game: Game,
    keys: dict[str, object],
    resume: bool,
    as_json: bool,
    brief: bool,
    lenient: bool,
    traceback: bool,
) -> None:
    """Play one game between bots, or against them, and print what happens.

    With `me` among the bots, or `me=NAME`, you play: the game is kept after every choice, and at its end it is a run of
    its own in the folder results. `wallenstein sit` does the same in the browser.

    The same seed and bots play the same game. In a pipe, the output is plain text, one fact per line. If a bot crashes
    or makes an illegal choice, the game ends with exit code 1. There are no time limits.

    Every game has options of its own: `wallenstein play --game NAME --help` lists them.
    """
    from wallenstein.cli import playing

    if resume or (bots is not None and re.search(r"(^|,)\s*me(=|,|\s*$)", bots)):
        if as_json or brief:
            raise click.UsageError("--json and --brief are for games between bots")
        play_yourself(game, bots, players, seed, paths, keys, Path("results"), resume)
        return
    if bots is None:
        raise click.MissingParameter(ctx=ctx, param=next(one for one in ctx.command.params if one.name == "bots"))
    entrants = playing.find_bots(game, bots, players, paths)
    rules = game.rules(keys, Path.cwd())
    seed = playing.choose_seed(seed)
    try:
        playing.play_and_print(game, rules, entrants, seed, playing.output(as_json, brief), lenient)
    except playing.BotFault as fault:
        if fault.calls and not traceback:
            raise playing.BotFault(f"{fault}; --traceback shows all calls", "") from None
        for line in fault.calls.splitlines():
            click.echo(printable(line), err=True)
        raise


def play_yourself(*chosen: object) -> None:
    """A game with a person, in this terminal; the arguments are those of `open_table`."""
    need_unix("a game with people")
    check_room("play")
    seat = import_module("wallenstein.extras.seat.terminal")
    table = import_module("wallenstein.extras.seat.table").open_table(*chosen)
    try:
        folder = table.play(seat.Terminal()).folder
        click.echo(f"recorded in {folder}; to look back: wallenstein review {folder.name} 0, or replay", err=True)
    except KeyboardInterrupt:
        click.echo("\nthe game is kept; to go on: wallenstein play --resume", err=True)


def check_flags(card: Path | None, gif: Path | None, at: str | None) -> None:
    for flag, picture, endings in (("--card", card, (".png", ".svg")), ("--gif", gif, (".gif",))):
        if picture is not None and picture.suffix not in endings:
            raise click.UsageError(f"{flag} {picture}: must end with {either(endings)}")
    if at is not None and not re.fullmatch(r"(step|part|fault)=\d{1,20}", at):
        raise click.UsageError(f'--at: "{at}" is not a place; write step=123, part=2 or fault=0')


@click.command(cls=PlayCommand)
@click.argument("source", metavar="[RUN|SCENARIO.json]", type=RUN, required=False)
@click.argument("number", metavar="[GAME]", required=False)
@click.option("--bots", metavar="BOT,BOT,…", help="Play a game between these bots, as `wallenstein play` does.")
@click.option("--seed", type=int, help="The seed of that game (default: random).")
@parameters.paths_option
@parameters.game_option
@click.option("--out", type=NEW_FILE, help="The file of the page (default: named after the game, in this folder).")
@click.option(
    "--at", metavar="PLACE", help="The step that the page opens at: step=123, part=2 (a season, a turn) or fault=0."
)
@click.option(
    "--card", type=NEW_FILE, help="Instead of the page, a picture to send: the game's end, or --at (PNG or SVG)."
)
@click.option("--gif", type=NEW_FILE, help="Instead of the page, the game as a picture that moves.")
@click.option("--review", "reviewed", is_flag=True, help="Add what `wallenstein review` finds in a RUN; takes longer.")
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@parameters.trust_option
@needs_room
def replay(
    source: Location | None,
    number: str | None,
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game: Game,
    keys: dict[str, object],
    out: Path | None,
    at: str | None,
    card: Path | None,
    gif: Path | None,
    reviewed: bool,
    show: bool,
    trust: bool,
) -> None:
    """Make a page that plays one game back, step by step.

    The game is one of a RUN: its number in the column `game` of the run's tables, or closest, upset (won by the bot
    with the least chance by strength), battles (where most are fought) or last. Or it is a scenario as `wallenstein
    record` writes it, or a new game between --bots. The page is one file that needs no network; its address may end
    with the PLACE of --at, such as #step=123. With --card or --gif, a page is written only with --out. The options of a
    game, such as --edition, are those of `wallenstein play`.
    """
    from wallenstein.cli import playing
    from wallenstein.pages.shell import write

    if (source is None) == (bots is None) or (source is None and number is not None):
        raise click.UsageError("give a RUN and the number of a GAME, a SCENARIO.json, or --bots, and only one of them")
    of_new = ("players", "seed", "paths", "game_keys", *(str(option.name) for option in own_options(game)))
    given = click.get_current_context().get_parameter_source
    if bots is None and any(given(name) == ParameterSource.COMMANDLINE for name in of_new):
        raise click.UsageError("--players, --seed, --paths and the options of a game are for a game between --bots")
    if reviewed and (bots is not None or (number is None and Path(str(source)).is_file())):
        raise click.UsageError("--review is for a game of a RUN")
    check_flags(card, gif, at)
    if bots is not None:
        made = playing.new_game_page(game, keys, bots, players, seed, paths)
    else:
        assert source is not None
        made = playing.recorded_page(source, number, trust, reviewed)
    if card or gif:
        from wallenstein.report.export import write_cards

        shown = made.shown()
        write_cards(*shown, playing.place_in(shown.play, at), card, gif)
        for picture in filter(None, (card, gif)):
            click.echo(f"wrote {picture} ({picture.stat().st_size / 1e6:.1f} MB)")
        if out is None:
            return
    path = out or Path(made.name)
    write(path, made.page())
    click.echo(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    address = f"{path.absolute().as_uri()}#{at}" if at else str(path)
    if show:
        click.launch(address)
    elif at:
        click.echo(f"its address: {address}")


@click.command()
@click.argument("run", type=RUN)
@click.argument("number", metavar="[GAME]", required=False)
@click.option("--luck", is_flag=True, help="Leave the decisions out, which take most of the time.")
@click.option("--json", "as_json", is_flag=True, help="Print every change of the chances, and all decisions, as JSON.")
@parameters.trust_option
@needs_room
def review(run: Location, number: str | None, luck: bool, as_json: bool, trust: bool) -> None:
    """Show the luck of one game of a RUN, and the decisions that cost most.

    Each change of a seat's chance to win, by the forecast that replays show, belongs to a throw, a draw or a decision.
    A throw's luck is its outcome against its exact expectation. A searching bot judges the decisions; those that are
    not worse beyond chance are left out. GAME is named as for `wallenstein replay`.
    """
    from wallenstein.cli import playing
    from wallenstein.report import review as reviews
    from wallenstein.tourney.recorded_games import recorded_game

    recorded = recorded_game(*playing.game_of_run(run, number, trust))
    found = reviews.review(recorded, 0 if luck else reviews.TRIALS)
    if as_json:
        parameters.print_json(
            {
                **found._asdict(),
                "parts": [part._asdict() for part in found.parts],
                "mistakes": [each._asdict() for each in found.mistakes or ()],
            }
        )
    else:
        playing.TextOutput().show(reviews.review_items(found, reviews.named(recorded)))
