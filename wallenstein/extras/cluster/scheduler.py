"""Connects to a scheduler of Dask, or starts one here; and chooses the workers that can play for a run."""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import WallensteinError
from wallenstein.core.program.packaged import MissingExtra, how_to_install
from wallenstein.core.text import first_line
from wallenstein.extras.cluster.bundle import code_here
from wallenstein.extras.cluster.on_worker import join

LOCAL: Final = "local:"
PATIENCE: Final = 10.0  # seconds for a scheduler to answer
MISSING: Final = f'run.executor = "dask" needs Dask; {how_to_install("dask")}'


class SchedulerLost(WallensteinError):
    """The scheduler does not answer, so the run cannot go on now."""

    exit_code = 1


class SchedulerClient:
    """A client of a scheduler, which can be made again when it is lost."""

    def __init__(self, scheduler: str, base: Path) -> None:
        """`scheduler` is an address, a scheduler file relative to `base`, or `local:4`."""
        try:
            import dask
            import distributed
        except ImportError:
            raise MissingExtra(MISSING) from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # important messages are shown as sentences
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})  # files of chunks go with tasks
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
        return bool(self.client.status == "running")

    @property
    def is_lost(self) -> bool:
        """Whether the client has given up."""
        return self.client.status in ("closing", "closed")

    def again(self) -> None:
        """Tries once more to connect."""
        with suppress(WallensteinError):
            self.client = self._connect()

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
            said = f"{self.scheduler} does not answer: {first_line(error)}"
            raise SchedulerLost(f"run.scheduler: {said}") from None

    def close(self) -> None:
        """Ends the connection, and everything that was started for it."""
        with suppress(Exception):
            self.client.close(timeout=PATIENCE)
        if self.cluster is not None:
            with suppress(Exception):
                self.cluster.close(timeout=PATIENCE)


@dataclass
class Workers:
    """Workers by their address. They come and go."""

    key: str
    bundle: bytes
    tell: Callable[[str], None]
    threads: dict[str, int] = field(default_factory=dict)  # of those that play
    refused: dict[str, str] = field(default_factory=dict)  # and the reason

    @property
    def size(self) -> int:
        return sum(self.threads.values())

    @property
    def only(self) -> list[str] | None:
        return list(self.threads) if self.refused else None

    @property
    def sentence(self) -> str:
        """The reason if no worker can play; empty if one can, or may come."""
        return next(iter(self.refused.values())) if self.refused and not self.threads else ""

    def look(self, client: Any) -> None:
        """Looks for workers, and gives new ones the bundle."""
        there = client.nthreads()
        for gone in self.threads.keys() - there.keys():
            del self.threads[gone]
        for gone in self.refused.keys() - there.keys():
            del self.refused[gone]
        new = [address for address in there if address not in self.threads and address not in self.refused]
        if not new:
            return
        answers = client.run(join, self.key, code_here(), self.bundle, workers=new, on_error="return")
        for address, answer in answers.items():
            if answer == "":
                self.threads[address] = there[address]
            elif isinstance(answer, str):
                self.refuse(address, answer)
            elif isinstance(answer, ImportError | AttributeError):
                self.refuse(address, f"it has no wallenstein, or another one ({answer})")
            elif not isinstance(answer, OSError | TimeoutError):  # it is gone, or busy, and is asked again
                self.refuse(address, f"{type(answer).__name__}: {answer}")

    def refuse(self, address: str, why: str) -> None:
        """This worker gets no more tasks."""
        self.threads.pop(address, None)
        if address not in self.refused:
            self.refused[address] = f"the worker {address} cannot play for this run: {why}"
            self.tell(self.refused[address])

    def forget(self, address: str) -> None:
        """This worker has to be given the bundle again."""
        self.threads.pop(address, None)
