"""One log for all processes of a run: `run.log`."""

import logging
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from logging.handlers import QueueHandler, QueueListener
from pathlib import Path
from typing import Final

from multiprocessing_logging import MultiProcessingHandler

NAME: Final = "wallenstein"
FORM: Final = "%(asctime)s %(process)d %(levelname)s %(message)s"


class LogFile(logging.FileHandler):
    """A log file whose errors are ignored: if the disk is full, the run itself reports it."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignores the error."""

    def close(self) -> None:
        """Ignores errors of the last write."""
        with suppress(OSError):
            super().close()


@contextmanager
def logging_to(path: Path) -> Iterator[logging.Logger]:
    """While active, everything that this process and its forks log goes to the file."""
    logger = logging.getLogger(NAME)
    file = LogFile(path, encoding="utf-8")
    file.setFormatter(logging.Formatter(FORM))
    handler, close = _shared(file)
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
        close()


def _shared(file: logging.Handler) -> tuple[logging.Handler, Callable[[], None]]:
    """A handler that other processes can use too, and the function that closes it."""
    if multiprocessing.get_start_method() == "fork":
        handler = MultiProcessingHandler("run-log", file)
        handler.queue.cancel_join_thread()  # a worker that was killed may hold its lock forever
        return handler, handler.close
    queue = multiprocessing.get_context("fork").Queue(-1)  # we always fork, whatever the system's default is
    listener = QueueListener(queue, file)
    listener.start()

    def close() -> None:
        listener.stop()
        file.close()

    return QueueHandler(queue), close
