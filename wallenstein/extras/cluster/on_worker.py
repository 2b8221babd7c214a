"""Runs in a worker of Dask: unpacks the bundle of a run; each of its threads gives tasks to one session."""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from multiprocessing.connection import wait
from threading import Lock, get_ident
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.extras.cluster.bundle import read_bundle, unlike
from wallenstein.extras.cluster.session import SessionResult, Unfit
from wallenstein.table.processes.channel import Closed, channels

SESSION: Final = "from wallenstein.extras.cluster import session; session.main()"
START: Final = 120.0  # seconds to begin
LOOK: Final = 1.0  # seconds between two checks for the end
GRACE: Final = 5.0  # seconds to clean up


class SessionLost(WallensteinError):
    """A session has ended before its task was done; another one can do it."""


class SessionProcess:
    def __init__(self, bundle: bytes, above: str) -> None:
        """Starts it, with a folder in `above`; raises Unfit with a sentence if this machine cannot play for the run."""
        self.folder: Final = tempfile.mkdtemp(prefix="wallenstein-", dir=above)
        self.channel, theirs = channels(pickle)
        self.ended = False
        with closing(theirs):
            self.process: Final = subprocess.Popen(
                [sys.executable, "-c", SESSION, self.folder, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C in a terminal does not reach it
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        try:
            self.ask(bundle, START)
        except BaseException:
            self.end()
            raise

    def ask(self, order: object, seconds: float) -> Any:
        """The answer to an order; raises its error, or SessionLost."""
        given_up = monotonic() + seconds
        try:
            self.channel.send(order)
            while (message := self.channel.take()) is None:
                if self.ended or monotonic() > given_up:
                    raise SessionLost("the process that plays was stopped" if self.ended else "it took too long")
                wait([self.channel.wire], LOOK)
        except Closed:
            raise SessionLost("the process that plays has ended") from None
        value, error = message
        if error is not None:
            raise error
        return value

    def end(self) -> None:
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
    """The sessions of one run on one worker, one for each of its threads."""

    def __init__(self, bundle: bytes, above: str) -> None:
        """`above` is a folder that is removed with the worker."""
        self.bundle: Final = bundle
        self.above: Final = above
        self.deadline: Final = read_bundle(bundle).deadline
        self.by_thread: Final[dict[int, SessionProcess]] = {}
        self.closed = False

    def do(self, task: object, files: Mapping[str, bytes]) -> SessionResult:
        """Does a task; raises its error, SessionLost or Unfit."""
        thread = get_ident()
        session = self.by_thread.get(thread)
        try:
            if session is None or session.process.poll() is not None:  # it ends when it has been idle for long
                session = self.by_thread[thread] = SessionProcess(self.bundle, self.above)
            if self.closed:
                raise SessionLost("the run has ended")
            done: SessionResult = session.ask((task, dict(files)), self.deadline)
            return done
        except (SessionLost, Unfit):
            if thread in self.by_thread:
                self.by_thread.pop(thread).end()
            raise

    def end(self) -> None:
        """Ends all of them; their tasks are lost."""
        self.closed = True
        for session in list(self.by_thread.values()):
            session.ended = True
            with suppress(OSError):
                session.process.terminate()


LOCK: Final = Lock()
RUNS: Final[dict[str, WorkerSessions]] = {}  # by the key of the run


class Reply(NamedTuple):
    """The outcome of a task: exactly one of `done`, `error`, `lost` and `unfit`."""

    worker: str  # its address
    done: SessionResult | None = None
    error: Exception | None = None  # of the task
    lost: str = ""  # the reason if it can be done elsewhere, or here later
    unfit: str = ""  # the reason if this worker cannot do tasks of this run


def join(key: str, code: dict[str, str], bundle: bytes, dask_worker: Any) -> str:
    """Unpacks a bundle; returns the reason if this worker cannot play it, or "". Dask fills in the last argument."""
    why = unlike(code)
    if not why:
        with LOCK:
            RUNS.setdefault(key, WorkerSessions(bundle, dask_worker.local_directory))
    return why


def do(key: str, task: object, files: Mapping[str, bytes]) -> Reply:
    """Does a task with the files that it needs."""
    from distributed import get_worker

    worker = get_worker().address
    with LOCK:
        sessions = RUNS.get(key)
    if sessions is None:
        return Reply(worker, lost="it was started anew")
    try:
        return Reply(worker, sessions.do(task, files))
    except Unfit as error:
        return Reply(worker, unfit=str(error))
    except SessionLost as error:
        return Reply(worker, lost=str(error))
    except WallensteinError as error:
        return Reply(worker, error=error)
    except OSError as error:  # such as a full disk: other workers may have room
        return Reply(worker, lost=f"{type(error).__name__}: {error}")


def leave(key: str) -> None:
    """Forgets a run, and ends its processes."""
    with LOCK:
        sessions = RUNS.pop(key, None)
    if sessions is not None:
        sessions.end()
