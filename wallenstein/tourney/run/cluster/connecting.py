"""Connects to a scheduler of Dask, or starts one with workers on this machine."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import WallensteinError
from wallenstein.core.program.extras import MissingExtra, how_to_install

LOCAL: Final = "local:"
PATIENCE: Final = 10.0  # seconds for a scheduler to answer
MISSING: Final = f'run.executor = "dask" needs Dask; {how_to_install("dask")}'


class SchedulerLost(WallensteinError):
    """The scheduler does not answer, so the run cannot go on now."""

    exit_code = 1


class Connection:
    """A client of a scheduler, which can be made again when it is lost."""

    def __init__(self, scheduler: str, base: Path) -> None:
        """`scheduler` is an address, a scheduler file relative to `base`, or `local:4`."""
        try:
            import distributed
        except ImportError:
            raise MissingExtra(MISSING) from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told in sentences
        self.scheduler: Final = scheduler
        self.file: Final = None if "://" in scheduler or scheduler.startswith(LOCAL) else base / scheduler
        self.cluster: Any = None
        if scheduler.startswith(LOCAL):
            self.cluster = distributed.LocalCluster(
                n_workers=int(scheduler.removeprefix(LOCAL)),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        try:
            self.client: Any = self._connect()
        except BaseException:
            self.close()
            raise

    @property
    def is_up(self) -> bool:
        """Whether the scheduler answers."""
        return bool(self.client.status == "running")

    @property
    def is_lost(self) -> bool:
        """Whether the client has given up."""
        return self.client.status in ("closing", "closed")

    def again(self) -> bool:
        """Tries once more to connect; whether that worked."""
        try:
            self.client = self._connect()
        except WallensteinError:
            return False
        return True

    def _connect(self) -> Any:
        from distributed import Client

        where: Any = {"address": self.scheduler if self.cluster is None else self.cluster}
        if self.file is not None:
            if not self.file.is_file():
                text = f"{self.file} is neither a scheduler file nor an address such as tcp://host:8786"
                raise SchedulerLost(f"run.scheduler: {text}")
            where = {"scheduler_file": str(self.file)}
        try:
            return Client(**where, timeout=PATIENCE, set_as_default=False, name="wallenstein")
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            said = next(iter(str(error).splitlines()), type(error).__name__)
            raise SchedulerLost(f"run.scheduler: {self.scheduler} does not answer: {said}") from None

    def close(self) -> None:
        """Ends the connection, and what was started for it."""
        with suppress(Exception):
            self.client.close(timeout=PATIENCE)
        if self.cluster is not None:
            with suppress(Exception):
                self.cluster.close(timeout=PATIENCE)
