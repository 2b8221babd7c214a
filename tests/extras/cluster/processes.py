"""A scheduler of Dask and its workers as processes of their own, which may be killed and started again."""

import os
import random
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

ROOT: Final = Path(__file__).parents[3]
QUICK: Final = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}  # a lost worker is a KilledWorker at once


class Cluster:
    """The processes; their scheduler keeps its port when it is started again."""

    def __init__(
        self, folder: Path, workers: int, protocol: str = "tcp", environment: Mapping[str, str] = QUICK
    ) -> None:
        self.folder: Final = folder
        self.protocol: Final = protocol
        self.environment: Final = {**os.environ, **environment, "PYTHONPATH": str(ROOT)}
        self.address: Final = f"{protocol}://127.0.0.1:{free_port()}"
        self.file: Final = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._scheduler()
        for _ in range(workers):
            self.add_worker()

    def _started(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{module}.log").open("ab") as file:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *words],
                cwd=ROOT, env=self.environment, stdout=file, stderr=file, start_new_session=True,
            )  # fmt: skip

    def _scheduler(self) -> subprocess.Popen[bytes]:
        port = self.address.rpartition(":")[2]
        where = ["--host", "127.0.0.1", "--port", port, "--protocol", self.protocol]
        started = self._started("dask_scheduler", *where, "--no-dashboard", "--scheduler-file", str(self.file))
        given_up = monotonic() + 60
        while not answers(int(port)) and monotonic() < given_up:
            sleep(0.05)
        return started

    def add_worker(self) -> None:
        """One more worker, with a thread."""
        quiet = ("--no-dashboard", "--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder))
        self.workers.append(self._started("dask_worker", self.address, *quiet))

    def kill_worker(self, number: int) -> None:
        """Kills one of them, as a machine that is switched off would."""
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()

    def lose_scheduler(self) -> None:
        """Kills the scheduler. Its workers end when they find that out."""
        self.scheduler.kill()
        self.scheduler.wait()

    def start_again(self, workers: int) -> None:
        """A scheduler at the same address, and new workers."""
        self.scheduler = self._scheduler()
        for _ in range(workers):
            self.add_worker()

    def end(self) -> None:
        """Ends all of them."""
        for process in (*self.workers, self.scheduler):
            process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Killer(Thread):
    """Kills a worker at random every few moments, and adds another, until it is stopped."""

    def __init__(self, cluster: Cluster, seconds: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.cluster: Final = cluster
        self.seconds: Final = seconds
        self.rng: Final = random.Random(seed)
        self.over: Final = Event()
        self.killed = 0

    def run(self) -> None:
        """Kills until it is stopped."""
        while not self.over.wait(self.seconds * (0.5 + self.rng.random())):
            self.cluster.kill_worker(self.rng.randrange(len(self.cluster.workers)))
            self.cluster.add_worker()
            self.killed += 1

    def stop(self) -> None:
        """No more."""
        self.over.set()
        self.join()


def free_port() -> int:
    """A port that nobody uses in this moment."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0
