"""Honest bots that take a moment for each choice, and tell when their games are over."""

import os
import time
from pathlib import Path
from typing import Any, Final

from tests.hostile.attack import Attack
from wallenstein.table.processes.usage import stat

DONE: Final = (
    "WALLENSTEIN_TEST_DONE"  # variable: a file that gets the number of the worker for each bot whose game is over
)


def worker() -> int:
    """The process above the keeper, the loader and this one."""
    process = os.getppid()
    for _ in range(2):
        process = int(stat(process)[1])
    return process


class Plodding(Attack):
    """Computes for a millisecond, and sleeps as long."""

    def honestly(self, decision: Any) -> Any:
        """A choice after a moment."""
        ends = time.thread_time() + 0.001
        while time.thread_time() < ends:
            pass
        time.sleep(0.001)
        return super().honestly(decision)

    def end(self, result: Any) -> None:
        """Tells it."""
        if DONE in os.environ:
            with Path(os.environ[DONE]).open("ab") as file:
                file.write(b"%d\n" % worker())
