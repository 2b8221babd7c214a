"""Which ways files can take without going through the scheduler, whose time they would cost: each is tried first.

A worker may be where the machine with the command cannot connect to, such as in a container, or other workers.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

PATIENCE: Final = 3.0  # seconds for a worker to answer
MOST: Final = 8  # machines that each new worker tries


class Routes:
    """What is known of the workers that are there."""

    def __init__(self) -> None:
        self.tried: set[str] = set()
        self.far: set[str] = set()  # workers that this process cannot connect to
        self.apart: dict[str, set[str]] = {}  # by worker, those that it cannot connect to

    @property
    def to_here(self) -> bool:
        """Whether all workers can be asked for files from here."""
        return not self.far

    @property
    def among_workers(self) -> bool:
        """Whether workers can ask each other."""
        return not any(self.apart.values())

    def look(self, client: Any, there: Collection[str]) -> None:
        """Tries the ways to newcomers; whoever has gone does not matter any more."""
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
    """A worker of each machine, up to a few."""
    found: dict[str, str] = {}
    for worker in workers:
        found.setdefault(worker.rpartition(":")[0], worker)
    return list(found.values())[:MOST]


async def silent_of(workers: Iterable[str], security: Mapping[str, Any]) -> list[str]:
    """Those that do not answer."""
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
    """On a worker, which Dask fills in: those of the others that do not answer it."""
    return await silent_of([other for other in others if other != dask_worker.address], dask_worker.connection_args)
