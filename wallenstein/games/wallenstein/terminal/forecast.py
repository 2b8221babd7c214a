"""`wallenstein forecast`: fits the forecast of the searching bots anew."""

import json
from pathlib import Path

import click


@click.command()
@click.option("--bot", default="regent", show_default=True, help="The bot that plays every seat.")
@click.option("--games", default=4000, show_default=True, type=click.IntRange(min=20), help="How many games it plays.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 5), help="How many seats there are.")
@click.option("--seed", default=1634, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="How many processes play.")
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write; otherwise it is printed.")
@click.option("--json", "as_json", is_flag=True, help="Print the weights as JSON.")
def forecast(bot: str, games: int, players: int, seed: int, jobs: int, out: str | None, as_json: bool) -> None:
    """Fit the forecast that searching bots use.

    A bot plays games with itself, in which some plans are changed at random; the position after each season and the
    end of the game give the weights. With its defaults it writes the packaged file forecast.toml.
    """
    import tomli_w

    from wallenstein.bots.discovery import find
    from wallenstein.bots.entrants import check_plays, entrant_of
    from wallenstein.games.wallenstein.search.fit import fitted
    from wallenstein.games.wallenstein.search.games import samples

    check_plays(entrant_of(find(bot)), "wallenstein")
    if out is not None and not Path(out).absolute().parent.is_dir():
        raise click.UsageError(f"--out: there is no folder {Path(out).parent}")
    weights = fitted(samples(bot, games, players, seed, jobs))
    text = HEAD + tomli_w.dumps(weights)
    if out is not None:
        Path(out).write_text(text, encoding="utf-8")
    if as_json:
        click.echo(json.dumps(weights, ensure_ascii=False, indent=2))
    elif out is None:
        click.echo(text, nl=False)


HEAD = "# Points that each feature brings until the end, by what begins. Made by `wallenstein forecast`.\n\n"
