"""Stations as a worker of Dask sees them: each of its threads gives tasks to one of them and waits for the result."""

import os
import pickle
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, Final

from wallenstein.core.errors import WallensteinError
from wallenstein.tourney.run.cluster.kit import opened
from wallenstein.tourney.run.cluster.station import Done, Unfit
from wallenstein.tourney.run.pool import HEAD, READ

MODULE: Final = "wallenstein.tourney.run.cluster.serving"
START: Final = 120.0  # seconds to begin
LOOK: Final = 1.0  # seconds between two looks whether it is to end
GRACE: Final = 5.0  # seconds to end what it has started


class StationLost(WallensteinError):
    """A station has ended before its task was done; another one can do it."""


class StationProcess:
    """One station."""

    def __init__(self, kit: bytes, above: str) -> None:
        """Starts it, with a folder in `above`; raises Unfit with a sentence if this machine cannot play for the run."""
        self.folder: Final = tempfile.mkdtemp(prefix="wallenstein-", dir=above)
        theirs, self.writing = os.pipe()
        self.reading, answers = os.pipe()
        words = [str(theirs), str(answers), self.folder, str(os.getpid())]
        self.process: Final = subprocess.Popen(
            [sys.executable, "-m", MODULE, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs, answers],
            start_new_session=True,  # Ctrl-C in a terminal does not reach it
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        os.close(theirs)
        os.close(answers)
        self.ended = False
        try:
            self.ask(kit, START)
        except BaseException:
            self.end()
            raise

    def ask(self, order: Any, seconds: float) -> Any:
        """The answer to an order; raises its error, or StationLost."""
        data = pickle.dumps(order)
        given_up = monotonic() + seconds
        try:
            data = len(data).to_bytes(HEAD, "little") + data
            while data:
                data = data[os.write(self.writing, data) :]
            size = int.from_bytes(self._read(HEAD, given_up), "little")
            value, error = pickle.loads(self._read(size, given_up))
        except OSError as error:
            raise StationLost(f"the process that plays was lost ({error.strerror})") from None
        if error is not None:
            raise error
        return value

    def _read(self, size: int, given_up: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            if self.ended or monotonic() > given_up:
                raise StationLost("the process that plays was stopped" if self.ended else "it took too long")
            if select.select([self.reading], [], [], LOOK)[0]:
                part = os.read(self.reading, min(READ, size - len(data)))
                if not part:
                    raise StationLost("the process that plays has ended")
                data += part
        return bytes(data)

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
        for descriptor in (self.reading, self.writing):
            with suppress(OSError):
                os.close(descriptor)
        shutil.rmtree(self.folder, ignore_errors=True)


class Stations:
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

    def do(self, task: Any, files: Mapping[str, bytes]) -> Done:
        """Does a task; raises its error, StationLost or Unfit."""
        station = self._take()
        try:
            done: Done = station.ask((task, dict(files)), self.deadline)
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
