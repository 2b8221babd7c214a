"""`wallenstein report`: a run as one HTML file; its figures as files; its faults for the authors of bots."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wallenstein.cli.common.parameters import NEW_FILE, RUN
from wallenstein.core.words import counted

if TYPE_CHECKING:
    from wallenstein.record.store.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.option("--out", type=NEW_FILE, help="Write to this file instead of RUN/report.html.")
@click.option(
    "--export",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write every figure as PNG and SVG, its data as CSV, its table as LaTeX (extra: report).",
)
@click.option(
    "--faults",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a Markdown file for each bot that had faults, for its author.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
def report(run: "Location", out: Path | None, folder: Path | None, faults: Path | None, show: bool) -> None:
    """Write the report of a RUN as one HTML file.

    Verdict, standings, figures of the game, faults, configuration; the page needs no network. A tournament writes it at
    its end, too, unless its configuration has report = false in the section [run].
    """
    from wallenstein.record.dataset import Run
    from wallenstein.report.faults import write_fault_files
    from wallenstein.report.page.page import make_report, write_report

    opened = Run(run)
    made = make_report(opened)
    page = write_report(opened, made, out)
    click.echo(f"the report is in {page}")
    if folder is not None:
        from wallenstein.report.export.files import export

        click.echo(f"{len(export(made.figures, folder)):,} files are in {folder}")
    if faults is not None:
        written = write_fault_files(opened, made.summary["faults"], faults)
        had = f"{counted(len(written), 'bot')} had faults; what each is handed is in {faults}"
        click.echo(had if written else "no bot had any fault")
    if show:
        click.launch(str(page))
