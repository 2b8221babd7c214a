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
    """A file that is no reason to stop: when the disk is full, the run itself says so."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Does without the line."""

    def close(self) -> None:
        """Does without what could not be written."""
        with suppress(OSError):
            super().close()


@contextmanager
def logging_to(path: Path) -> Iterator[logging.Logger]:
    """While it lasts, all that this process and those forked from it log goes to the file."""
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
    """A handler that other processes can use as well, and what closes it."""
    if multiprocessing.get_start_method() == "fork":
        handler = MultiProcessingHandler("run-log", file)
        handler.queue.cancel_join_thread()  # a worker that was killed may hold its lock for ever
        return handler, handler.close
    queue = multiprocessing.get_context("fork").Queue(-1)  # where fork is not the usual way, it is ours still
    listener = QueueListener(queue, file)
    listener.start()

    def close() -> None:
        listener.stop()
        file.close()

    return QueueHandler(queue), close
