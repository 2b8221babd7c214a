"""Where chunks are played. The runner knows the protocol only, so that games may be played elsewhere one day."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, TimeoutError, wait
from time import sleep
from typing import Any, Final, NamedTuple, Protocol

from pebble import ProcessExpired, ProcessPool

from wallenstein.core.errors import WallensteinError
from wallenstein.tourney.worker.process_group import die_with_parent

Work = Callable[[int], Any]
TRIES: Final = 3  # how often a chunk is begun when its worker is killed from outside


class WorkerLost(WallensteinError):
    """A worker ended again and again, for no reason that the program can see."""

    exit_code = 1


class Finished(NamedTuple):
    """A chunk, and what came of the work on it."""

    chunk: int
    done: Any  # None if it failed
    error: BaseException | None


class Executor(Protocol):
    """Plays chunks somewhere."""

    room: int  # how many chunks it can use at a time

    def submit(self, chunk: int) -> None:
        """Has a chunk played."""

    def finished(self, seconds: float) -> list[Finished]:
        """What has been finished since, waiting for so long at most."""

    def drop_waiting(self) -> None:
        """Takes back the chunks that nobody has begun."""

    def under_way(self) -> list[int]:
        """The chunks that are being played or are waiting."""

    def stop(self) -> None:
        """Ends all workers, and with them what they are playing."""


class Local:
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

    def submit(self, chunk: int) -> None:
        """Has a chunk played."""
        self.tries[chunk] = self.tries.get(chunk, 0) + 1
        self.futures[self.pool.schedule(_play, args=(chunk,), timeout=self.deadline)] = chunk

    def finished(self, seconds: float) -> list[Finished]:
        """What has been finished since, waiting for so long at most."""
        if not self.futures:
            sleep(seconds)
        done, _ = wait(self.futures, seconds, FIRST_COMPLETED)
        found = [self._outcome(future) for future in done]
        return [outcome for outcome in found if outcome is not None]

    def drop_waiting(self) -> None:
        """Takes back the chunks that nobody has begun."""
        for future in list(self.futures):
            if not future.running() and future.cancel():
                del self.futures[future]

    def under_way(self) -> list[int]:
        """The chunks that are being played or are waiting."""
        return list(self.futures.values())

    def stop(self) -> None:
        """Ends all workers, and with them what they are playing."""
        self.pool.stop()
        self.pool.join()

    def _outcome(self, future: Future[Any]) -> Finished | None:
        chunk = self.futures.pop(future)
        try:
            return Finished(chunk, future.result(), None)
        except CancelledError:
            return None
        except ProcessExpired as error:
            if self.tries[chunk] < TRIES:
                self.submit(chunk)
                return None
            text = f"the worker of chunk {chunk} was killed {TRIES} times (exit code {error.exitcode})"
            return Finished(chunk, None, WorkerLost(text))
        except TimeoutError:
            text = f"chunk {chunk} took more than {self.deadline:,.0f} seconds and was given up"
            return Finished(chunk, None, WorkerLost(text))
        except BaseException as error:  # whatever the worker raised is for the runner to judge
            return Finished(chunk, None, error)


_WORK: Final[list[Work]] = []


def _play(chunk: int) -> Any:
    return _WORK[0](chunk)
