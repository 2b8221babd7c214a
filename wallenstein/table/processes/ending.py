"""Ends what processes have started: their children, and what those have left behind."""

import os
import signal
from collections.abc import Collection
from contextlib import suppress
from time import sleep
from typing import Final

from wallenstein.table.processes.usage import children, has_ended

MOMENT: Final = 0.0005  # seconds between two looks at a process that was killed
PASSES: Final = 200  # over processes that may start others while they are looked for


def end_children(process: int, keep: Collection[int] = ()) -> None:
    """Kills the children of this process, and those that become its children thereby."""
    for _ in range(PASSES):
        left = [child for child in children(process) if child not in keep]
        if not left:
            return
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in left:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def end_grandchildren(process: int, parents: Collection[int], keep: Collection[int]) -> None:
    """Kills the children of these parents, and all other children of this process, but for those that are kept.

    The parents are children of this process, and go on; what their children leave behind becomes this process's own.
    """
    for _ in range(PASSES):
        end_children(process, {*parents, *keep})
        left = [child for parent in parents for child in children(parent) if not has_ended(child)]
        if not left:
            return
        for child in left:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        while not all(map(has_ended, left)):
            sleep(MOMENT)
