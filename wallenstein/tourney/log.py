"""One log for all processes of a run: `run.log`."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.handlers import QueueHandler
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from threading import Thread
from typing import Any, Final

from multiprocessing_logging import MultiProcessingHandler

from wallenstein.core.program.packaged import LINUX

NAME: Final = "wallenstein"
LOG: Final = "run.log"  # in the folder of a run
FORM: Final = "%(asctime)s %(process)d %(levelname)s %(message)s"
LOOK: Final = 0.2  # seconds between two looks at a queue; multiprocessing-logging has the same
LAST: Final = 2.0  # seconds for a worker to send its last lines
LATE: Final = 0.5  # seconds until the lines of a worker that has ended are read


class LogFile(logging.FileHandler):
    """A log file whose errors are ignored: if the disk is full, the run itself reports it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8")  # a line is written at once, so those of several threads do not mix
        self.setFormatter(logging.Formatter(FORM))

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignores the error."""

    def close(self) -> None:
        """Ignores errors of the last write."""
        with suppress(OSError):
            super().close()


class WorkerLog:
    """The log of one worker, on its way to the file. The runner makes it just before it forks the worker."""

    def __init__(self, path: Path) -> None:
        self.file: Final = LogFile(path)
        if LINUX:
            self.handler: Any = MultiProcessingHandler("log of a worker", self.file)
            self.receiver: Thread = self.handler._receive_thread
        else:  # a queue cannot count its lines, as that handler wants
            self.handler = QueueHandler(get_context("fork").Queue())
            self.receiver = Thread(target=_receive, args=(self.handler.queue, self.file), daemon=True)
            self.receiver.start()
        self.queue: Final = self.handler.queue

    def forked(self) -> None:
        """In the runner: from now on the worker alone can send, so the receiver ends when the worker does."""
        self.queue._writer.close()

    def use(self) -> None:
        """In the worker: its only handler."""
        logging.getLogger(NAME).handlers[:] = [self.handler]

    def flush(self) -> None:
        """In the worker, before it ends without the usual cleanup: a thread still holds its last lines.

        Not forever: a signal to end may have come while the worker was about to log, so that it holds the queue itself.
        """

        def send() -> None:
            self.queue.close()
            self.queue.join_thread()

        sender = Thread(target=send, daemon=True)
        sender.start()
        sender.join(LAST)

    def end(self) -> None:
        """In the runner, after the worker has ended. Its descendants may hold the queue open: not for long."""
        self.receiver.join(LATE)
        self.queue._reader.close()  # a receiver that still waits notices that at its next look, and ends
        self.file.close()


def _receive(queue: Any, file: LogFile) -> None:
    """Writes lines until the last sender has gone."""
    with suppress(EOFError, OSError):
        while True:
            with suppress(Empty):
                file.emit(queue.get(timeout=LOOK))


@contextmanager
def logging_to(path: Path) -> Iterator[logging.Logger]:
    """While active, everything that this process logs goes to the file; a worker logs by `WorkerLog`."""
    logger = logging.getLogger(NAME)
    handler = LogFile(path)
    level, propagates = logger.level, logger.propagate
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagates
        handler.close()
