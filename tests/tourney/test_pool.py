"""The pool of workers: whatever happens to one of them, its task is done by another."""

import faulthandler
import os
import resource
import signal
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

import pytest

from tests.tourney.tournament import played_at, write_config
from wallenstein.core.errors import WallensteinError
from wallenstein.table.processes.usage import children
from wallenstein.tourney.pool import TRIES, LocalPool, Task, TaskResult, WorkerLost


def done(pool: LocalPool, tasks: range) -> dict[Task, TaskResult]:
    """All results."""
    found: dict[Task, TaskResult] = {}
    before = children(os.getpid())
    for task in tasks:
        pool.submit(task)
    try:
        while pool.under_way():
            found |= {result.task: result for result in pool.finished(0.1)}
    finally:
        pool.stop()
    assert children(os.getpid()) == before
    return found


def once(folder: Path, task: int, attack: Any) -> int:
    """The task's number, at the second attempt."""
    try:
        (folder / str(task)).touch(exist_ok=False)
    except FileExistsError:
        return task
    faulthandler.disable()  # its report of a fault that is meant would fill pages
    attack()
    sleep(60)
    return -1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGSEGV])
def test_a_worker_that_is_lost_is_replaced(tmp_path: Path, number: int) -> None:
    pool = LocalPool(lambda task: once(tmp_path, task, lambda: os.kill(os.getpid(), number)), 2, 60)
    assert {task: result.value for task, result in done(pool, range(5)).items()} == {task: task for task in range(5)}


def test_a_task_whose_workers_are_always_lost_ends_the_run() -> None:
    (result,) = done(LocalPool(lambda task: os._exit(3), 2, 60), range(1)).values()
    assert isinstance(result.error, WorkerLost)
    assert str(result.error) == f"the worker of chunk 0 was lost {TRIES} times"


def test_a_task_that_takes_too_long_ends_the_run() -> None:
    began = monotonic()
    (result,) = done(LocalPool(lambda task: sleep(60), 1, 0.3), range(1)).values()
    assert str(result.error) == "chunk 0 took more than 0 seconds and was stopped"
    assert monotonic() - began < 30


class Peculiar(Exception):
    """Cannot be sent from one process to another."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")
        self.lock = Lock()


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("no"), ValueError, "no"),
        (WallensteinError("a sentence"), WallensteinError, "a sentence"),
        (Peculiar(1, 2), WorkerLost, "chunk 0 failed: Peculiar: 1 and 2"),
    ],
)
def test_errors_come_back_with_the_lines_that_led_to_them(error: Exception, kind: type[Exception], text: str) -> None:
    def failing(task: int) -> None:
        raise error

    (result,) = done(LocalPool(failing, 1, 60), range(1)).values()
    assert type(result.error) is kind
    assert str(result.error) == text
    assert kind is WorkerLost or "in failing" in "".join(result.error.__notes__)


def test_large_results_come_whole() -> None:
    found = done(LocalPool(lambda task: bytes([task]) * 3_000_000, 2, 60), range(4))
    assert [found[task].value for task in range(4)] == [bytes([task]) * 3_000_000 for task in range(4)]


def test_what_a_worker_has_started_ends_with_it(tmp_path: Path) -> None:
    def litter(task: int) -> None:
        child = os.fork()
        if not child:
            os.setsid()
            grandchild = os.fork()
            if grandchild:
                (tmp_path / "number").write_text(str(grandchild))
                os._exit(0)
            sleep(60)
            os._exit(0)
        os.waitpid(child, 0)

    done(LocalPool(litter, 1, 60), range(1))
    assert not Path(f"/proc/{(tmp_path / 'number').read_text()}").exists()


def test_workers_keep_to_a_processor_each_where_they_take_all_of_them() -> None:
    free = os.sched_getaffinity(0)
    results = done(LocalPool(where, len(free), 60), range(len(free)))
    assert sorted(min(result.value) for result in results.values()) == sorted(free)
    assert all(len(result.value) == 1 for result in results.values())


def test_workers_keep_to_no_processor_where_some_are_left() -> None:
    free = os.sched_getaffinity(0)
    (result,) = done(LocalPool(where, len(free) + 1, 60), range(1)).values()
    assert result.value == free


def where(task: Any) -> set[int]:
    """The processors that this worker may use; it takes so long that others do the other tasks."""
    sleep(0.5)
    return os.sched_getaffinity(0)


def test_many_workers_and_their_files_stop_no_process_from_listening(tmp_path: Path) -> None:
    """`select` cannot wait for files with numbers from 1024 on, which the last of 300 workers have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, hard))
    try:
        with ExitStack() as files:
            for _ in range(1024):
                files.enter_context(open(os.devnull))
            config = write_config(tmp_path, ("decent", "crashing"), blocks=1)
            run = played_at(config, tmp_path / "results", 2, ["run.isolation=process"])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert run.finished
    assert run.faults
