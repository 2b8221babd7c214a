"""`wallenstein report`: a run as one HTML file; its figures as files; its faults for the authors of bots."""

from pathlib import Path

import click

from wallenstein.cli.parameters import RUN
from wallenstein.core.words import counted


@click.command()
@click.argument("run", type=RUN)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of RUN/report.html."
)
@click.option("--faults", type=click.Path(path_type=Path, file_okay=False), help="Write a Markdown file for each bot.")
def report(run: Path, out: Path | None, faults: Path | None) -> None:
    """Write the report of a RUN as one HTML file.

    Verdict, standings, figures of the game, faults, configuration; the page needs no network. A tournament writes it at
    its end, too, unless its configuration has report = false in the section [run].
    """
    from wallenstein.record.dataset import Run
    from wallenstein.report.faults import write_fault_files
    from wallenstein.report.page.page import write_report
    from wallenstein.tourney.figures.run_summary import summarise

    opened = Run(run)
    summary = summarise(opened)
    click.echo(f"the report is in {write_report(opened, out, summary)}")
    if faults is not None:
        written = write_fault_files(opened, summary["faults"], faults)
        had = f"{counted(len(written), 'bot')} had faults; what each is handed is in {faults}"
        click.echo(had if written else "no bot had any fault")
