"""Where numbered tasks run, such as playing chunks. The runner only knows the protocol."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, TimeoutError, wait
from time import sleep
from typing import Any, Final, NamedTuple, Protocol

from pebble import ProcessExpired, ProcessPool

from wallenstein.core.errors import WallensteinError
from wallenstein.table.isolation import die_with_parent

Work = Callable[[int], Any]  # does the task of that number
TRIES: Final = 3  # attempts at a task whose worker is killed from outside


class WorkerLost(WallensteinError):
    """A worker was killed repeatedly, for a reason unknown to the program."""

    exit_code = 1


class TaskResult(NamedTuple):
    """A finished task: its result, or its error."""

    task: int
    value: Any  # None if it failed
    error: BaseException | None


class Executor(Protocol):
    """Runs tasks somewhere."""

    room: int  # how many tasks it accepts at a time

    def submit(self, task: int) -> None:
        """Submits a task."""

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""

    def drop_waiting(self) -> None:
        """Drops the tasks that have not started."""

    def under_way(self) -> list[int]:
        """The tasks that are running or waiting."""

    def stop(self) -> None:
        """Ends all workers and their tasks."""


class LocalPool:
    """A pool of processes on this machine. A task that exceeds its deadline is ended with its worker."""

    def __init__(self, work: Work, jobs: int, deadline: float) -> None:
        _WORK.clear()
        _WORK.append(work)  # inherited by the workers, so it need not be sent
        self.room = 2 * jobs
        self.deadline: Final = deadline
        context = multiprocessing.get_context("fork")
        self.pool: Final[Any] = ProcessPool(jobs, initializer=die_with_parent, context=context)
        self.tries: dict[int, int] = {}
        self.futures: dict[Future[Any], int] = {}

    def submit(self, task: int) -> None:
        """Submits a task."""
        self.tries[task] = self.tries.get(task, 0) + 1
        self.futures[self.pool.schedule(_do, args=(task,), timeout=self.deadline)] = task

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""
        if not self.futures:
            sleep(seconds)
        done, _ = wait(self.futures, seconds, FIRST_COMPLETED)
        found = [self._result(future) for future in done]
        return [result for result in found if result is not None]

    def drop_waiting(self) -> None:
        """Drops the tasks that have not started."""
        for future in list(self.futures):
            if not future.running() and future.cancel():
                del self.futures[future]

    def under_way(self) -> list[int]:
        """The tasks that are running or waiting."""
        return list(self.futures.values())

    def stop(self) -> None:
        """Ends all workers and their tasks."""
        self.pool.stop()
        self.pool.join()

    def _result(self, future: Future[Any]) -> TaskResult | None:
        task = self.futures.pop(future)
        try:
            return TaskResult(task, future.result(), None)
        except CancelledError:
            return None
        except ProcessExpired as error:
            if self.tries[task] < TRIES:
                self.submit(task)
                return None
            text = f"the worker of chunk {task} was killed {TRIES} times (exit code {error.exitcode})"
            return TaskResult(task, None, WorkerLost(text))
        except TimeoutError:
            text = f"chunk {task} took more than {self.deadline:,.0f} seconds and was stopped"
            return TaskResult(task, None, WorkerLost(text))
        except BaseException as error:  # the runner handles whatever the worker raised
            return TaskResult(task, None, error)


_WORK: Final[list[Work]] = []


def _do(task: int) -> Any:
    return _WORK[0](task)
