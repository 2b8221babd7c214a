"""Does tasks on the workers of a Dask scheduler, and fetches their files. Lost tasks are done again."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from wallenstein.extras.cluster.bundle import bundle_run
from wallenstein.extras.cluster.on_worker import RemoteBytes, Reply, do, leave
from wallenstein.extras.cluster.scheduler import SchedulerClient, SchedulerLost, Workers
from wallenstein.extras.cluster.session import SessionResult, Unfit
from wallenstein.record.write import write_whole
from wallenstein.tourney.pool import TRIES, Task, TaskResult, WorkerLost
from wallenstein.tourney.run import Tournament
from wallenstein.tourney.worker.tasks import files_for, files_needed

if TYPE_CHECKING:
    from distributed import Future


# Files that bypass the scheduler save its time: each way between two machines is tried first. A worker may be
# unreachable from the machine with the command or from another worker, for instance in a container.

PATIENCE: Final = 3.0  # seconds for a worker to answer
MOST: Final = 8  # machines that each new worker tries


class Routes:
    """The workers that can be reached, from here and from each other."""

    def __init__(self) -> None:
        self.tried: set[str] = set()
        self.far: set[str] = set()  # workers that this process cannot connect to
        self.apart: dict[str, set[str]] = {}  # by worker, those that it cannot connect to

    @property
    def to_here(self) -> bool:
        return not self.far

    @property
    def among_workers(self) -> bool:
        return not any(self.apart.values())

    def look(self, client: Any, there: Collection[str]) -> None:
        """Tries the ways to new workers, and forgets lost ones."""
        self.tried &= set(there)
        self.far &= set(there)
        self.apart = {worker: others & set(there) for worker, others in self.apart.items() if worker in there}
        new = [worker for worker in there if worker not in self.tried]
        if not new:
            return
        silent = silent_of(new, client.connection_args)
        self.far |= set(asyncio.run_coroutine_threadsafe(silent, client.loop.asyncio_loop).result())
        answers = client.run(others_silent, one_of_each_machine(there), workers=new, on_error="ignore")
        self.apart |= {worker: set(others) for worker, others in answers.items() if isinstance(others, list)}
        self.tried |= set(new)


def one_of_each_machine(workers: Iterable[str]) -> list[str]:
    found: dict[str, str] = {}
    for worker in workers:
        found.setdefault(worker.rpartition(":")[0], worker)
    return list(found.values())[:MOST]


async def silent_of(workers: Iterable[str], security: Mapping[str, object]) -> list[str]:
    from distributed.comm import connect

    async def is_silent(worker: str) -> bool:
        with suppress(OSError, TimeoutError):
            await (await connect(worker, timeout=PATIENCE, **security)).close()
            return False
        return True

    every = list(workers)
    found = await asyncio.gather(*map(is_silent, every))
    return [worker for worker, silent in zip(every, found, strict=True) if silent]


async def others_silent(others: list[str], dask_worker: Any) -> list[str]:
    """On a worker, which Dask fills in: the others that do not answer it."""
    return await silent_of([other for other in others if other != dask_worker.address], dask_worker.connection_args)


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
        self.routes = Routes()
        # by the name of a file, the task that made it: its worker keeps the result as long as it is known here
        self.kept: Final[dict[str, Future[Any]]] = {}
        self.tell: Final = tell
        self.waiting: list[Task] = []
        self.given: Final[dict[int, tuple[Task, Future[Any]]]] = {}  # by a number that is never used again
        self.replies: Final[SimpleQueue[tuple[int, Reply | BaseException]]] = SimpleQueue()
        self.awaited: Final[set[asyncio.Future[None]]] = set()
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
        tasks, self.waiting = self.waiting, []
        numbers = range(self.number + 1, self.number + 1 + len(tasks))
        self.number += len(tasks)
        makers = [{name: self.kept[name] for name in files_needed(task) if name in self.kept} for task in tasks]
        sent = [files_for(self.folder, task, there) for task, there in zip(tasks, makers, strict=True)]
        client = self.connection.client
        # at once: the scheduler's time depends on the number of messages, not on their size
        futures = client.map(
            partial(do, self.key),
            tasks,
            [{name: RemoteBytes(data) for name, data in files.items()} for files in sent],
            [list(there.values()) for there in makers],
            key=[f"wallenstein-{self.key}-{number}" for number in numbers],
            workers=self.workers.only,
            pure=False,  # otherwise, all arguments are hashed
        )
        self.given.update(zip(numbers, zip(tasks, futures, strict=True), strict=True))
        asyncio.run_coroutine_threadsafe(self._follow(numbers, futures), client.loop.asyncio_loop)

    async def _follow(self, numbers: Sequence[int], futures: "Sequence[Future[Any]]") -> None:
        """Begins to wait for each reply, in the client's own thread; a reply is not kept until all have come."""
        for number, future in zip(numbers, futures, strict=True):
            reply = asyncio.ensure_future(self._reply(number, future))
            self.awaited.add(reply)
            reply.add_done_callback(self.awaited.discard)

    async def _reply(self, number: int, future: "Future[Any]") -> None:
        try:
            client = self.connection.client
            self.replies.put((number, await client.gather(future, direct=self.routes.to_here, asynchronous=True)))
        except BaseException as error:
            self.replies.put((number, error))

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""
        self._look()
        # Dask would have the files of lost workers made again; here they still are
        if lost := {name for name, maker in self.kept.items() if maker.status != "finished"}:
            self._forget(lost)
            for number, (task, _) in [*self.given.items()]:
                if not lost.isdisjoint(files_needed(task)):
                    del self.given[number]
                    self.waiting.insert(0, task)
        self.hand_out()
        found, replies = [], []
        with suppress(Empty):
            replies.append(self.replies.get(timeout=seconds))
            while True:
                replies.append(self.replies.get_nowait())
        for number, reply in replies:
            task, future = self.given.pop(number, (None, None))
            if future is not None and (result := self._result(task, reply, future)) is not None:
                found.append(result)
        return found

    def _result(self, task: Task, reply: Reply | BaseException, future: "Future[Any]") -> TaskResult | None:
        """The result of a task; None if it must be done again."""
        if not isinstance(reply, Reply):
            return self._failed(task, reply)
        if reply.done is not None:
            if used := list(files_needed(task)):
                self._forget(used)
            elif self.routes.among_workers:
                self.kept.update((name, future) for name, _ in reply.files)
            return self._take(task, reply, reply.done)
        if reply.error is not None:
            return TaskResult(task, None, reply.error)
        if reply.unfit:
            self.workers.refuse(reply.worker, reply.unfit)
        else:
            self.workers.forget(reply.worker)
            log.warning("task %s is done again: %s: %s", task, reply.worker, reply.lost)
        self.next_look = 0.0
        return self._again(task, counted=not reply.unfit)

    def _take(self, task: Task, reply: Reply, done: SessionResult) -> TaskResult:
        for level, text in done.said:
            log.log(level, "%s: %s", reply.worker, text)
        try:
            for path, blob in ((self.folder / name, blob) for name, blob in reply.files):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, blob.data, durable=False)
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
        """Puts the task first in line, with the files that are here, unless it has been lost too often."""
        self._forget(files_needed(task))
        self.tries[task] = self.tries.get(task, 0) + counted
        if self.tries[task] >= TRIES:
            return TaskResult(task, None, WorkerLost(f"the worker of chunk {task} was lost {TRIES} times"))
        self.waiting.insert(0, task)
        return None

    def _forget(self, names: Iterable[str]) -> None:
        for name in names:
            self.kept.pop(name, None)

    def _look(self) -> None:
        """Looks at the workers, now and then; raises an error if none can play."""
        if self.connection.is_up:
            self.lost_since = None
            if monotonic() >= self.next_look:
                with suppress(OSError, TimeoutError):  # lost at this moment: the next look finds it
                    self.workers.look(self.connection.client)
                    self.routes.look(self.connection.client, self.workers.threads)
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
            self.waiting[:0] = [task for task, _ in self.given.values()]
            self.given.clear()
            self.kept.clear()
            self.workers.threads.clear()
            self.routes = Routes()
            self.connection.again()

    def drop_waiting(self) -> None:
        self.waiting.clear()

    def under_way(self) -> list[Task]:
        return [*(task for task, _ in self.given.values()), *self.waiting]

    def stop(self) -> None:
        """Ends the run's processes; the workers themselves go on."""
        self.waiting.clear()
        self.given.clear()
        self.kept.clear()
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
