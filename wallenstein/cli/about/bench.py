"""`wallenstein bench`: one signature for games of every kind, and what each layer of a game costs."""

import sys

import click

from wallenstein import compiled


@click.command()
@click.option("--signature", "alone", is_flag=True, help="Print the signature alone; measure nothing.")
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, help="How often each layer is measured."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(alone: bool, rounds: int, as_json: bool) -> None:
    """Play a fixed set of games, and measure what games cost.

    The signature is a hash of the games, which are of every kind. It is the same on every machine and Python, compiled
    or not; exit code 1 if it is not that of this version.
    """
    import json

    from wallenstein.games import GAMES, find_game
    from wallenstein.report.plain import aligned
    from wallenstein.tourney.bench import SIGNATURE, measured, signature

    found = signature()
    costs = {} if alone else {name: dict(measured(find_game(name), rounds)) for name in GAMES}
    if as_json:
        figures = {name: {layer: round(1e6 * cost, 1) for layer, cost in costs[name].items()} for name in costs}
        facts = {"signature": found, "expected": SIGNATURE, "compiled": compiled.INTERPRETED is None}
        click.echo(json.dumps(facts | {"microseconds": figures}))
    else:
        click.echo(f"signature {found}" + ("" if found == SIGNATURE else f"; that of this version is {SIGNATURE}"))
        if costs:
            click.echo(compiled.sentence())
            click.echo("Processor time of a game at random, at the usual number of players:")
        for name, layers in costs.items():
            head = [find_game(name).title, "µs a game", "games/s"]
            rows = [[layer, f"{1e6 * cost:,.0f}", f"{1 / cost:,.0f}"] for layer, cost in layers.items()]
            click.echo("\n" + "\n".join(aligned([head, *rows])))
    if found != SIGNATURE:
        sys.exit(1)
