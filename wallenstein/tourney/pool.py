"""The executors of tasks; a pool of processes on this machine, of which any may be killed or stopped at any moment."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple, NoReturn, Protocol

from wallenstein.core.errors import WallensteinError
from wallenstein.table.isolation import adopt_orphans, die_with_parent
from wallenstein.table.processes.channel import Channel, Closed, channels
from wallenstein.table.processes.usage import end_children, is_stopped
from wallenstein.tourney.log import WorkerLog

CLUSTER: Final = "wallenstein.extras.cluster.dask_executor"  # runs tasks on other machines
Task = Hashable  # the number of a chunk to play, or a `Merging`; it is sent to another process


class TaskResult(NamedTuple):
    task: Task
    value: Any  # None if it failed
    error: BaseException | None


class Executor(Protocol):
    @property
    def room(self) -> int:
        """The number of tasks that it accepts at a time."""

    def submit(self, task: Task) -> None: ...

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""

    def drop_waiting(self) -> None: ...

    def under_way(self) -> list[Task]:
        """The tasks that are running or waiting."""

    def stop(self) -> None: ...


# Each worker has connections and a log of its own, and shares no lock with another. So a worker that is lost at any
# moment costs no more than its task, which another worker does again.

FORK: Final = get_context("fork")
Work = Callable[[Any], Any]  # does a task
TRIES: Final = 20  # attempts at a task whose workers are lost
ROOM: Final = 1 << 16  # bytes that a connection takes before anything reads them
LOOK: Final = 0.2  # seconds between two looks at the workers
PAUSE: Final = 1.0  # a longer time between two looks is not counted: the runner itself was stopped
GRACE: Final = 5.0  # seconds for a worker to clean up


class WorkerLost(WallensteinError):
    """A worker was lost repeatedly, for a reason unknown to the program."""

    exit_code = 1


class Worker:
    """A process that does one task after the other, as seen by its parent."""

    def __init__(self, work: Work, processor: int | None = None, log: Path | None = None) -> None:
        """It stays on that processor, with everything that it starts. Its log goes to that file, or nowhere new."""
        self.processor: Final = processor
        self.log: Final = None if log is None else WorkerLog(log)
        self.task: Task | None = None
        self.spent = 0.0  # seconds on this task
        self.channel, theirs = channels(pickle)
        parent = os.getpid()  # 1 in a container that runs nothing else
        self.process = FORK.Process(target=self.serve, args=(work, theirs, parent), daemon=True)
        self.process.start()
        theirs.close()
        if self.log is not None:
            self.log.forked()

    def serve(self, work: Work, channel: Channel, parent: int) -> None:
        """Runs in the process itself."""
        self.channel.close()
        current_process().daemon = False  # bots may start processes
        if self.log is not None:
            self.log.use()
        if self.processor is not None:
            with suppress(OSError):  # it has been taken from this machine meanwhile
                os.sched_setaffinity(0, {self.processor})
        serve(work, channel, parent, self.log.flush if self.log is not None else lambda: None)

    def begin(self, task: Task) -> None:
        """Gives it a task; if it has ended meanwhile, the next look notices that."""
        self.task, self.spent = task, 0.0
        assert len(pickle.dumps(task)) < ROOM, "a worker that is stopped must not stop its parent"
        with suppress(Closed):
            self.channel.send(task)

    def result(self) -> TaskResult | None:
        """The result of its task, if all of it has arrived: a worker that is stopped while sending blocks no other."""
        with suppress(Closed):
            if (message := self.channel.take()) is not None:
                result = TaskResult(self.task, *message)
                self.task = None
                return result
        return None

    def is_lost(self) -> bool:
        """Whether it has ended, or has been stopped."""
        return self.process.exitcode is not None or is_stopped(self.process.ident or 0)

    def end(self, given_up: float = 0.0) -> None:
        """Ends it, at that time if it has not ended by itself."""
        while monotonic() < given_up and not self.is_lost():
            sleep(0.01)
        self.process.kill()
        self.process.join()
        self.channel.close()
        if self.log is not None:
            self.log.end()


class LocalPool:
    """The workers. A task that exceeds its deadline is ended with its worker."""

    def __init__(self, work: Work, jobs: int, deadline: float, log: Path | None = None) -> None:
        self.work: Final = work
        self.jobs: Final = jobs
        self.processors: Final = one_for_each(jobs)
        self.room = 2 * jobs
        self.deadline: Final = deadline
        self.log: Final = log
        self.waiting: list[Task] = []
        self.workers: list[Worker] = []
        self.tries: dict[Task, int] = {}
        self.looked = monotonic()

    def submit(self, task: Task) -> None:
        self.waiting.append(task)
        self.hand_out()

    def hand_out(self) -> None:
        """Gives tasks to workers that have none."""
        while self.waiting:
            idle = next((worker for worker in self.workers if worker.task is None), None)
            if idle is None:
                if len(self.workers) == self.jobs:
                    return
                taken = {worker.processor for worker in self.workers}
                own = next((processor for processor in self.processors if processor not in taken), None)
                idle = Worker(self.work, own, self.log)
                self.workers.append(idle)
            idle.begin(self.waiting.pop(0))

    def finished(self, seconds: float) -> list[TaskResult]:
        wait([worker.channel.wire for worker in self.workers], min(seconds, LOOK))
        now = monotonic()
        passed, self.looked = min(now - self.looked, PAUSE), now
        found = [result for worker in list(self.workers) if (result := self.look(worker, passed)) is not None]
        self.hand_out()
        return found

    def look(self, worker: Worker, passed: float) -> TaskResult | None:
        """The result of a worker; a lost worker is replaced, and its task is done again."""
        lost = worker.is_lost()  # first: results sent before the loss are read all the same
        result = worker.result()
        if result is None and worker.task is not None:
            worker.spent += passed
            if worker.spent > self.deadline:
                text = f"chunk {worker.task} took more than {self.deadline:,.0f} seconds and was stopped"
                result, lost = TaskResult(worker.task, None, WorkerLost(text)), True
            elif lost:
                result = self.again(worker.task)
        if lost:
            self.workers.remove(worker)
            worker.end()
        return result

    def again(self, task: Task) -> TaskResult | None:
        """Puts the task first in line, unless this has happened too often."""
        self.tries[task] = self.tries.get(task, 0) + 1
        if self.tries[task] >= TRIES:
            return TaskResult(task, None, WorkerLost(f"the worker of chunk {task} was lost {TRIES} times"))
        self.waiting.insert(0, task)
        return None

    def drop_waiting(self) -> None:
        self.waiting.clear()

    def under_way(self) -> list[Task]:
        return [*(worker.task for worker in self.workers if worker.task is not None), *self.waiting]

    def stop(self) -> None:
        for worker in self.workers:
            worker.process.terminate()  # lets it clean up
        given_up = monotonic() + GRACE
        for worker in self.workers:
            worker.end(given_up)
        self.workers.clear()


def in_order(work: Work, tasks: Sequence[Task], jobs: int, deadline: float) -> Iterator[Any]:
    """The values of the tasks in their order, by this number of processes."""
    if jobs == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    found: dict[Task, Any] = {}
    waiting = list(reversed(tasks))
    pool = LocalPool(work, jobs, deadline)
    try:
        for task in tasks:
            while task not in found:
                while waiting and len(pool.under_way()) < pool.room:
                    pool.submit(waiting.pop())
                for done, value, error in pool.finished(LOOK):
                    if error is not None:
                        raise error
                    found[done] = value
            yield found.pop(task)
    finally:
        pool.stop()


def one_for_each(jobs: int) -> list[int]:
    """The processors, if their number is that of the workers; otherwise none.

    A game and its bots' processes take turns, so one processor is quicker: messages need not wake another.
    If some are left for other programs, or for a second run, the system knows better which are free.
    """
    if not hasattr(os, "sched_getaffinity"):
        return []
    processors = sorted(os.sched_getaffinity(0))
    return processors if len(processors) == jobs else []


def serve(
    work: Work, channel: Channel, parent: int, clean_up: Callable[[], None], idle: float | None = None
) -> NoReturn:
    """Does tasks until the parent has ended, or `idle` seconds pass without one; then ends all that it has started."""

    def leave(*_: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        end_children(os.getpid())
        clean_up()
        os._exit(0)

    try:
        die_with_parent(parent)
        adopt_orphans()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, leave)
        with suppress(Closed):
            while wait([channel.wire], idle):
                channel.send(outcome(work, channel.receive()[0]))
    finally:
        leave()


def outcome(work: Work, task: Task) -> tuple[Any, Exception | None]:
    """The value of a task, or its error, which can be pickled."""
    try:
        return work(task), None
    except Exception as error:
        error.add_note(traceback.format_exc())
        with suppress(Exception):
            pickle.loads(pickle.dumps(error))
            return None, error
        return None, WorkerLost(f"chunk {task} failed: {type(error).__name__}: {error}")
