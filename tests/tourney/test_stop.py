"""Stopping: in good order or at once, and never with a child left behind or a finished chunk lost."""

import os
import signal
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.tourney.tournament import Process, contents, only_run, played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.tourney import folder
from wallenstein.tourney.folder import RunFolder

pytestmark = pytest.mark.slow


def long_config(tmp_path: Path, blocks: int = 80) -> Path:
    return write_config(tmp_path, ("slow", "decent"), blocks=blocks, chunk=6)


def stopped(tmp_path: Path, times: int) -> tuple[Process, int, str, str]:
    process = Process(long_config(tmp_path), tmp_path / "results", "--jobs", "2", hold=4)
    assert process.wait_for_lines(4)
    for _ in range(times):
        os.killpg(process.process.pid, signal.SIGINT)  # as a terminal does it: to the whole group
    return process, *process.end()


def test_ctrl_c_stops_in_good_order_and_says_how_to_go_on(tmp_path: Path) -> None:
    process, code, output, errors = stopped(tmp_path, 1)
    assert code == 130
    assert "Traceback" not in errors
    assert "To resume, run\n  wallenstein tourney --config" in errors
    assert "toy: " in output, "the standings so far"
    assert process.left_behind() == []
    folder = only_run(tmp_path / "results")
    before = Run(folder).games
    assert 18 <= before < 160
    config = tmp_path / "toy.toml"
    assert contents(played(config, tmp_path / "results", 2).folder) == contents(
        played(config, tmp_path / "whole").folder
    )


@pytest.mark.long
def test_ctrl_c_twice_stops_at_once(tmp_path: Path) -> None:
    process, code, _, errors = stopped(tmp_path, 2)
    assert code == 130
    assert "Traceback" not in errors
    assert process.left_behind() == []
    assert Run(only_run(tmp_path / "results")).games >= 18


def test_a_finished_run_says_so_and_shows_its_standings(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=2)
    assert Process(config, tmp_path / "results").end()[0] == 0
    before = contents(only_run(tmp_path / "results"), measured=True)
    code, output, errors = Process(config, tmp_path / "results").end()
    assert code == 0
    assert "this run is finished" in errors
    assert "decent" in output
    assert contents(only_run(tmp_path / "results"), measured=True) == before


@pytest.mark.long
def test_two_processes_cannot_play_one_run(tmp_path: Path) -> None:
    config = long_config(tmp_path)
    first = Process(config, tmp_path / "results", hold=2)
    assert first.wait_for_lines(2)
    code, _, errors = Process(config, tmp_path / "results").end()
    assert code == 2
    assert "another process is playing this run" in errors
    first.process.send_signal(signal.SIGINT)
    assert first.end()[0] == 130


@pytest.mark.long
def test_a_table_that_cannot_be_written_stops_with_a_sentence(tmp_path: Path) -> None:
    config = long_config(tmp_path)
    process = Process(config, tmp_path / "results", "--quiet", hold=3)
    assert process.wait_for_lines(3)
    process.process.kill()
    process.end()
    assert process.left_behind() == []
    folder = only_run(tmp_path / "results")
    (folder / "tables").mkdir()
    (folder / "tables" / "seats").touch()  # a file where a folder should be: nothing can be written below it
    code, _, errors = Process(config, tmp_path / "results", "--quiet").end()
    assert code == 1
    assert errors.count("\n") == 1, errors
    assert "Traceback" not in errors
    (folder / "tables" / "seats").unlink()
    code, _, errors = Process(config, tmp_path / "results", "--quiet").end()
    assert (code, errors) == (0, "")


def test_a_run_that_was_removed_meanwhile_is_not_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes that start a run anew would otherwise both play in its folder."""
    first, waits, refused = RunFolder(tmp_path / "run"), Event(), list[str]()
    monkeypatch.setattr(folder, "PATIENCE", 0.5)
    monkeypatch.setattr(folder, "sleep", lambda _: waits.set())

    def seize() -> None:
        try:
            RunFolder(tmp_path / "run").close()
        except ConfigError as error:
            refused.append(str(error))

    second = Thread(target=seize)
    second.start()
    assert waits.wait(10)
    first.remove()
    second.join()
    assert refused == [f"{tmp_path / 'run'}: another process is playing this run; wait for it"]
