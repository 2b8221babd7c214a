"""What runs in a worker of Dask: it takes the kit of a run in, and each of its threads gives tasks to one station."""

import os
import pickle
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pickle import PickleBuffer
from threading import Lock
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.extras.cluster.kit import opened, unlike
from wallenstein.extras.cluster.station import SessionResult, Unfit
from wallenstein.table.processes.channel import Closed, channels

# Stations as a worker of Dask sees them: each of its threads gives tasks to one of them and waits for the result.

MODULE: Final = "wallenstein.extras.cluster.serving"
START: Final = 120.0  # seconds to begin
LOOK: Final = 1.0  # seconds between two looks whether it is to end
GRACE: Final = 5.0  # seconds to end what it has started


class StationLost(WallensteinError):
    """A station has ended before its task was done; another one can do it."""


class StationProcess:
    def __init__(self, kit: bytes, above: str) -> None:
        """Starts it, with a folder in `above`; raises Unfit with a sentence if this machine cannot play for the run."""
        self.folder: Final = tempfile.mkdtemp(prefix="wallenstein-", dir=above)
        self.channel, theirs = channels(pickle)
        words = [self.folder, str(theirs.fileno()), str(os.getpid())]
        self.process: Final = subprocess.Popen(
            [sys.executable, "-m", MODULE, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C in a terminal does not reach it
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        theirs.close()
        self.ended = False
        try:
            self.ask(kit, START)
        except BaseException:
            self.end()
            raise

    def ask(self, order: Any, seconds: float) -> Any:
        """The answer to an order; raises its error, or StationLost."""
        given_up = monotonic() + seconds
        try:
            self.channel.send(order)
            while (message := self.channel.take()) is None:
                if self.ended or monotonic() > given_up:
                    raise StationLost("the process that plays was stopped" if self.ended else "it took too long")
                select.select([self.channel], [], [], LOOK)
        except Closed:
            raise StationLost("the process that plays has ended") from None
        value, error = message
        if error is not None:
            raise error
        return value

    def end(self) -> None:
        """Ends it, and all that it has started."""
        self.ended = True
        with suppress(OSError):
            self.process.terminate()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.channel.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class WorkerSessions:
    """The stations of one run on one worker: as many as tasks are done at a time."""

    def __init__(self, kit: bytes, above: str) -> None:
        """`above` is a folder that is removed with the worker."""
        self.kit: Final = kit
        self.above: Final = above
        self.deadline: Final = opened(kit).deadline
        self.lock: Final = Lock()
        self.idle: Final[list[StationProcess]] = []
        self.busy: Final[set[StationProcess]] = set()
        self.closed = False

    def do(self, task: Any, files: Mapping[str, bytes]) -> SessionResult:
        """Does a task; raises its error, StationLost or Unfit."""
        station = self._take()
        try:
            done: SessionResult = station.ask((task, dict(files)), self.deadline)
        except (StationLost, Unfit):
            self._drop(station)
            raise
        with self.lock:
            self.busy.discard(station)
            self.idle.append(station)
        return done

    def _take(self) -> StationProcess:
        with self.lock:
            while self.idle:
                station = self.idle.pop()
                if station.process.poll() is None:
                    self.busy.add(station)
                    return station
                station.end()
        station = StationProcess(self.kit, self.above)
        with self.lock:
            self.busy.add(station)
            if not self.closed:
                return station
        self._drop(station)
        raise StationLost("the run has ended")

    def _drop(self, station: StationProcess) -> None:
        with self.lock:
            self.busy.discard(station)
        station.end()

    def end(self) -> None:
        """Ends all of them; tasks that they have are lost."""
        with self.lock:
            self.closed = True
            found = [*self.idle, *self.busy]
            self.idle.clear()
        for station in found:
            station.ended = True
            with suppress(OSError):
                station.process.terminate()


# What runs in a worker of Dask: taking the kit of a run in, doing its tasks, and forgetting the run.

LOCK: Final = Lock()
RUNS: Final[dict[str, WorkerSessions]] = {}  # by the key of the run


class RemoteBytes:
    """Bytes that are sent beside what is pickled: inside, the coordinator and the scheduler would copy them often."""

    def __init__(self, data: bytes | memoryview) -> None:
        self.data: Final = data

    def __sizeof__(self) -> int:
        """What Dask goes by when it chooses who gets a task that needs it."""
        return object.__sizeof__(self) + len(self.data)

    def __reduce_ex__(self, protocol: Any) -> tuple[type["RemoteBytes"], tuple[PickleBuffer | bytes]]:
        """Beside from protocol 5 on; what comes back through the scheduler has protocol 4."""
        return RemoteBytes, (PickleBuffer(self.data) if protocol >= 5 else bytes(self.data),)


class Reply(NamedTuple):
    """What came of a task: exactly one of `done`, `error`, `lost` and `unfit`."""

    worker: str  # its address
    done: SessionResult | None = None  # without its files
    files: tuple[tuple[str, RemoteBytes], ...] = ()  # that it made
    error: Exception | None = None  # of the task
    lost: str = ""  # why it was not done, though it can be done elsewhere, or here later
    unfit: str = ""  # why this worker cannot do tasks of this run


def join(key: str, code: dict[str, str], kit: bytes, dask_worker: Any) -> str:
    """Takes a kit in; returns why this worker cannot play with it, empty if it may. Dask fills in the last argument."""
    why = unlike(code)
    if not why:
        with LOCK:
            RUNS.setdefault(key, WorkerSessions(kit, dask_worker.local_directory))
    return why


def do(key: str, task: Any, files: Mapping[str, RemoteBytes], makers: Sequence[Reply]) -> Reply:
    """Does a task that needs some files: those that are sent with it, and those that other tasks have made."""
    from distributed import get_worker

    worker = get_worker().address
    with LOCK:
        stations = RUNS.get(key)
    if stations is None:
        return Reply(worker, lost="it was started anew")
    if any(maker.done is None for maker in makers):  # it had to be done again, and that failed
        return Reply(worker, lost="a file that it needs was lost")
    needed = [*files.items(), *(file for maker in makers for file in maker.files)]
    try:
        done = stations.do(task, {name: bytes(blob.data) for name, blob in needed})
        return Reply(
            worker, done._replace(files={}), tuple((name, RemoteBytes(data)) for name, data in done.files.items())
        )
    except Unfit as error:
        return Reply(worker, unfit=str(error))
    except StationLost as error:
        return Reply(worker, lost=str(error))
    except WallensteinError as error:
        return Reply(worker, error=error)
    except OSError as error:  # such as a full disk: other workers may have room
        return Reply(worker, lost=f"{type(error).__name__}: {error}")


def leave(key: str) -> None:
    """Forgets a run; what plays for it is ended."""
    with LOCK:
        stations = RUNS.pop(key, None)
    if stations is not None:
        stations.end()
