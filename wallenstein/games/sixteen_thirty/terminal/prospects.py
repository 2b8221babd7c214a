"""`wallenstein prospects`: fits the prospects of the searching bot anew."""

from pathlib import Path

import click


@click.command()
@click.option("--bot", default="broker", show_default=True, help="The bot that plays every seat.")
@click.option("--games", default=400, show_default=True, type=click.IntRange(min=20), help="How many games it plays.")
@click.option("--players", default=4, show_default=True, type=click.IntRange(3, 6), help="How many seats there are.")
@click.option("--seed", default=1630, show_default=True, help="Equal seeds play equal games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="How many processes play.")
@click.option("--out", type=click.Path(dir_okay=False), help="The file to write; otherwise it is printed.")
def prospects(bot: str, games: int, players: int, seed: int, jobs: int, out: str | None) -> None:
    """Fit what the searching bot of Sixteen Thirty Something expects.

    A bot plays games with itself, in which some choices are made at random; the position at the beginning of each round
    and the end of the game give the weights. With its defaults it writes the packaged file prospects.toml.
    """
    import tomli_w

    from wallenstein.bots.discovery import find
    from wallenstein.bots.entrants import check_plays, entrant_of
    from wallenstein.games.sixteen_thirty.search.fit import fitted
    from wallenstein.games.sixteen_thirty.search.games import samples

    check_plays(entrant_of(find(bot)), "sixteen-thirty")
    if out is not None and not Path(out).absolute().parent.is_dir():
        raise click.UsageError(f"--out: there is no folder {Path(out).parent}")
    text = HEAD + tomli_w.dumps(fitted(samples(bot, games, players, seed, jobs)))
    if out is None:
        click.echo(text, nl=False)
    else:
        Path(out).write_text(text, encoding="utf-8")


HEAD = "# Points that each feature brings until the end, by turn. Made by `wallenstein prospects`.\n\n"
