"""Runs modules in isolated processes, through the keeper that also starts bots' processes in games."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from wallenstein.bots.isolated.ask import WROTE, Outcome
from wallenstein.core.errors import ConfigError
from wallenstein.table.faults import exit_text
from wallenstein.table.processes.channel import Closed
from wallenstein.table.processes.commands import command_seat
from wallenstein.table.processes.keeper_line import KeeperLine, own_keeper
from wallenstein.table.processes.process_bot import COMMAND, Ended
from wallenstein.table.processes.usage import BY_SIGNAL, Usage

LONGEST_OUTPUT: Final = 1 << 20  # bytes of an answer
MEMORY: Final = 4 << 30  # bytes
GRACE: Final = 60.0  # seconds for an answer of the keeper, which may have to wait for a processor
MOST: Final = 8  # processes at a time
READ: Final = 1 << 16
OFTEN: Final = 4.0  # seconds between two calls of `meanwhile`
LOOK: Final = 100  # milliseconds between two looks at the time


class Job:
    """One isolated process."""

    def __init__(
        self, keeper: KeeperLine, number: int, order: str, module: str, seconds: float, readable: Sequence[str]
    ) -> None:
        self.keeper: Final = keeper
        self.number: Final = number
        self.output: Final = bytearray()
        words = [sys.executable, "-P", "-m", module, str(monotonic() + seconds)]
        self.line: Final = command_seat(keeper, words, os.getcwd(), MEMORY, readable, shielded=True)
        self.line.open()
        self.usage: Final = Usage(self.line.started)
        self.files = {self.line.reading: select.POLLIN, self.line.writing: 0}  # an error of the latter is its end
        with suppress(Ended):
            self.line.write(order.encode() + b"\n")

    def read(self) -> bool:
        """Reads a part of the output; False if there is none."""
        data = os.read(self.line.reading, READ) if self.line.has_more(0) else b""
        self.output.extend(data)
        return bool(data)

    def finish(self, late: bool, longest: int) -> Outcome:
        failure = "" if late or len(self.output) > longest else self.failure()
        self.line.kill()
        while len(self.output) <= longest and self.read():  # a process left behind may hold the pipe open
            pass
        self.line.close()
        if len(self.output) > longest:
            return Outcome(self.number, late, "" if late else WROTE, "")
        return Outcome(self.number, late, failure, self.output.decode("utf-8", "replace"))

    def failure(self) -> str:
        code = self.keeper.exit_code(COMMAND, self.line.process, self.line.started)
        if not code or isinstance(code, str):
            return code or ""
        if code < 0:  # of its parent
            return "it ended the process that had started it"
        return f"its process {exit_text(BY_SIGNAL - code if code > BY_SIGNAL else code)}"


def run_isolated(
    module: str,
    orders: Sequence[str],
    seconds: float,
    longest: int = LONGEST_OUTPUT,
    hash_seed: int | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    readable: Sequence[Sequence[str]] = (),
) -> list[Outcome]:
    """Runs the module once for each order, one process per processor at a time, each with this limit in seconds.

    Outcomes are missing if the keeper was ended. `meanwhile` is called every few seconds.
    `readable`: with sandboxes, the files that each sees.
    """
    environment = {} if hash_seed is None else {"PYTHONHASHSEED": str(hash_seed)}
    waiting, running = list(enumerate(orders)), list[Job]()
    found: list[Outcome] = []
    called = monotonic()
    try:
        with own_keeper(**environment) as keeper, suppress(Closed):
            keeper.wire.settimeout(GRACE)
            while waiting or running:
                while waiting and len(running) < min(os.cpu_count() or 1, MOST):
                    number, order = waiting.pop(0)
                    running.append(Job(keeper, number, order, module, seconds, readable[number] if readable else ()))
                poller = select.poll()
                for file, events in [item for job in running for item in job.files.items()]:
                    poller.register(file, events)
                ready = dict(poller.poll(LOOK))
                for job in running[:]:
                    if job.line.reading in ready and not job.read():
                        job.files.pop(job.line.reading, None)
                    late = job.usage.look() > seconds  # without the time in which it waited for a processor
                    if late or job.line.writing in ready or len(job.output) > longest:
                        running.remove(job)
                        found.append(job.finish(late, longest))
                        keeper.clear([other.line.started for other in running])
                if monotonic() > called + OFTEN:
                    called = monotonic()
                    meanwhile()
    except (OSError, Ended) as error:
        raise ConfigError(f"no process can be started to load bots: {error}") from None
    finally:
        for job in running:
            job.line.close()
    return found
