"""`wallenstein tourney`, `watch` and `verify`: a tournament played or resumed, watched, and checked."""

import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wallenstein import compiled
from wallenstein.cli import parameters
from wallenstein.cli.group import needs_room
from wallenstein.core.program.packaged import need_unix
from wallenstein.core.text import counted, printable

if TYPE_CHECKING:
    from wallenstein.record.location import Location
    from wallenstein.record.read import Run
    from wallenstein.tourney.folder import RunFolder
    from wallenstein.tourney.run import RunResult, Tournament
    from wallenstein.tourney.verification import Verification


READABLE = (
    "Bots from files run as your own user, and can read your files: results, seeds, other bots. "
    'For bots of strangers, set isolation = "sandbox" and seed = "secret" (docs/security.md).'
)


@click.command()
@click.argument("file", required=False, type=parameters.CONFIG)
@click.option("--config", type=parameters.CONFIG, metavar="FILE", help="Another way to give the FILE.")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: run.jobs).")
@click.option("--results", default="results", type=parameters.LOCATION, help=parameters.RESULTS_HELP)
@click.option(
    "--add", "add", multiple=True, metavar="BOT", help="Add a bot to the finished run, at new tables; can be repeated."
)
@click.option(
    "--dry-run", is_flag=True, help="Print the number of games, the time that they take, and the intervals to expect."
)
@click.option("--fresh", is_flag=True, help="Remove the games of this tournament, and start over.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--strict", is_flag=True, help="Exit with code 1 if there was any fault.")
@needs_room
def tourney(
    file: Path | None,
    config: Path | None,
    sets: tuple[str, ...],
    jobs: int | None,
    results: "Location",
    add: tuple[str, ...],
    dry_run: bool,
    fresh: bool,
    quiet: bool,
    as_json: bool,
    strict: bool,
) -> None:
    """Play the tournament configured in FILE.

    Run the same command again to resume a tournament that was stopped. Ctrl-C waits a moment for chunks in progress; a
    second Ctrl-C stops at once. docs/configuration.md lists the keys of FILE.
    """
    need_unix("tourney")
    from wallenstein.tourney.run import prepare

    named = _config_file(file, config)
    if add:
        from wallenstein.tourney.adding import added, base_of, bots_to_add

        bots = bots_to_add(named, sets, results, add)
        base = base_of(named, sets, results, bots)
        tournaments = added(named, results, base, bots)
        runs = [base.folder]
    else:
        tournaments, runs = iter([prepare(named, sets, results)]), []
    faults = 0
    for tournament in tournaments:
        for remark in tournament.bots.remarks:
            click.echo(printable(remark), err=True)
        if dry_run:
            from wallenstein.cli import dry_run as dry

            dry.dry_run(tournament, jobs or tournament.config.run.processes, quiet, as_json)
            continue
        result = _play(tournament, results, jobs or tournament.config.run.processes, fresh, quiet)
        from wallenstein.cli import after_run  # not before: the processes that play would have it loaded

        if not (add and result.finished):
            after_run.print_result(result, as_json)
        if result.finished and not add and not as_json:
            after_run.print_progress(result)
        after_run.finish(tournament, result, quiet or bool(add))
        faults += result.faults if strict or tournament.config.run.strict else 0
        runs.append(result.folder)
    if add and not dry_run:
        after_run.print_all(runs, as_json)
    if faults:
        click.echo(f"wallenstein: {counted(faults, 'fault')} of bots; --strict allows none", err=True)
        sys.exit(1)


