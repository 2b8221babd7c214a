"""What is set once for the process of a command, before it imports libraries."""

import gc
import os
from typing import Final

OBJECTS: Final = 50_000  # from one look for garbage to the next, instead of 700: what is imported stays
THREADS: Final = {"OPENBLAS_NUM_THREADS": "1"}  # numpy and scipy would start some for every processor, which spin


def set_up() -> None:
    """Fewer looks for garbage; no threads of libraries of numbers, unless the environment says how many.

    Every worker has a processor of its own, and bots' processes inherit the environment: the time of all their threads
    counts.
    """
    gc.set_threshold(OBJECTS)
    for name, threads in THREADS.items():
        os.environ.setdefault(name, threads)
