"""Where numbered tasks are done, such as the playing of chunks. The runner knows the protocol only."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, TimeoutError, wait
from time import sleep
from typing import Any, Final, NamedTuple, Protocol

from pebble import ProcessExpired, ProcessPool

from wallenstein.core.errors import WallensteinError
from wallenstein.table.isolation import die_with_parent

Work = Callable[[int], Any]  # does the task of that number
TRIES: Final = 3  # how often a task is begun when its worker is killed from outside


class WorkerLost(WallensteinError):
    """A worker ended again and again, for no reason that the program can see."""

    exit_code = 1


class TaskResult(NamedTuple):
    """A task that has ended: what it returned, or the error that ended it."""

    task: int
    value: Any  # None if it failed
    error: BaseException | None


class Executor(Protocol):
    """Has tasks done somewhere."""

    room: int  # how many tasks it can use at a time

    def submit(self, task: int) -> None:
        """Has a task done."""

    def finished(self, seconds: float) -> list[TaskResult]:
        """What has been finished since, waiting for so long at most."""

    def drop_waiting(self) -> None:
        """Takes back the tasks that nobody has begun."""

    def under_way(self) -> list[int]:
        """The tasks that are being done or are waiting."""

    def stop(self) -> None:
        """Ends all workers, and with them what they are doing."""


class LocalPool:
    """A pool of processes on this machine. A task that takes longer than its deadline is ended with its worker."""

    def __init__(self, work: Work, jobs: int, deadline: float) -> None:
        _WORK.clear()
        _WORK.append(work)  # inherited by the workers: nothing of it needs to be sent
        self.room = 2 * jobs
        self.deadline: Final = deadline
        context = multiprocessing.get_context("fork")
        self.pool: Final[Any] = ProcessPool(jobs, initializer=die_with_parent, context=context)
        self.tries: dict[int, int] = {}
        self.futures: dict[Future[Any], int] = {}

    def submit(self, task: int) -> None:
        """Has a task done."""
        self.tries[task] = self.tries.get(task, 0) + 1
        self.futures[self.pool.schedule(_do, args=(task,), timeout=self.deadline)] = task

    def finished(self, seconds: float) -> list[TaskResult]:
        """What has been finished since, waiting for so long at most."""
        if not self.futures:
            sleep(seconds)
        done, _ = wait(self.futures, seconds, FIRST_COMPLETED)
        found = [self._result(future) for future in done]
        return [result for result in found if result is not None]

    def drop_waiting(self) -> None:
        """Takes back the tasks that nobody has begun."""
        for future in list(self.futures):
            if not future.running() and future.cancel():
                del self.futures[future]

    def under_way(self) -> list[int]:
        """The tasks that are being done or are waiting."""
        return list(self.futures.values())

    def stop(self) -> None:
        """Ends all workers, and with them what they are doing."""
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
        except BaseException as error:  # whatever the worker raised is for the runner to judge
            return TaskResult(task, None, error)


_WORK: Final[list[Work]] = []


def _do(task: int) -> Any:
    return _WORK[0](task)
