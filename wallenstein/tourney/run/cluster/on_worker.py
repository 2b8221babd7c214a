"""What runs in a worker of Dask: taking the kit of a run in, doing its tasks, and forgetting the run."""

from collections.abc import Mapping
from threading import Lock
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.tourney.run.cluster.code import unlike
from wallenstein.tourney.run.cluster.station import Done, Unfit
from wallenstein.tourney.run.cluster.stations import StationLost, Stations

LOCK: Final = Lock()
RUNS: Final[dict[str, Stations]] = {}  # by the key of the run


class Reply(NamedTuple):
    """What came of a task: exactly one of the last four."""

    worker: str  # its address
    done: Done | None = None
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


def do(key: str, task: Any, files: Mapping[str, bytes]) -> Reply:
    """Does a task."""
    from distributed import get_worker

    worker = get_worker().address
    with LOCK:
        stations = RUNS.get(key)
    if stations is None:
        return Reply(worker, lost="it was started anew")
    try:
        return Reply(worker, done=stations.do(task, files))
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
