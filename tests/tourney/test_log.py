"""One log for all processes, with or without multiprocessing-logging, whatever happens to a worker."""

import logging
import os
import re
from itertools import count
from pathlib import Path
from random import Random
from threading import active_count
from time import monotonic, sleep
from typing import Any

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.tourney.log import LOG, logging_to
from wallenstein.tourney.pool import LocalPool, TaskResult, Worker
from wallenstein.tourney.worker.game_process import forget_log

KILLS = 50
LINE = re.compile(r"[\d-]+ [\d:,]+ \d+ INFO worker (\d+), line (\d+), x{500}\.")


@pytest.fixture(params=[True, False], ids=["handler of the library", "plain queue"], autouse=True)
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of a worker as it is on Linux, and as it is elsewhere."""
    monkeypatch.setattr("wallenstein.tourney.log.LINUX", request.param)


def test_what_workers_say_is_in_the_log(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("quitting", "decent"), blocks=2)
    log = (played(config, tmp_path / "results", 2).folder / LOG).read_text()
    assert "WARNING game 0, seat 0: died: its process ended with exit code 0" in log
    assert log.count("WARNING game") == 4
    assert "all is played: 1 of 1 chunks" in log.splitlines()[-1], "the runner waits for the lines of its workers"


def test_the_last_lines_of_a_worker_are_not_lost(tmp_path: Path) -> None:
    def say_much(task: Any) -> None:
        for line in range(3_000):
            say(task, line)

    with logging_to(tmp_path / LOG):
        done(LocalPool(say_much, 1, 60, tmp_path / LOG))
        assert lines(tmp_path / LOG) == [(0, line) for line in range(3_000)]


@pytest.mark.slow
def test_workers_that_are_killed_silence_no_other(tmp_path: Path) -> None:
    """Each is killed while it logs, so some of them hold a lock."""

    def started(number: int) -> Worker:
        worker = Worker(talk, log=tmp_path / LOG)
        worker.begin(number)
        return worker

    threads, random = active_count(), Random(1)
    workers: dict[int, Worker] = {}
    with logging_to(tmp_path / LOG):
        try:
            for number in range(KILLS + 3):
                if number >= 3:
                    sleep(0.01)
                    killed = workers.pop(random.choice(list(workers)))
                    killed.process.kill()
                    killed.end()
                workers[number] = started(number)
            before, given_up = len(lines(tmp_path / LOG)), monotonic() + 10
            while {number for number, _ in lines(tmp_path / LOG)[before:]} != set(workers):
                assert monotonic() < given_up, "a worker is silent"
                sleep(0.1)
        finally:
            for worker in workers.values():
                worker.end()
    assert len({number for number, _ in lines(tmp_path / LOG)}) > KILLS / 2
    assert active_count() == threads


def done(pool: LocalPool) -> list[TaskResult]:
    """The result of one task."""
    found: list[TaskResult] = []
    pool.submit(0)
    while pool.under_way():
        found += pool.finished(0.1)
    pool.stop()
    return found


def talk(task: Any) -> None:
    """Logs until it is killed."""
    for line in count():
        say(task, line)
        sleep(0.0002)


def say(task: Any, line: int) -> None:
    """Logs a line that shows whether all of it is there."""
    logging.getLogger("wallenstein.worker").info("worker %d, line %d, %s.", task, line, "x" * 500)


def lines(log: Path) -> list[tuple[int, int]]:
    """Who has said which line; none is torn. The last may be about to be written."""
    text = log.read_text()
    found = [LINE.fullmatch(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    assert None not in found
    return [(int(match[1]), int(match[2])) for match in found if match]


def test_a_process_of_bots_cannot_send_to_the_log(tmp_path: Path) -> None:
    def forget(task: Any) -> None:
        handlers: list[Any] = logging.getLogger("wallenstein").handlers
        pipe = handlers[0].queue._writer.fileno()
        assert os.fstat(pipe)
        forget_log()
        say(task, 0)
        os.fstat(pipe)

    with logging_to(tmp_path / LOG):
        (result,) = done(LocalPool(forget, 1, 60, tmp_path / LOG))
        assert isinstance(result.error, OSError)
    assert (tmp_path / LOG).read_text() == ""


def test_a_log_that_cannot_be_written_is_no_reason_to_stop(capfd: pytest.CaptureFixture[str]) -> None:
    with logging_to(Path("/dev/full")) as log:
        log.info("nobody will read this")
    assert capfd.readouterr() == ("", "")
