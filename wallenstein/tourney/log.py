"""One log for all processes of a run: `run.log`."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

NAME: Final = "wallenstein"
LOG: Final = "run.log"  # in the folder of a run
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
    handler = LogFile(path, encoding="utf-8")  # a line is written at once, so those of several processes do not mix
    handler.setFormatter(logging.Formatter(FORM))
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
