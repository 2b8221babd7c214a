"""`wallenstein board`: shows a board, and checks board files."""

import json
import sys

import click


@click.group()
def board() -> None:
    """Show a board, or check a board file."""


@board.command()
@click.argument("file", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print faults and notes as JSON.")
def check(file: str, as_json: bool) -> None:
    """Report all faults of a board FILE, one line each.

    Exit code 0 if there are none, 2 if there are any. A line that begins with "note" is not a fault: the value
    contradicts what is documented or reported about the printed board.
    """
    from wallenstein.games.wallenstein.board.check import check as check_text
    from wallenstein.games.wallenstein.board.file import read

    report = check_text(read(file))
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


@board.command()
@click.argument("count", type=click.IntRange(1, 1000), default=20)
@click.option("--spread", default=1.0, show_default=True, help="How far around the reconstruction: 0 to 4.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def sample(count: int, spread: float, as_json: bool) -> None:
    """List drawn boards, and how far each is from the reconstruction.

    What is documented of the printed board is the same on all of them; the rest varies as far as its origin allows.
    Take one with board = "sample:7", COUNT of them with board = { sample = COUNT } in the section [game] of a
    tournament.
    """
    from wallenstein.games.wallenstein.board.sample import WIDEST, is_spread
    from wallenstein.games.wallenstein.terminal import sample_print

    if not is_spread(spread):
        raise click.UsageError(f"--spread: must be 0 to {WIDEST:g}, not {spread:g}")
    click.echo(sample_print.as_json(count, spread) if as_json else sample_print.as_text(count, spread))


@board.command()
@click.argument("file", type=click.Path(), default="default")
@click.option("--json", "as_json", is_flag=True, help="Print the values as JSON.")
@click.option("--toml", "as_toml", is_flag=True, help="Print the file itself, to copy and edit.")
@click.option("--html", "as_html", is_flag=True, help="Print a page: the map, and what of it is documented.")
def show(file: str, as_json: bool, as_toml: bool, as_html: bool) -> None:
    """Show the packaged board, a drawn one such as sample:7, or the one in FILE, and the origin of its values."""
    from wallenstein.games.wallenstein.board import board as load
    from wallenstein.games.wallenstein.board import board_text
    from wallenstein.games.wallenstein.terminal import board_print
    from wallenstein.games.wallenstein.terminal.board_page import board_page

    if as_json + as_toml + as_html > 1:
        raise click.UsageError("only one of --json, --toml and --html can be used")
    if as_toml:
        click.echo(board_text(file).encode(), nl=False)
    elif as_html:
        click.echo(board_page(file).encode(), nl=False)
    elif as_json:
        click.echo(board_print.as_json(load(file)))
    elif sys.stdout.isatty():
        board_print.print_tables(load(file))
    else:
        click.echo(board_print.as_text(load(file)))
