"""Bots that are out of a tournament after some benched games: which games they play follows from the schedule alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tourney.test_resume import Enough
from tests.tourney.tournament import contents, played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.tourney import run
from wallenstein.tourney.pool import Task, TaskResult
from wallenstein.tourney.run import Tournament, open_folder, play_tournament, prepare, run_context
from wallenstein.tourney.schedule import PlannedChunk
from wallenstein.tourney.verification import verify_run
from wallenstein.tourney.worker.tasks import Tasks

pytestmark = pytest.mark.slow
SETS = ["run.max_faults=1", "run.drop_after=3"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path, ("decent", "good", "hopeless", "decent2"), blocks=8)


class LastFirst:
    """Does up to six tasks at a time, the last of them first."""

    room = 6

    def __init__(self, tasks: Callable[[Task], Any]) -> None:
        self.tasks = tasks
        self.waiting: list[Task] = []
        self.begun: list[Task] = []

    def submit(self, task: Task) -> None:
        self.waiting.append(task)
        self.begun.append(task)

    def finished(self, seconds: float) -> list[TaskResult]:
        task = self.waiting.pop()
        return [TaskResult(task, self.tasks(task), None)]

    def drop_waiting(self) -> None:
        self.waiting.clear()

    def under_way(self) -> list[Task]:
        return self.waiting

    def stop(self) -> None:
        self.waiting.clear()


def own_and_out(folder: Path) -> tuple[list[int], list[int]]:
    """The games of the hopeless bot in which it was at fault itself, and those in which it was out."""
    rows = Run(folder).table("faults", ["game", "kind"]).to_pylist()
    return [row["game"] for row in rows if row["kind"] == "crash"], [r["game"] for r in rows if r["kind"] == "out"]


def test_it_plays_its_games_and_no_more(config: Path, tmp_path: Path) -> None:
    finished = played(config, tmp_path / "results", sets=SETS)
    own, out = own_and_out(finished.folder)
    assert (len(own), len(out)) == (3, 45)
    assert max(own) < min(out)
    assert verify_run(Run(finished.folder), None, lambda said: None).problems == []
    assert finished.summary
    last = finished.summary.cells[0].entrants[-1]
    assert (last.name, last.benched) == ("hopeless", 48)


def test_tables_do_not_depend_on_the_number_of_processes(config: Path, tmp_path: Path) -> None:
    one = played(config, tmp_path / "one", sets=SETS).folder
    assert contents(played(config, tmp_path / "two", jobs=2, sets=SETS).folder) == contents(one)


def test_nor_on_the_order_in_which_chunks_end(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[LastFirst] = []

    def executor(tournament: Tournament, folder: Any, progress: Any, jobs: int) -> LastFirst:
        made.append(LastFirst(Tasks(run_context(tournament, folder.path, progress.games_done), tournament.schedule)))
        return made[-1]

    one = played(config, tmp_path / "one", sets=SETS).folder
    monkeypatch.setattr(run, "_executor", executor)
    assert contents(played(config, tmp_path / "other", sets=SETS).folder) == contents(one)
    chunks = [task.number if isinstance(task, PlannedChunk) else task for task in made[0].begun]
    numbers = [chunk for chunk in chunks if isinstance(chunk, int)]
    assert 0 < len(numbers) - len(set(numbers)) <= LastFirst.room, "only those that were under way are played again"


@pytest.mark.parametrize("chunks", [1, 5])
def test_nor_on_a_stop(config: Path, tmp_path: Path, chunks: int) -> None:
    tournament = prepare(config, SETS, tmp_path / "results")
    folder = open_folder(tournament, tmp_path / "results", fresh=False)
    with pytest.raises(SystemError):
        play_tournament(tournament, folder, Enough(chunks, ("decent", "good", "hopeless", "decent2")), 2)
    folder.close()
    resumed = played(config, tmp_path / "results", jobs=2, sets=SETS).folder
    assert contents(resumed) == contents(played(config, tmp_path / "whole", sets=SETS).folder)


def test_a_ladder_sees_the_same_games(config: Path, tmp_path: Path) -> None:
    sets = [*SETS, "tourney.format=ladder"]
    one, two = (played(config, tmp_path / str(jobs), jobs=jobs, sets=sets).folder for jobs in (1, 2))
    assert contents(one) == contents(two)
    assert Run(one).manifest.rounds == Run(two).manifest.rounds
    assert len(own_and_out(one)[0]) == 3


def test_a_changed_manifest_is_noticed(config: Path, tmp_path: Path) -> None:
    opened = Run(played(config, tmp_path / "results", sets=SETS).folder)
    chunk = opened.manifest.chunks[0]
    opened.manifest.chunks[0] = chunk._replace(benched=())
    assert "benched is" in verify_run(opened, None, lambda said: None).problems[0]


def test_games_that_count_for_nobody_are_refused(config: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run.drop_after: needs on_bench"):
        prepare(config, [*SETS, "tourney.on_bench=leave-out"], tmp_path)
