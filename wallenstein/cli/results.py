"""`wallenstein standings`, `compare`, `report` and `why`: the figures of runs."""

from pathlib import Path
from time import monotonic
from typing import Literal

import click

from wallenstein.cli.group import needs_room
from wallenstein.cli.parameters import NEW_FILE, RUN, open_run, print_json, trust_option
from wallenstein.core.text import counted
from wallenstein.record.location import Location


@click.command()
@click.argument("runs", nargs=-1, type=RUN, metavar="[RUN]...")
@click.option(
    "--on-bench",
    type=click.Choice(["last", "leave-out"]),
    help="Count benched seats as last, or leave their games out (default: as configured).",
)
@click.option("--full", is_flag=True, help="Print strengths, seats and times, too.")
@click.option("--adjusted", is_flag=True, help="Replay all games, and print wins with the luck of chance taken out.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, help="The number of processes that replay games.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@trust_option
@needs_room
def standings(
    runs: tuple[Location, ...],
    on_bench: Literal["last", "leave-out"] | None,
    full: bool,
    adjusted: bool,
    jobs: int,
    as_json: bool,
    trust: bool,
) -> None:
    """Print the standings of one or more runs.

    The verdict, a table of the bots, how often each finished ahead of the others, and the bots' faults. The standings
    of an unfinished run cover the games played so far. Without a RUN, the newest is meant.
    """
    from wallenstein.cli.after_run import more_figures, print_standings
    from wallenstein.stats.figures import document
    from wallenstein.tourney.figures.run_summary import pool, summarise, unlike

    if adjusted and len(runs) > 1:
        raise click.UsageError("--adjusted takes one RUN")
    opened = [open_run(folder, trust) for folder in runs or [None]]
    for warning in unlike(opened):
        click.echo(f"wallenstein: {warning}", err=True)
    summary = summarise(opened[0], on_bench) if len(opened) == 1 else pool(opened, on_bench)
    found = None
    if adjusted:
        from wallenstein.report.adjusted import adjust, adjusted_lines

        begun = monotonic()
        found = adjust(opened[0], summary, jobs)
        click.echo(f"{counted(summary.games, 'game')} replayed in {monotonic() - begun:,.1f} s", err=True)
    if as_json:
        print_json(document(summary) | ({"adjusted": document(found)} if found else {}))
        return
    print_standings(opened, summary, full, ["", *adjusted_lines(found)] if found else [])
    if not full:
        click.echo(f"\n{more_figures([run.folder for run in opened])}", err=True)


@click.command()
@click.argument("runs", nargs=-1, type=RUN, metavar="[RUN] [RUN]")
@click.option("--against", metavar="CELL", help="The cell to compare with (default: the first).")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@needs_room
def compare(runs: tuple[Location, ...], against: str | None, as_json: bool) -> None:
    """Compare two runs, or the cells of one.

    Of two runs, the earlier first, it prints whether bots that have changed win more, paired by seed, table and seat.
    One run without cells is compared with the run of the same name before it.

    Of the cells of a run, it prints the differences in points and wins of each bot, in the game's own figures, in
    length, skill and seat effect, paired by block. Intervals are of 95 %; a star marks differences beyond chance.
    """
    from wallenstein.cli.after_run import program_name
    from wallenstein.record.read import Run, run_before
    from wallenstein.report.differences import comparison_text, runs_text
    from wallenstein.stats.figures import text_of
    from wallenstein.tourney.figures.differences import compare as compared
    from wallenstein.tourney.figures.two_runs import compare_runs

    if len(runs) > 2:
        raise click.UsageError("compare takes one RUN or two; several runs together: wallenstein standings RUN RUN ...")
    run = open_run(runs[-1] if runs else None)
    before = Run(runs[0]) if len(runs) == 2 else run_before(run) if len(run.header["cells"]) == 1 else None
    if before is not None and against is None:
        found = compare_runs(before, run)
        click.echo(text_of(found) if as_json else runs_text(found, program_name()))
    else:
        comparison = compared(run, against)
        click.echo(text_of(comparison) if as_json else comparison_text(comparison))


@click.command()
@click.argument("run", type=RUN, required=False)
@click.option("--out", type=NEW_FILE, help="Write to this file instead of RUN/report.html.")
@click.option(
    "--export",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write every figure as PNG and SVG, its data as CSV (extra: report).",
)
@click.option(
    "--faults",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a Markdown file for each bot that had faults, for its author.",
)
@click.option("--single", is_flag=True, help="Keep the games of its first screen within the file.")
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@trust_option
@needs_room
def report(
    run: Location | None,
    out: Path | None,
    folder: Path | None,
    faults: Path | None,
    single: bool,
    show: bool,
    trust: bool,
) -> None:
    """Write the report of a RUN as one HTML file.

    Verdict, standings, figures of the game, faults, configuration; the page needs no network. A tournament writes it at
    its end, too, unless its configuration has report = false in the section [run]. Without a RUN, the newest is meant.
    """
    from wallenstein.report.faults import write_fault_files
    from wallenstein.report.html.page import make_report, write_report

    opened = open_run(run, trust)
    made = make_report(opened)
    page = write_report(opened, made, out, single)
    click.echo(f"the report is in {page}")
    if folder is not None:
        from wallenstein.report.export import export

        click.echo(f"{len(export(made.figures, folder)):,} files are in {folder}")
    if faults is not None:
        written = write_fault_files(opened, made.summary.faults, faults)
        had = f"{counted(len(written), 'bot')} had faults or did not load; the files for their authors are in {faults}"
        click.echo(had if written else "no bot had a fault")
        if older := sorted({*faults.glob("*.md")} - {*written}):
            click.echo(f"not of this run, but there already: {', '.join(path.name for path in older)}")
    if show:
        click.launch(str(page))


@click.command()
@click.argument("run", type=RUN, required=False)
@click.argument("bot", required=False)
@click.option("--against", metavar="BOT", help="Compare with this bot, in all games of both (default: the winners).")
@click.option("--all", "everything", is_flag=True, help="Show every difference, not only the twelve largest.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@needs_room
def why(run: Location | None, bot: str | None, against: str | None, everything: bool, as_json: bool) -> None:
    """Say why a BOT of a RUN does not win more.

    Compares the bot with the winners of the same games: points by source, actions, battles, hunger, bids, as far as the
    run has the tables. The largest differences come first, with 95 % intervals from blocks. Without a RUN, the
    newest is meant.
    """
    from wallenstein.cli.after_run import program_name
    from wallenstein.report.differences import MOST_LINES, why_text
    from wallenstein.stats.figures import text_of
    from wallenstein.tourney.figures.differences import why as compared

    if bot is None and run is not None:
        run, bot = None, str(run)
    if bot is None:
        raise click.UsageError("name the bot: wallenstein why [RUN] BOT")
    found = compared(open_run(run), bot, against)
    if as_json:
        click.echo(text_of(found))
        return
    click.echo(why_text(found, program_name(), None if everything else MOST_LINES))