@click.command()
@click.argument("new", type=parameters.BOT)
@click.argument("old", type=parameters.BOT)
@click.option("--players", type=int, help="The number of seats (default: the game's usual number).")
@parameters.game_option
@click.option(
    "--blocks", type=click.IntRange(1), default=400, show_default=True, help="The most seeds that are played."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all games.")
@click.option("--advantage", type=float, default=0.05, show_default=True, help="The smallest lead worth finding.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: all processors).")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@needs_room
def duel(
    new: str,
    old: str,
    players: int | None,
    game_keys: tuple[str, ...],
    blocks: int,
    seed: int,
    advantage: float,
    jobs: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Find out whether the bot NEW is better than the bot OLD.

    Both are names or files, such as bots/weaver.py and a copy of it. Each holds half of the seats of a table, and the
    duel ends as soon as the answer is clear. If NEW wins half of the games, it is found better once in twenty duels.
    """
    need_unix("duel")
    from wallenstein.bots.scaffold import command_of
    from wallenstein.tourney.run import prepare

    names = [re.sub(r"[^\w-]+", "-", Path(bot.partition(":")[0]).stem) for bot in (new, old)]
    if names[0] == names[1]:
        names[1] += "-old"
    places = [{"command": list(command)} if (command := command_of(bot)) else {"bot": bot} for bot in (new, old)]
    entries = [{"name": name, **place} for name, place in zip(names, places, strict=True)]
    section = {"seed": seed, "blocks": blocks, "format": "duel", "betting": {"advantage": advantage}}
    tables = {
        "tourney": section | ({} if players is None else {"players": players}),
        "game": parameters.chosen_keys(game_keys),
        "bots": {"entries": entries},
        "run": {"report": False},
    }
    results = Path(parameters.RESULTS)
    tournament = prepare(Path(f"{names[0]}-or-{names[1]}"), (), results, tables)
    result = _play(tournament, results, jobs or tournament.config.run.processes, False, quiet)
    from wallenstein.cli import after_run  # not before: the processes that play would have it loaded

    after_run.print_result(result, as_json)
    after_run.finish(tournament, result, True)


def _play(tournament: "Tournament", results: "Location", jobs: int, fresh: bool, quiet: bool) -> "RunResult":
    from wallenstein.tourney.run import open_folder, play_tournament, played_on

    progress = played_on(tournament.schedule.total, tournament.config.entry_names, quiet)
    folder = open_folder(tournament, results, fresh, lambda sentence: click.echo(sentence, err=True))
    try:
        if not quiet:
            _announce(tournament, folder, jobs)
        return play_tournament(tournament, folder, progress, jobs)
    finally:
        folder.close()


def _config_file(file: Path | None, config: Path | None) -> Path:
    found = [path for path in (file, config) if path is not None]
    if len(found) != 1:
        said = "give its file once, with or without --config" if found else "give its file: wallenstein tourney FILE"
        raise click.UsageError(f"A tournament has one configuration; {said}.")
    return found[0]


def _announce(tournament: "Tournament", folder: "RunFolder", jobs: int) -> None:
    from wallenstein.bots.entrants import Entrant
    from wallenstein.report.plain import wrapped
    from wallenstein.tourney.identity import other_versions

    config, schedule, manifest = tournament.config, tournament.schedule, folder.manifest
    drawn = " (random; it is stored with the run)" if config.seed_drawn else ""
    run = config.run
    where = f"workers of {run.scheduler}" if run.scheduler else counted(jobs, "process", "processes")
    games = f"{counted(schedule.total, 'game')} in {counted(schedule.chunks, 'chunk')}"
    seed = "a secret seed" if config.commitment else f"seed {config.seed}{drawn}"
    click.echo(f"{config.name}: {games}, {seed}, {where}", err=True)
    click.echo(f"in {folder.place}", err=True)
    for sentence in schedule.rounded():
        click.echo(sentence, err=True)
    if manifest.finished:
        click.echo("this run is finished; these are its standings", err=True)
        return
    click.echo("\n".join(wrapped([compiled.sentence()])), err=True)
    bots = [bot for makers in tournament.bots.makers for bot in makers if isinstance(bot, Entrant)]
    if run.isolation != "sandbox" and not all(bot.packaged for bot in bots):
        click.echo("\n".join(wrapped([READABLE])), err=True)
    if manifest.chunks:
        click.echo(f"resuming: {counted(len(manifest.chunks), 'chunk')} done before", err=True)
        if other := other_versions(manifest.header):
            click.echo(f"begun with {other}: the same games, but perhaps in files of other bytes", err=True)


@click.command()
@click.argument("run", type=parameters.RUN, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the progress as JSON lines; the last has all figures.")
@needs_room
def watch(run: "Location | None", as_json: bool) -> None:
    """Show the progress of a RUN in another terminal.

    Rate, time left, standings and faults, refreshed in place; without a terminal, a line a minute. It ends with the
    verdict when the run is finished; Ctrl-C ends it earlier, without disturbing the tournament.
    """
    from wallenstein.cli import after_run
    from wallenstein.record.read import JoinedRuns, Run
    from wallenstein.tourney.progress_bar import shown_on
    from wallenstein.tourney.progress_bar import watch as watched

    opened = parameters.open_run(run)
    opened = opened.runs[-1] if isinstance(opened, JoinedRuns) else opened  # the last round of a league
    tally = shown_on(sys.stdout.isatty(), opened.header["games"], tuple(opened.header["entries"]), as_json)
    finished = False
    with suppress(KeyboardInterrupt):
        try:
            watched(opened.folder, tally)
            finished = True
        finally:
            tally.close()
    if finished:
        after_run.print_verdict(Run(opened.folder), as_json)


SHOWN = 20  # problems


@click.command()
@click.argument("run", type=parameters.RUN)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Replay only N games, chosen at random.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, help="The number of processes (default: 1).")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@parameters.trust_option
@needs_room
def verify(run: "Location", sample: int | None, jobs: int, as_json: bool, trust: bool) -> None:
    """Check a run's files and replay its games.

    Exit code 0 if everything is as recorded, 1 if not.
    """
    need_unix("verify")
    from wallenstein.tourney.verification import verify_run

    opened = parameters.open_run(run, trust)
    report = verify_run(opened, sample, lambda text: click.echo(f"note: {text}", err=True), jobs)
    if as_json:
        facts = {"folder": str(opened.folder), "finished": opened.manifest.finished, "games": opened.games}
        checked = {"ok": not report.problems, "parts": report.parts, "replayed": report.games, "timed": report.timed}
        parameters.print_json(facts | checked | {"problems": report.problems})
    else:
        for problem in report.problems[:SHOWN]:
            click.echo(problem)
        if len(report.problems) > SHOWN:
            click.echo(f"and {len(report.problems) - SHOWN:,} more")
        _print_report(opened, report)
    if report.problems:
        sys.exit(1)


def _print_report(run: "Run", report: "Verification") -> None:
    from wallenstein.tourney.verification import unchecked

    parts, games = f"{report.parts:,} part files", f"{report.games:,} of {run.games:,} games"
    state = "" if run.manifest.finished else "; the run is not finished"
    if report.problems and not report.games:
        click.echo(f"{run.folder}: damaged; no game was replayed")
    elif report.problems:
        click.echo(f"{run.folder}: {counted(len(report.problems), 'problem')} in {parts} and {games}{state}")
    elif run.segments and "decisions" not in run.tables:
        click.echo(f"{run.folder}: {parts} are intact; without the table decisions, no game can be replayed")
    else:
        click.echo(f"{run.folder}: {parts} are intact, {games} replayed with the same result{state}")
    if apart := unchecked(run):
        click.echo(f"note: not checked: {', '.join(apart)}", err=True)
    if by_clock := run.header.get("by_clock"):
        think = "thinks" if len(by_clock) == 1 else "think"
        click.echo(
            f"{', '.join(by_clock)} {think} by the clock: these games can be replayed from their record, "
            "but another run of the same configuration plays others"
        )
    if report.timed:
        shown = ", ".join(map(str, report.timed[:SHOWN])) + (", …" if len(report.timed) > SHOWN else "")
        click.echo(f"time or memory limits were exceeded in {counted(len(report.timed), 'game')}: {shown}")
