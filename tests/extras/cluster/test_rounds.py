"""A tournament in rounds on workers of Dask: the games are those of this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.record.manifest import read
from wallenstein.record.read import Run
from wallenstein.tourney.verification import verify_run

LADDER = ['tourney.format="ladder"', 'bots.entries=["good", "decent", "sloppy", "bad"]']


@pytest.fixture
def scheduler() -> Iterator[str]:
    """A scheduler with a worker in this process."""
    from distributed import LocalCluster

    cluster: Any = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with cluster:
        yield cluster.scheduler_address


@pytest.mark.long
def test_games_of_a_ladder_are_played_there(tmp_path: Path, scheduler: str) -> None:
    config = write_config(tmp_path, blocks=40)
    sets = [*LADDER, "run.executor=dask", f"run.scheduler={scheduler}"]
    there, here = (played(config, tmp_path / name, sets=s).folder for name, s in (("there", sets), ("here", LADDER)))
    assert read(there / "manifest.jsonl").count(b'{"round"') > 0
    assert Run(there).table("games").equals(Run(here).table("games"))
    assert verify_run(Run(there), None, print).problems == []
