"""Writes more than anybody wants to read, and where nothing is to be written."""

import logging
import os
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.hostile.attack import APART, Attack


class Flooding(Attack):
    """Prints a hundred megabytes."""

    slow = True
    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(100):
            sys.stderr.write("x" * 1_000_000)
        return self.honestly(decision)


class NoStreams(Attack):
    """Replaces and closes its streams."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        sys.stdout.close()
        sys.stderr = None
        os.closerange(0, 3)
        return self.honestly(decision)


class Surrogates(Attack):
    """Prints and logs what no file can hold."""

    def attack(self, view: Any, decision: Any) -> Any:
        print("\udc80\x00\x1b[2J")
        os.write(1, bytes(range(256)))
        warnings.warn("careful", stacklevel=1)
        logging.getLogger("wallenstein.worker").error("%d", "no number")
        return self.honestly(decision)


class LargeFile(Attack):
    """Writes a file of a gigabyte."""

    def attack(self, view: Any, decision: Any) -> Any:
        with suppress(OSError), TemporaryDirectory() as folder, (Path(folder) / "large").open("wb") as file:
            file.truncate(1 << 30)
            raise AssertionError("there is no limit")
        return self.honestly(decision)


class ReadsOutput(Attack):
    """Is benched, if it can read what others have written."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        os.set_blocking(2, False)
        with suppress(OSError):
            if found := os.read(2, 100):
                raise AssertionError(found)
        return self.honestly(decision)
