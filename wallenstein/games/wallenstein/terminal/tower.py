"""`wallenstein tower`: the sheet for throws at a real table, and what the models make of them."""

import click


@click.group()
def tower() -> None:
    """Record throws of a real dice tower, and fit the models to them."""


@tower.command()
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 5), help="How many colours besides.")
@click.option("--throws", default=48, show_default=True, type=click.IntRange(1, 1000), help="How many lines.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the file to fill in on a computer.")
def sheet(players: int, throws: int, as_csv: bool) -> None:
    """Print the sheet to fill in while a game is played.

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

    FILE is a sheet of `wallenstein tower sheet --csv`. Prints the parameters with 95 % intervals, which model explains
    the throws best, and what a throw more would tell. docs/tower.md explains the figures.
    """
    from wallenstein.games.wallenstein.terminal import tower_print
    from wallenstein.games.wallenstein.tower.fit import fit_all
    from wallenstein.games.wallenstein.tower.throws import read_throws

    throws = read_throws(file)
    fitted = fit_all(throws)
    click.echo((tower_print.as_json if as_json else tower_print.as_text)(file, throws, fitted))
