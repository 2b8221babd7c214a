"""Does tasks on the workers of a Dask scheduler. Lost tasks are done again."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from wallenstein.extras.cluster.bundle import bundle_run
from wallenstein.extras.cluster.on_worker import Reply, do, leave
from wallenstein.extras.cluster.scheduler import SchedulerClient, SchedulerLost, Workers
from wallenstein.extras.cluster.session import SessionResult, Unfit
from wallenstein.record.write import write_whole
from wallenstein.tourney.pool import TRIES, Task, TaskResult, WorkerLost
from wallenstein.tourney.run import Tournament
from wallenstein.tourney.worker.tasks import files_needed

A_THREAD: Final = 2  # tasks in the scheduler for each thread of a worker: one is done, one waits
LOOK: Final = 2.0  # seconds between two looks at the workers
LOST: Final = 60.0  # seconds that a lost scheduler may take to come back
LEAVE: Final = 5.0  # seconds for workers to stop their games
log = logging.getLogger("wallenstein.runner")


class DaskExecutor:
    def __init__(self, connection: SchedulerClient, bundle: bytes, folder: Path, tell: Callable[[str], None]) -> None:
        """Files that tasks need are read from the folder, and those that they make are written into it."""
        self.connection: Final = connection
        self.folder: Final = folder
        self.key: Final = secrets.token_hex(4)
        self.workers: Final = Workers(self.key, bundle, tell)
        self.tell: Final = tell
        self.waiting: list[Task] = []
        # by a number that is never used again, with its future, which Dask drops otherwise, and the wait for its reply
        self.given: Final[dict[int, tuple[Task, object, object]]] = {}
        self.replies: Final[SimpleQueue[tuple[int, Reply | BaseException]]] = SimpleQueue()
        self.tries: Final[dict[Task, int]] = {}
        self.number = 0
        self.next_look = 0.0
        self.lost_since: float | None = None

    @property
    def room(self) -> int:
        """The number of tasks that it accepts at a time: a few for each worker."""
        return max(1, A_THREAD * self.workers.size)

    def submit(self, task: Task) -> None:
        """The next call of `finished` gives the task to the scheduler, together with others."""
        self.waiting.append(task)

    def hand_out(self) -> None:
        """Gives tasks to the scheduler, if it answers and has workers for them."""
        if not (self.waiting and self.workers.threads and self.connection.is_up):
            return
        tasks, self.waiting, client = self.waiting, [], self.connection.client
        numbers = range(self.number + 1, self.number + 1 + len(tasks))
        self.number += len(tasks)
        # at once: the scheduler's time depends on the number of messages, not on their size
        futures = client.map(
            partial(do, self.key),
            tasks,
            [{name: (self.folder / name).read_bytes() for name in files_needed(task)} for task in tasks],
            key=[f"wallenstein-{self.key}-{number}" for number in numbers],
            workers=self.workers.only,
            pure=False,  # otherwise, all arguments are hashed
        )
        for number, task, future in zip(numbers, tasks, futures, strict=True):
            reply = asyncio.run_coroutine_threadsafe(self._reply(number, future), client.loop.asyncio_loop)
            self.given[number] = task, future, reply

    async def _reply(self, number: int, future: object) -> None:
        """Waits in the client's own thread; a reply is not kept until all have come."""
        try:
            self.replies.put((number, await self.connection.client.gather(future, asynchronous=True)))
        except BaseException as error:
            self.replies.put((number, error))

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""
        self._look()
        self.hand_out()
        found, replies = [], []
        with suppress(Empty):
            replies.append(self.replies.get(timeout=seconds))
            while True:
                replies.append(self.replies.get_nowait())
        for number, reply in replies:
            if (given := self.given.pop(number, None)) and (result := self._result(given[0], reply)) is not None:
                found.append(result)
        return found

    def _result(self, task: Task, reply: Reply | BaseException) -> TaskResult | None:
        """The result of a task; None if it must be done again."""
        if not isinstance(reply, Reply):
            return self._failed(task, reply)
        if reply.done is not None:
            return self._take(task, reply.worker, reply.done)
        if reply.error is not None:
            return TaskResult(task, None, reply.error)
        if reply.unfit:
            self.workers.refuse(reply.worker, reply.unfit)
        else:
            self.workers.forget(reply.worker)
            log.warning("task %s is done again: %s: %s", task, reply.worker, reply.lost)
        self.next_look = 0.0
        return self._again(task, counted=not reply.unfit)

    def _take(self, task: Task, worker: str, done: SessionResult) -> TaskResult:
        for level, text in done.lines:
            log.log(level, "%s: %s", worker, text)
        try:
            for path, data in ((self.folder / name, data) for name, data in done.files.items()):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, data, durable=False)
        except OSError as error:
            return TaskResult(task, None, error)
        self.tries.pop(task, None)
        return TaskResult(task, done.value, None)

    def _failed(self, task: Task, error: BaseException) -> TaskResult | None:
        """A task is lost for Dask: its worker was killed, the scheduler is gone, or an error has occurred."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        gone = isinstance(error, FutureCancelledError | asyncio.CancelledError)
        if gone or isinstance(error, KilledWorker | OSError | TimeoutError | ImportError):
            log.warning("task %s is done again: %s", task, error)
            self.next_look = 0.0
            return self._again(task, counted=not gone)
        return TaskResult(task, None, error)

    def _again(self, task: Task, counted: bool) -> TaskResult | None:
        """Puts the task first in line, unless it has been lost too often."""
        self.tries[task] = self.tries.get(task, 0) + counted
        if self.tries[task] >= TRIES:
            return TaskResult(task, None, WorkerLost(f"the worker of chunk {task} was lost {TRIES} times"))
        self.waiting.insert(0, task)
        return None

    def _look(self) -> None:
        """Looks at the workers, now and then; raises an error if none can play."""
        if self.connection.is_up:
            self.lost_since = None
            if monotonic() >= self.next_look:
                with suppress(OSError, TimeoutError):  # lost at this moment: the next look finds it
                    self.workers.look(self.connection.client)
                self.next_look = monotonic() + LOOK
                if sentence := self.workers.sentence:
                    raise Unfit(sentence)
            return
        if self.lost_since is None:
            self.lost_since = monotonic()
            self.tell(f"the scheduler {self.connection.scheduler} is lost; waiting for it to come back")
        if monotonic() > self.lost_since + LOST:
            raise SchedulerLost(
                f"the scheduler {self.connection.scheduler} was lost and has not come back for {LOST:g} seconds; "
                "all finished chunks are kept; run the same command again to resume"
            )
        if self.connection.is_lost:
            self.waiting[:0] = [task for task, *_ in self.given.values()]
            self.given.clear()
            self.workers.threads.clear()
            self.connection.again()

    def drop_waiting(self) -> None:
        self.waiting.clear()

    def under_way(self) -> list[Task]:
        return [*(task for task, *_ in self.given.values()), *self.waiting]

    def stop(self) -> None:
        """Ends the run's processes; the workers themselves go on."""
        self.waiting.clear()
        self.given.clear()
        if self.connection.is_up:
            with suppress(Exception):  # a worker that misses it ends its processes when they have been idle for long
                asyncio.run_coroutine_threadsafe(self._leave(), self.connection.client.loop.asyncio_loop).result(LEAVE)
        self.connection.close()

    async def _leave(self) -> None:
        await self.connection.client.run(leave, self.key, on_error="ignore")


def executor_of_games(tournament: Tournament, folder: Path, tell: Callable[[str], None]) -> DaskExecutor:
    """Plays a tournament by the workers of the scheduler that its configuration names."""
    bundle = bundle_run(tournament).packed()
    beside = Path(tournament.config.file).resolve().parent
    return DaskExecutor(SchedulerClient(tournament.config.run.scheduler or "", beside), bundle, folder, tell)
