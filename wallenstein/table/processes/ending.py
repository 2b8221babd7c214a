"""Ends what processes have started: their children, and what those have left behind."""

import os
import signal
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from wallenstein.table.processes.usage import children

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
