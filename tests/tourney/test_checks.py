"""Recorded games are checked in several processes and on other machines, with the same findings in the same order."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner

from tests.record.forging import forge
from tests.tourney.tournament import played, write_config
from wallenstein.cli import main
from wallenstein.record import merging
from wallenstein.record.manifest import Excerpts, Manifest, read
from wallenstein.record.read import Run
from wallenstein.tourney.verification import verify_run

LADDER = ['tourney.format="ladder"', 'bots.entries=["good", "decent", "sloppy", "bad"]']


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four part files for each table."""
    folder = tmp_path_factory.mktemp("checked")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(merging, "GAMES", 12)
        return played(write_config(folder, blocks=20), folder / "results").folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    """A copy in which the results of two segments are others."""
    folder = Path(copytree(original, tmp_path / original.name))
    for row in (30, 70):
        forge(folder, "seats", "score", 99, row)
    return folder


def test_several_processes_find_the_same(original: Path, forged: Path) -> None:
    assert verify_run(Run(original), None, print, jobs=2).problems == []
    alone = verify_run(Run(forged), None, print)
    assert len(alone.problems) == 2
    assert verify_run(Run(forged), None, print, jobs=2) == alone


def test_an_excerpt_is_the_manifest_of_one_segment(original: Path, tmp_path: Path) -> None:
    run = Run(original)
    excerpts = Excerpts(read(run.manifest.path))
    segment = run.segments[1]
    (tmp_path / "manifest.jsonl").write_bytes(excerpts.of(segment))
    assert Manifest(tmp_path).segments() == [segment]
    assert Manifest(tmp_path).header == run.header


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler with a worker in this process."""
    from distributed import LocalCluster

    cluster: Any = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with cluster:
        yield cluster.scheduler_address


@pytest.mark.long
def test_workers_of_dask_find_the_same(forged: Path, scheduler: str) -> None:
    alone = verify_run(Run(forged), None, print)
    assert verify_run(Run(forged), None, print, scheduler=scheduler) == alone
    assert verify_run(Run(forged), 7, print, scheduler=scheduler).games == 7


@pytest.mark.long
def test_games_of_a_ladder_are_played_and_checked_there(tmp_path: Path, scheduler: str) -> None:
    """Its later rounds are known from the manifest alone."""
    config = write_config(tmp_path, blocks=40)
    sets = [*LADDER, "run.executor=dask", f"run.scheduler={scheduler}"]
    there, here = (played(config, tmp_path / name, sets=s).folder for name, s in (("there", sets), ("here", LADDER)))
    assert read(there / "manifest.jsonl").count(b'{"round"') > 0
    assert Run(there).table("games").equals(Run(here).table("games"))
    assert verify_run(Run(there), None, print, scheduler=scheduler).problems == []


def test_from_the_command_line(original: Path) -> None:
    result = CliRunner().invoke(main, ["verify", str(original), "--jobs", "2"])
    assert result.exit_code == 0, result.output
    assert "40 of 40 games replayed with the same result" in result.output
