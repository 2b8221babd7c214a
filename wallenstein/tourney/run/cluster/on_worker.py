"""What runs in a worker of Dask: taking the kit of a run in, doing its tasks, and forgetting the run."""

from collections.abc import Mapping, Sequence
from pickle import PickleBuffer
from threading import Lock
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.tourney.run.cluster.code import unlike
from wallenstein.tourney.run.cluster.station import Done, Unfit
from wallenstein.tourney.run.cluster.stations import StationLost, Stations

LOCK: Final = Lock()
RUNS: Final[dict[str, Stations]] = {}  # by the key of the run


class Blob:
    """Bytes that are sent beside what is pickled: inside, the coordinator and the scheduler would copy them often."""

    def __init__(self, data: bytes | memoryview) -> None:
        self.data: Final = data

    def __sizeof__(self) -> int:
        """What Dask goes by when it chooses who gets a task that needs it."""
        return object.__sizeof__(self) + len(self.data)

    def __reduce_ex__(self, protocol: Any) -> tuple[type["Blob"], tuple[PickleBuffer | bytes]]:
        """Beside from protocol 5 on; what comes back through the scheduler has protocol 4."""
        return Blob, (PickleBuffer(self.data) if protocol >= 5 else bytes(self.data),)


class Reply(NamedTuple):
    """What came of a task: exactly one of `done`, `error`, `lost` and `unfit`."""

    worker: str  # its address
    done: Done | None = None  # without its files
    files: tuple[tuple[str, Blob], ...] = ()  # that it made
    error: Exception | None = None  # of the task
    lost: str = ""  # why it was not done, though it can be done elsewhere, or here later
    unfit: str = ""  # why this worker cannot do tasks of this run


def join(key: str, code: dict[str, str], kit: bytes, dask_worker: Any) -> str:
    """Takes a kit in; returns why this worker cannot play with it, empty if it may. Dask fills in the last argument."""
    why = unlike(code)
    if not why:
        with LOCK:
            RUNS.setdefault(key, Stations(kit, dask_worker.local_directory))
    return why


def do(key: str, task: Any, files: Mapping[str, Blob], makers: Sequence[Reply]) -> Reply:
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
        return Reply(worker, done._replace(files={}), tuple((name, Blob(data)) for name, data in done.files.items()))
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
