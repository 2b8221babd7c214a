"""A process of a worker: gets a bundle, checks whether it can play with it, and does one task after the other."""

import os
import pickle
import select
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from wallenstein.extras.cluster.bundle import read_bundle
from wallenstein.extras.cluster.session import WorkerSession
from wallenstein.table.isolation import adopt_orphans, die_with_parent, hide_memory
from wallenstein.table.processes.channel import Channel, Closed
from wallenstein.table.processes.usage import end_children
from wallenstein.tourney.pool import outcome

IDLE: Final = 600.0  # seconds without a task until it ends: its starter may be lost


def main() -> None:
    """Arguments: a folder, a socket, and the parent."""
    channel = Channel(socket.socket(fileno=int(sys.argv[2])), pickle)
    try:
        die_with_parent(int(sys.argv[3]))
        adopt_orphans()
        hide_memory()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: leave())
        session: WorkerSession | None = None

        def work(order: Any) -> Any:
            nonlocal session
            if session is None:
                session = WorkerSession(read_bundle(order), Path(sys.argv[1]))
                return None
            return session(order)

        with suppress(Closed):
            while select.select([channel], [], [], IDLE)[0]:
                channel.send(outcome(work, channel.receive()[0]))
    finally:
        leave()


def leave() -> None:
    """Ends this process, with everything that it has started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    end_children(os.getpid())
    os._exit(0)


if __name__ == "__main__":
    main()
