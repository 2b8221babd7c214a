"""A process of a worker: gets a bundle, says whether it can play with it, and does one task after the other."""

import os
import pickle
import select
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from wallenstein.extras.cluster.bundle import read_bundle
from wallenstein.extras.cluster.session import WorkerSession
from wallenstein.table.isolation import adopt_orphans, die_with_parent, hide_memory
from wallenstein.table.processes.usage import end_children
from wallenstein.tourney.pool import HEAD, READ, outcome, send

IDLE: Final = 600.0  # seconds without a task after which it ends: whoever started it may be lost


def orders(reading: int) -> Iterator[Any]:
    """What is sent, until the sender has gone or has been silent for long."""
    while select.select([reading], [], [], IDLE)[0]:
        head = os.read(reading, HEAD)
        if not head:
            return
        size, data = int.from_bytes(head, "little"), bytearray()
        while len(data) < size and (part := os.read(reading, min(READ, size - len(data)))):
            data += part
        yield pickle.loads(bytes(data))


def main() -> None:
    """Gets a bundle and says whether it fits; then does tasks. Arguments: two pipes, a folder, and the parent."""
    reading, writing, parent = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[4])
    try:
        die_with_parent(parent)
        adopt_orphans()
        hide_memory()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: leave())
        session: WorkerSession | None = None

        def work(order: Any) -> Any:
            nonlocal session
            if session is None:
                session = WorkerSession(read_bundle(order), Path(sys.argv[3]))
                return None
            return session(order)

        for order in orders(reading):
            send(writing, outcome(work, order))
    finally:
        leave()


def leave() -> None:
    """Ends this process, and all that it has started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    shutil.rmtree(sys.argv[3], ignore_errors=True)
    end_children(os.getpid())
    os._exit(0)


if __name__ == "__main__":
    main()
