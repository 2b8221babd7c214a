"""`wallenstein tune` and `exploit`: the options that make a bot strongest, and the best reply to fixed bots."""

import os
from functools import partial
from pathlib import Path

import click

from wallenstein.cli.group import needs_room, stop_here
from wallenstein.cli.parameters import BOTS, CONFIG, LOCATION, RESULTS_HELP, print_json
from wallenstein.core.program.packaged import need_unix
from wallenstein.record.location import Location


@click.command()
@click.argument("file", type=CONFIG)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: run.jobs).")
@click.option("--results", default="results", type=LOCATION, help=RESULTS_HELP)
@click.option("--dry-run", is_flag=True, help="Check FILE, and print the largest possible number of games.")
@click.option("--fresh", is_flag=True, help="Play everything anew.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@needs_room
def tune(
    file: Path,
    sets: tuple[str, ...],
    jobs: int | None,
    results: Location,
    dry_run: bool,
    fresh: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Look for the options that make a bot strongest.

    The section [tune] of FILE names a bot, the ranges of its options and its opponents. Optuna proposes options,
    tournaments on the same seeds measure them, and the best are confirmed on fresh seeds. Run the same command again to
    resume. docs/configuration.md lists the keys of FILE.
    """
    need_unix("tune")
    from wallenstein.extras.tune.report import tuning_text, write
    from wallenstein.extras.tune.setting import ENDS, read_setting
    from wallenstein.extras.tune.tuning import Tuning
    from wallenstein.stats.figures import text_of
    from wallenstein.tourney.run import Interrupted, played_on

    setting = read_setting(file, sets)
    sample = setting.checked()
    section = setting.section
    a_trial = sample.schedule.total // (1 + len(ENDS))
    plan = {"name": setting.name, "bot": section.bot, "seed": section.seed, "trials": section.trials}
    plan |= {"games_a_trial": a_trial, "games_to_confirm": a_trial // section.blocks * section.confirm * 2}
    if dry_run or not quiet:
        click.echo(
            "{name}: {trials} trials of {bot} with up to {games_a_trial:,} games each, "
            "then {games_to_confirm:,} games on fresh seeds; seed {seed}".format(**plan),
            err=True,
        )
    if dry_run:
        if as_json:
            print_json(plan)
        return
    show = partial(played_on, quiet=quiet, lines=False)
    tuning = Tuning(setting, results, jobs or sample.config.run.processes, show, fresh)
    try:
        for batch in tuning.search():
            found = tuning.figures()
            write(tuning.results, found)
            best = tuning.best()
            if not quiet:
                ended = sum(trial.state == "pruned" for trial in batch)
                leader = f"trial {best.number} is the best" if best else "none is above the bot as it is"
                done = f"{len(tuning.trials) - 1} of {section.trials} trials; {ended} of these ended early; {leader}"
                click.echo(done, err=True)
        best = tuning.best()
        found = tuning.figures(tuning.confirmed(best) if best else None)
        write(tuning.results, found)
    except Interrupted:
        stop_here()
    click.echo(text_of(found) if as_json else tuning_text(found))
    if not quiet:
        click.echo(f"all tournaments are in {tuning.results}, and the figures of all trials in tuning.json", err=True)


@click.command()
@click.argument("bots", metavar="BOT", type=BOTS)
@click.option("--players", type=click.IntRange(2), help="The number of seats (default: as usual in the game).")
@click.option("--games", default=400, show_default=True, type=click.IntRange(100), help="The number of games, about.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="The seed of all games.")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Set a key of game or run; can be repeated.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: one per core).")
@click.option("--results", default="results", type=LOCATION, help=RESULTS_HELP)
@click.option("--fresh", is_flag=True, help="Play everything anew.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@needs_room
def exploit(
    bots: str,
    players: int | None,
    games: int,
    seed: int,
    sets: tuple[str, ...],
    jobs: int | None,
    results: Location,
    fresh: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Look for the best reply to BOT.

    The reference bots of the game compete against copies of BOT; those that search also take BOT for their rivals. The
    best, and variants of its options, compete again, and the winner of these plays fresh seeds in all seats. Its
    wins there, less those of an equal bot, are a lower bound of the gain from knowing BOT. BOT may also name one bot
    for each other seat, with commas between them. Run the same command again to resume.
    """
    need_unix("exploit")
    from wallenstein.extras.tune.exploit import Exploit, exploit_text, read_exploit
    from wallenstein.stats.figures import text_of
    from wallenstein.tourney.run import Interrupted, played_on

    setting = read_exploit(bots, players, sets)
    search = Exploit(setting, seed, results, partial(played_on, quiet=quiet, lines=False), jobs, fresh)
    try:
        found = search.found(games)
    except Interrupted:
        stop_here()
    click.echo(text_of(found) if as_json else exploit_text(found))
    if not quiet:
        used = sum(os.times()[:4])  # exact: shown to the second
        click.echo(f"{sum(search.played):,} games in {search.results}; {used:,.0f} s of processor time now", err=True)
