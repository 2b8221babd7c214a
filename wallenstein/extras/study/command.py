"""`wallenstein study`: the worth of strategies and rules over many worlds."""

from functools import partial
from pathlib import Path

import click

from wallenstein.cli.group import needs_room, stop_here
from wallenstein.cli.parameters import CONFIG
from wallenstein.core.program.packaged import need_unix


@click.command()
@click.argument("file", type=CONFIG)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: run.jobs).")
@click.option(
    "--results", default="results", type=click.Path(path_type=Path), help="The folder for runs (default: results)."
)
@click.option("--blocks", type=click.IntRange(1), help="Play at most this number of blocks.")
@click.option(
    "--pages",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the pages to this folder (default: beside the blocks).",
)
@click.option("--dry-run", is_flag=True, help="Check FILE, and print the largest possible number of games.")
@click.option("--fresh", is_flag=True, help="Play everything anew.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@needs_room
def study(
    file: Path,
    sets: tuple[str, ...],
    jobs: int | None,
    results: Path,
    blocks: int | None,
    pages: Path | None,
    dry_run: bool,
    fresh: bool,
    quiet: bool,
) -> None:
    """Answer questions on strategies and rules over many worlds.

    The section [study] of FILE names strategies, questions, and differences between worlds: editions, boards, towers.
    Each block is a seed in a world of its own, in which all strategies play. The pages give every conclusion with its
    size, its interval over games and worlds, and its exceptions. Run the same command again to resume. See
    docs/study.md.
    """
    need_unix("study")
    from wallenstein.extras.study.page import parts, write_pages
    from wallenstein.extras.study.play import check_study, digests_text, play_blocks
    from wallenstein.extras.study.setting import read_setting
    from wallenstein.extras.study.values import Block
    from wallenstein.record.write import write_whole
    from wallenstein.stats.worlds import FEWEST
    from wallenstein.tourney.run import Interrupted, played_on

    setting = read_setting(file, sets)
    folder = results / setting.name
    sample = check_study(setting)
    most = min(setting.section.blocks, blocks or setting.section.blocks)
    if not quiet or dry_run:
        click.echo(
            f"{setting.name}: a pilot of {min(most, setting.section.pilot)} blocks, then up to {most:,} in all; "
            f"{sample.schedule.total} games in the first; seed {setting.section.seed}",
            err=True,
        )
    if dry_run:
        return
    played: list[Block] = []
    show = partial(played_on, quiet=quiet, lines=False)
    try:
        for block in play_blocks(setting, folder, jobs or sample.config.run.processes, show, most, fresh):
            played.append(block)
            if not quiet:
                click.echo(f"block {len(played)} is played: {block.games} games", err=True)
    except Interrupted:
        stop_here()
    if len(played) < FEWEST:
        few = f"nothing can be concluded from {len(played)} blocks; figures have intervals from {FEWEST} on"
        click.echo(few, err=True)
    write_whole(folder / f"{setting.name}.digests", digests_text(played).encode())
    written = write_pages(setting, played, parts(setting, played), pages or folder)
    click.echo(f"the pages are {' and '.join(map(str, written))}; digests are in {folder / setting.name}.digests")
