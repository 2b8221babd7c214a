"""Starts bots' own processes, and ends them and all that they have started.

`python -m wallenstein.bots.isolated.keeper` runs no code of bots. Each bot's process has a parent of its own, which is
all that it can kill by its parent's number; whatever else it leaves behind becomes a child of the keeper, which kills
it. The order comes as a line of JSON on standard input; when that is closed, everything is ended. The answers go to
standard output.
"""

import json
import os
import select
import signal
import sys
from contextlib import suppress
from time import monotonic, sleep
from typing import Final

from wallenstein.table.isolation import adopt_orphans, die_with_parent
from wallenstein.table.processes.usage import children

LOOK: Final = 0.05  # seconds between two looks
GRACE: Final = 2.0  # seconds for all processes to end
STATUS: Final = 4  # bytes that say how a process ended


class Job:
    """One process of a bot."""

    def __init__(self, number: int, order: str, module: str, seconds: float, longest: int) -> None:
        self.number = number
        self.longest = longest
        self.ends = monotonic() + seconds
        self.said = bytearray()
        self.status = b""
        self.late = False
        self.answers, answers = os.pipe()
        self.news, news = os.pipe()
        self.parent = os.fork()
        if not self.parent:
            start(order, module, answers, news, self.ends)
        os.close(answers)
        os.close(news)
        os.set_blocking(self.answers, False)
        self.open = [self.answers, self.news]

    def read(self, pipe: int) -> None:
        """Reads the bytes that have come through a pipe."""
        with suppress(BlockingIOError):
            data = os.read(pipe, 1 << 16)
            if not data:
                self.open.remove(pipe)
            elif pipe == self.news:
                self.status += data
            else:
                self.said += data

    def is_over(self) -> bool:
        """Whether the process has ended, or has to be."""
        self.late = self.late or monotonic() > self.ends
        return self.news not in self.open or self.late or len(self.said) > self.longest

    def finish(self) -> dict[str, object]:
        """Ends the process, and returns its end and its output."""
        with suppress(ProcessLookupError):
            os.kill(self.parent, signal.SIGKILL)
        before = -1
        while before < len(self.said) <= self.longest and self.answers in self.open:
            before = len(self.said)
            self.read(self.answers)  # to the last byte; a process left behind may hold the pipe open
        os.close(self.answers)
        os.close(self.news)
        code = int.from_bytes(self.status[:STATUS], "little", signed=True) if len(self.status) == STATUS else None
        long = len(self.said) > self.longest
        said = "" if long else self.said.decode("utf-8", "replace")
        return {"number": self.number, "late": self.late, "long": long, "code": code, "said": said}


def start(order: str, module: str, answers: int, news: int, ends: float) -> None:
    """The parent of a bot's process: starts it, and reports how it ended. It never returns."""
    os.setsid()
    die_with_parent()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        become(reading, module, answers, ends)
    os.close(reading)
    os.close(answers)
    with suppress(BrokenPipeError), os.fdopen(writing, "w") as file:
        file.write(order)
    _, status = os.waitpid(child, 0)
    os.write(news, os.waitstatus_to_exitcode(status).to_bytes(STATUS, "little", signed=True))
    os._exit(0)


def become(order: int, module: str, answers: int, ends: float) -> None:
    """Turns this process into the bot's own."""
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number, file in enumerate((order, nowhere, nowhere)):
            os.dup2(file, number)
        os.set_inheritable(answers, True)
        os.execv(sys.executable, [sys.executable, "-P", "-m", module, str(answers), str(ends)])
    finally:
        os._exit(127)


def run(module: str, orders: list[str], seconds: float, jobs: int, longest: int) -> None:
    """Carries out all orders, some at a time."""
    waiting = list(enumerate(orders))
    running: list[Job] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(Job(*waiting.pop(0), module, seconds, longest))
        pipes = {pipe: job for job in running for pipe in job.open}
        ready, _, _ = select.select([0, *pipes], [], [], LOOK)
        if 0 in ready:  # closed: nobody waits for the answers
            return
        for pipe in ready:
            pipes[pipe].read(pipe)
        for job in [job for job in running if job.is_over()]:
            running.remove(job)
            print(json.dumps(job.finish()), flush=True)
        sweep({job.parent for job in running})


def sweep(keep: set[int]) -> bool:
    """Kills all children but these, and forgets those that have ended; returns whether there was any."""
    left = [child for child in children(os.getpid()) if child not in keep]
    for child in left:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, os.WNOHANG)
    return bool(left)


def main() -> None:
    """Reads the order and carries it out."""
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    try:
        run(**order)
    finally:
        given_up = monotonic() + GRACE
        while sweep(set()) and monotonic() < given_up:
            sleep(0.002)
        os._exit(0)


if __name__ == "__main__":
    main()
