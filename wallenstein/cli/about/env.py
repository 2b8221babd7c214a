"""`wallenstein env`: what the numbers of a learning environment mean."""

import json

import click

from wallenstein.cli.common.game_option import game_keys as chosen_keys
from wallenstein.cli.common.game_option import game_option


@click.command()
@click.option("--players", type=int, help="The number of seats (default: what is usual for the game).")
@game_option
@click.option("--actions", is_flag=True, help="List the numbered actions instead of the observation.")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON, the meaning of every index included.")
def env(players: int | None, game_keys: tuple[str, ...], actions: bool, as_json: bool) -> None:
    """Print what the numbers of a learning environment mean.

    `wallenstein.env(players, rules, game)` in Python makes the environment; docs/environments.md describes it.
    """
    from wallenstein.environment.numbers import numbers
    from wallenstein.games import DEFAULT
    from wallenstein.report.plain import aligned

    keys = chosen_keys(game_keys)
    found = numbers(players, keys, str(keys.get("name", DEFAULT)))
    if as_json:
        document = {"features": list(found.rows()), "entries": found.entries, "actions": found.actions}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif actions:
        click.echo(
            "\n".join(aligned([["action", "meaning"], *[[str(n), name] for n, name in enumerate(found.actions)]], (1,)))
        )
    else:
        rows = [[*row_of(row), row["about"]] for row in found.rows()]
        click.echo("\n".join(aligned([["entries", "feature", "axes", "highest", "meaning"], *rows], (1, 2, 4))))


def row_of(row: dict[str, object]) -> list[str]:
    """Where a feature is, its name, how long its axes are, and its highest value."""
    first, last, axes = row["first"], row["last"], row["axes"]
    assert isinstance(axes, list)
    where = f"{first}" if first == last else f"{first}-{last}"
    return [where, str(row["name"]), " x ".join(str(len(axis)) for axis in axes), str(row["highest"])]
