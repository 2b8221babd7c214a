"""Plays small tournaments of the toy game in a folder, and compares what they leave."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory, mkdtemp
from time import monotonic, sleep
from typing import Any, NamedTuple

import tests.toy.game  # noqa: F401  (registers the game)
from tests.bots.signals import HOLD
from wallenstein.record import merging
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.stats.figures import RunSummary
from wallenstein.tourney.folder import RunFolder
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.run import RunResult, open_folder, play_tournament, prepare

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
isolation = "{isolation}"
limits = {{ start = 60.0, choose = 60.0, memory_mb = 200 }}
"""
BOTS = Path(__file__).parents[1] / "bots" / "misbehaving.py"
LOOKING = tuple(f"tests/{name}/" for name in ("analysis", "browser", "cli", "record", "report", "tourney/figures"))


def write_config(folder: Path, entries: Sequence[str] = ("decent", "sloppy"), **values: Any) -> Path:
    """A configuration file for the toy game. Bots share a process, which is quick, unless a test says otherwise."""
    path = folder / "toy.toml"
    values = {"blocks": 10, "players": 2, "chunk": 4, "isolation": "none", **values}
    path.write_text(CONFIG.format(bots=BOTS, entries=list(entries), **values).replace("'", '"'))
    return path


class PlayedHere(NamedTuple):
    """How a run ended whose folder is on this machine."""

    folder: Path
    summary: RunSummary | None
    finished: bool

    @property
    def faults(self) -> int:
        return RunResult(*self).faults


def played(config: Path, results: Path, jobs: int = 1, sets: Sequence[str] = (), fresh: bool = False) -> PlayedHere:
    """Plays the tournament to its end.

    A test of a folder that only looks at runs gets a copy of an equal run that was played before.
    """
    if not os.environ.get("PYTEST_CURRENT_TEST", "").startswith(LOOKING) or str(BOTS) not in config.read_text():
        found = played_at(config, results, jobs, sets, fresh)
        assert isinstance(found.folder, Path)
        return PlayedHere(found.folder, found.summary, found.finished)
    run = _played_once(config.read_text(), tuple(sets), merging.GAMES)
    return run._replace(folder=copytree(run.folder, results / run.folder.name), summary=deepcopy(run.summary))


@cache
def _played_once(text: str, sets: tuple[str, ...], part: int) -> PlayedHere:
    folder = Path(mkdtemp(dir=_runs().name))
    (folder / "toy.toml").write_text(text)
    found = played_at(folder / "toy.toml", folder / "results", sets=sets)
    assert isinstance(found.folder, Path)
    return PlayedHere(found.folder, found.summary, found.finished)


@cache
def _runs() -> TemporaryDirectory[str]:
    """Where they are, until all tests have run."""
    return TemporaryDirectory()


def played_at(
    config: Path, results: Location, jobs: int = 1, sets: Sequence[str] = (), fresh: bool = False
) -> RunResult:
    """The same, wherever the results are."""
    tournament = prepare(config, sets, results)
    folder = open_folder(tournament, results, fresh)
    try:
        return play_tournament(tournament, folder, quiet(folder), jobs)
    finally:
        folder.close()


def quiet(folder: RunFolder) -> RunTally:
    """A progress that shows nothing."""
    header = folder.manifest.header
    return RunTally(header["games"], tuple(header["entries"]))


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


COMMAND = "import tests.toy.game; from wallenstein.cli import main; main(prog_name='wallenstein')"


class Process:
    """A tournament in a process of its own, in a group of its own, as from a terminal.

    With `hold`, the bot `slow` waits as soon as the manifest has so many lines, so that the run cannot end before it
    is stopped, however busy the machine is.
    """

    def __init__(self, config: Path, results: Path, *options: str, hold: int | None = None) -> None:
        self.results = results
        command = [sys.executable, "-c", COMMAND, "tourney", "--config", str(config), "--results", str(results)]
        self.process = subprocess.Popen(
            [*command, *options],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ if hold is None else {**os.environ, HOLD: f"{results}:{hold}"},
        )

    def wait_for_lines(self, lines: int) -> bool:
        """Waits until the manifest has so many lines; whether it came to that before the end."""
        while self.process.poll() is None:
            if sum(path.read_bytes().count(b"\n") for path in self.results.glob("*/manifest.jsonl")) >= lines:
                return True
            sleep(0.01)
        return False

    def end(self, seconds: float = 300) -> tuple[int, str, str]:
        """Exit code, output and errors."""
        output, errors = self.process.communicate(timeout=seconds)
        return self.process.returncode, output, errors

    def left_behind(self) -> list[int]:
        """Processes of this tournament that are still there, after a moment to go."""
        given_up = monotonic() + 60
        while (found := list(self._alive())) and monotonic() < given_up:
            sleep(0.05)
        return found

    def _alive(self) -> Iterator[int]:
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if str(self.results).encode() in path.read_bytes():
                    yield int(path.parent.name)


def only_run(results: Path) -> Path:
    """The folder of the only run."""
    (folder,) = (path.parent for path in results.glob("*/manifest.jsonl"))
    return folder
