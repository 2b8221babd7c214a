"""One log for all processes, with or without fork as the usual way to start them."""

import multiprocessing
from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.tourney.log import logging_to


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_what_workers_say_is_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: method)
    config = write_config(tmp_path, ("quitting", "decent"), blocks=2)
    log = (played(config, tmp_path / "results", 2).folder / "run.log").read_text()
    assert "WARNING game 0, seat 0: died: its process ended with exit code 0" in log
    assert log.count("WARNING game") == 4
    assert "all is played: 1 of 1 chunks" in log


def test_a_log_that_cannot_be_written_is_no_reason_to_stop(capfd: pytest.CaptureFixture[str]) -> None:
    with logging_to(Path("/dev/full")) as log:
        log.info("nobody will read this")
    assert capfd.readouterr() == ("", "")
