"""Plays small tournaments of the toy game in a folder, and compares what they leave."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tests.tourney.toygame  # noqa: F401  (registers the game)
from wallenstein.record.dataset import Run
from wallenstein.tourney.play import Outcome, open_folder, play, prepare
from wallenstein.tourney.progress import Tally
from wallenstein.tourney.run_folder import RunFolder

MISBEHAVING = "tests.bots.misbehaving"
CONFIG = """
[tourney]
name = "toy"
seed = 7
blocks = {blocks}
players = {players}

[game]
name = "toy"

[bots]
paths = ["{bots}"]
entries = {entries}

[run]
chunk = {chunk}
limits = {{ start = 1.0, choose = 0.1, plan = 0.1, memory_mb = 200 }}
"""
BOTS = Path(__file__).parents[1] / "bots" / "misbehaving.py"


def write_config(folder: Path, entries: Sequence[str] = ("decent", "sloppy"), **values: Any) -> Path:
    """A configuration file for the toy game."""
    path = folder / "toy.toml"
    values = {"blocks": 10, "players": 2, "chunk": 4, **values}
    path.write_text(CONFIG.format(bots=BOTS, entries=list(entries), **values).replace("'", '"'))
    return path


def played(config: Path, results: Path, jobs: int = 1, sets: Sequence[str] = (), fresh: bool = False) -> Outcome:
    """Plays the tournament to its end."""
    tournament = prepare(config, sets, results)
    folder = open_folder(tournament, results, fresh)
    try:
        return play(tournament, folder, quiet(folder), jobs)
    finally:
        folder.close()


def quiet(folder: RunFolder) -> Tally:
    """A progress that shows nothing."""
    header = folder.manifest.header
    return Tally(header["games"], tuple(header["entries"]))


def contents(folder: Path, measured: bool = False) -> dict[str, bytes]:
    """All part files by their path, without the measured ones."""
    parts = sorted((folder / "tables").rglob("*"))
    files = {str(path.relative_to(folder)): path.read_bytes() for path in parts if path.is_file()}
    return {name: data for name, data in files.items() if measured or "timings" not in name}


def faults_of(folder: Path) -> list[dict[str, Any]]:
    """The faults table with the bots' names."""
    run = Run(folder)
    seats = {(row["game"], row["seat"]): row["bot"] for row in run.table("seats").to_pylist()}
    return [{**row, "bot": seats[row["game"], row["seat"]]} for row in run.table("faults").to_pylist()]
