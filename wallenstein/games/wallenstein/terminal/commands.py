"""The game's own commands."""

import json
import sys
from pathlib import Path

import click


@click.group()
def board() -> None:
    """Show a board, or check a board file."""


@board.command()
@click.argument("file", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print faults and notes as JSON.")
def check(file: str, as_json: bool) -> None:
    """Report all faults of a board FILE, and of a map with the same name that ends in .geojson, one line each.

    Exit code 0 if there are none, 2 if there are any. A line that begins with "note" is not a fault: the value
    contradicts a source on the printed board.
    """
    from wallenstein.games.wallenstein.board.check import check as check_text
    from wallenstein.games.wallenstein.board.values import read
    from wallenstein.games.wallenstein.replay.map import with_map_faults

    report = with_map_faults(check_text(read(file)), file)
    if as_json:
        found = {name: [fault._asdict() for fault in faults] for name, faults in report._asdict().items()}
        click.echo(json.dumps({"file": file, **found}, ensure_ascii=False, indent=2))
        sys.exit(2 if report.faults else 0)
    if report.faults:
        for fault in report.faults:
            click.echo(fault.sentence(file))
        sys.exit(2)
    for note in report.notes:
        click.echo(f"note: {note.sentence(file)}")
    click.echo(f"{file}: 45 counties, 5 regions, no faults")


@board.command("list")
def list_boards() -> None:
    """List the packaged boards, and what is documented of each, inferred, or chosen."""
    from wallenstein.games.wallenstein.terminal.board_print import boards_as_text

    click.echo(boards_as_text())


@board.command()
@click.argument("file", type=click.Path(), default="default")
@click.option("--toml", "as_toml", is_flag=True, help="Print the file itself, to copy and edit.")
@click.option("--html", "as_html", is_flag=True, help="Print a page with the map and its documented values.")
def show(file: str, as_toml: bool, as_html: bool) -> None:
    """Show a packaged board such as refit, a drawn one such as refit:7, or the one in FILE, and its values' origin."""
    from wallenstein.games.wallenstein.board import board as load
    from wallenstein.games.wallenstein.board import board_text
    from wallenstein.games.wallenstein.terminal import board_print
    from wallenstein.games.wallenstein.terminal.board_page import board_page

    if as_toml and as_html:
        raise click.UsageError("only one of --toml and --html can be used")
    if as_toml:
        click.echo(board_text(file).encode(), nl=False)
    elif as_html:
        click.echo(board_page(file).encode(), nl=False)
    elif sys.stdout.isatty():
        board_print.print_tables(load(file))
    else:
        click.echo(board_print.as_text(load(file)))


@click.command()
@click.option("--bot", default="regent", show_default=True, help="The bot that plays every seat.")
@click.option("--games", default=4000, show_default=True, type=click.IntRange(min=20), help="The number of games.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 5), help="The number of seats.")
@click.option("--seed", default=1634, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="The number of processes.")
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write; otherwise it is printed.")
@click.option("--json", "as_json", is_flag=True, help="Print the weights as JSON.")
def forecast(bot: str, games: int, players: int, seed: int, jobs: int, out: str | None, as_json: bool) -> None:
    """Fit the forecast that searching bots use.

    A bot plays games against itself, with some plans changed at random; the positions after each season and the final
    results give the weights. With its defaults it writes the packaged file forecast.toml.
    """
    from wallenstein.bots.discovery import find
    from wallenstein.bots.entrants import check_plays, entrant_of
    from wallenstein.games.wallenstein.search.fit import fit_samples, samples

    check_plays(entrant_of(find(bot)), "wallenstein")
    check_folder(out)
    write_fitted(HEAD, fit_samples(samples(bot, games, players, seed, jobs)), out, as_json)


HEAD = "# Points that each feature brings until the end, by what begins. Made by `wallenstein forecast`.\n\n"


def check_folder(out: str | None) -> None:
    if out is not None and not Path(out).absolute().parent.is_dir():
        raise click.UsageError(f"--out: there is no folder {Path(out).parent}")


def write_fitted(head: str, fitted: dict[str, object], out: str | None, as_json: bool = False) -> None:
    import tomli_w

    text = head + tomli_w.dumps(fitted)
    if out is not None:
        Path(out).write_text(text, encoding="utf-8")
    if as_json:
        click.echo(json.dumps(fitted, ensure_ascii=False, indent=2))
    elif out is None:
        click.echo(text, nl=False)


@click.command()
@click.option("--games", default=40, show_default=True, type=click.IntRange(min=1), help="The number of games.")
@click.option("--playouts", default=2000, show_default=True, type=click.IntRange(min=50), help="Those of each search.")
@click.option("--seed", default=1634, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="The number of processes.")
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write; otherwise it is printed.")
def train(games: int, playouts: int, seed: int, jobs: int, out: str | None) -> None:
    """Learn from searches what cards add in each box.

    Four generalissimos without experience play; what their searches find out of cards in boxes gives a line for each
    season and box. With its defaults it writes the packaged file train.toml.
    """
    from wallenstein.games.wallenstein.search.fit import fit_lessons, lessons_of

    check_folder(out)
    write_fitted(LESSONS, fit_lessons(lessons_of(games, playouts, seed, jobs)), out)


LESSONS = "# What cards add to the chance to win: any, and each point of the table. Made by `wallenstein train`.\n\n"

# `wallenstein tower`: the sheet for throws at a real table, and models fitted to them.


@click.group()
def tower() -> None:
    """Record throws of a real dice tower, and fit the models to them."""


@tower.command()
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 5), help="The number of players.")
@click.option("--throws", default=48, show_default=True, type=click.IntRange(1, 1000), help="The number of lines.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the file to fill in on a computer.")
def sheet(players: int, throws: int, as_csv: bool) -> None:
    """Print the sheet to fill in during a game.

    A game of four has about 48 throws, which fix the two chances of the sieve to about 0.024 and 0.028 (one standard
    error).
    """
    from wallenstein.games.wallenstein.tower.throws import sheet_csv, sheet_text

    click.echo((sheet_csv if as_csv else sheet_text)(players, throws), nl=False)


@tower.command()
@click.argument("file", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def fit(file: str, as_json: bool) -> None:
    """Fit every model of the tower to the throws in FILE.

    FILE is a sheet of `wallenstein tower sheet --csv`. Prints the parameters with 95 % intervals, and the model
    that explains the throws best. docs/tower.md explains the figures.
    """
    from wallenstein.games.wallenstein.terminal import tower_print
    from wallenstein.games.wallenstein.tower.fit import fit_all
    from wallenstein.games.wallenstein.tower.throws import read_throws

    throws = read_throws(file)
    fitted = fit_all(throws)
    click.echo((tower_print.as_json if as_json else tower_print.as_text)(file, throws, fitted))
