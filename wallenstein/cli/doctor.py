"""`wallenstein doctor`: this machine, and a tournament between copies of one bot, of which none is better."""

import os
import platform
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Final

import click

from wallenstein import __version__, compiled
from wallenstein.cli.group import needs_room
from wallenstein.core.errors import WallensteinError
from wallenstein.core.program.packaged import PACKAGE, need_unix
from wallenstein.core.text import counted
from wallenstein.stats.figures import CellSummary

COPIES: Final = 4
BOT: Final = "random"  # draws at every decision; copies of one that never draws play one game in all rotations
ISOLATIONS: Final = ("none", "process", "sandbox")


@click.command()
@click.option("--blocks", type=click.IntRange(2, 10_000), default=40, show_default=True, help="The number of seeds.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The seed of all games.")
@needs_room
def doctor(blocks: int, seed: int) -> None:
    """Examine this machine, and play copies of one bot.

    Prints the versions, and whether the rules play here as everywhere. Then four copies of a bot play the same seeds
    in each kind of isolation that works here (an A/A run): the games must be the same in all kinds, and no copy may
    be called better. Exit code 1 if anything is wrong.
    """
    need_unix("doctor")
    from wallenstein.tourney.bench import SIGNATURE, signature

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    click.echo(f"wallenstein {__version__} in {PACKAGE}")
    click.echo(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {cores} cores")
    click.echo(compiled.sentence())
    sound = signature() == SIGNATURE
    click.echo(
        "They play as on every machine."
        if sound
        else "They do not play as on other machines: wallenstein bench has the signatures. Please report it."
    )
    with tempfile.TemporaryDirectory(prefix="wallenstein-") as folder:
        cell, same = _copies({"seed": seed, "blocks": blocks, "players": COPIES}, Path(folder))
    better = any(pair.differs for pair in cell.pairs)
    shares = ", ".join(f"{100 * each.win_share.known:.1f} %" for each in cell.entrants)
    click.echo(
        "The games are the same in all of them."
        if same
        else "The games differ between kinds of isolation. That is a fault of the program: please report it."
    )
    click.echo(f"A/A run: {COPIES} copies of {BOT} win {shares}; each would win {100 / COPIES:.0f} % in the long run.")
    click.echo(
        "A copy is called better, as in up to 5 of 100 such runs: try other seeds with --seed."
        if better
        else "No copy is shown to be better than another, as it should be."
    )
    sys.exit(int(better or not (same and sound)))


def _copies(tourney: dict[str, int], folder: Path) -> tuple[CellSummary, bool]:
    """The figures of a run of copies, and whether its games are the same in all kinds of isolation."""
    entries = [{"name": f"copy-{number}", "bot": BOT} for number in range(1, COPIES + 1)]
    found = dict[str, tuple[CellSummary, list[object]]]()
    for kind in ISOLATIONS:
        config = {"tourney": tourney, "bots": {"entry": entries}, "run": {"isolation": kind, "report": False}}
        began = monotonic()
        try:
            found[kind] = _played(config, folder / kind)
        except WallensteinError as error:
            if not found:
                raise
            click.echo(f"isolation {kind}: not here, because {error}")
            continue
        games = len(found[kind][1])
        click.echo(f"isolation {kind}: {counted(games, 'game')}, {games / (monotonic() - began):.0f} a second")
    (cell, first), *others = found.values()
    return cell, all(games == first for _, games in others)


def _played(config: dict[str, object], folder: Path) -> tuple[CellSummary, list[object]]:
    """The figures of a tournament, and the differences between its games."""
    from wallenstein.tourney.figures.run_summary import summarise
    from wallenstein.tourney.progress import RunTally
    from wallenstein.tourney.run import play_whole, prepare

    tournament = prepare(Path("doctor"), (), folder, config)
    played = play_whole(folder, tournament, RunTally, tournament.config.run.processes)
    return summarise(played).cells[0], played.table("games", ["digest"])["digest"].to_pylist()
