"""The right to write a run in a store: an object that says who has it and until when.

Each lease has a number, and its object is written only if there is none, so that of several who find the last one
expired, one gets the next. Whoever no longer finds its own object as the last one has lost the right.
"""

import json
import os
import secrets
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.record.store.objects import ObjectPath, remove

FOLDER: Final = "lease"
LASTS: Final = 90.0  # seconds without news
RENEWED: Final = 20.0  # seconds between two renewals


class LeaseLost(WallensteinError):
    """Another process writes this run now."""

    exit_code = 1


class Lease:
    """The lease of one process."""

    def __init__(self, run: ObjectPath) -> None:
        """Gets it; raises ConfigError if another process has it."""
        self.run: Final = run
        self.folder: Final = run / FOLDER
        self.token: Final = secrets.token_hex(8)
        self.number = self._acquired()
        self.renewed = time.monotonic()

    def _acquired(self) -> int:
        while True:
            number = max(self._numbers(), default=0)
            if number and (holder := self._holder(number)) is not None and not has_ended(holder):
                raise ConfigError(
                    f"{self.run}: another process is playing this run, on {holder['host']}; wait for it. "
                    f"If it was lost, the run is free at {clock(holder['until'])}"
                )
            try:
                self._object(number + 1).create(self._said())
            except FileExistsError:  # another one was quicker
                continue
            remove(self._object(old) for old in range(1, number + 1))
            return number + 1

    def renew(self, now: bool = False) -> None:
        """Prolongs it, if it is time; raises LeaseLost if another process has taken it since."""
        if not now and time.monotonic() < self.renewed + RENEWED:
            return
        self.check()
        self._object(self.number).write_bytes(self._said())
        self.renewed = time.monotonic()

    def check(self) -> None:
        """Raises LeaseLost if another process has taken it since."""
        holder = self._holder(self.number) if max(self._numbers(), default=0) == self.number else None
        if holder is None or holder["token"] != self.token:
            raise LeaseLost(f"{self.run}: another process has taken this run over; it goes on there")

    def release(self) -> None:
        """Gives it back."""
        self._object(self.number).unlink(missing_ok=True)

    def _numbers(self) -> list[int]:
        return [int(name) for name in self.folder.sizes_below() if name.isdecimal()]

    def _object(self, number: int) -> ObjectPath:
        return self.folder / f"{number:06d}"

    def _holder(self, number: int) -> dict[str, Any] | None:
        """Who has it; None if it was given back in this moment, or is not what this program writes."""
        try:
            found = json.loads(self._object(number).read_bytes())
            texts = {key: str(found[key]) for key in ("host", "machine", "token")}
            return {**texts, "process": int(found["process"]), "until": float(found["until"])}
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def _said(self) -> bytes:
        """What the object says of this process."""
        here = {"host": socket.gethostname(), "machine": this_machine(), "process": os.getpid()}
        return json.dumps({**here, "token": self.token, "until": time.time() + LASTS}).encode()


def this_machine() -> str:
    """Where numbers of processes mean the same: until the machine is started again, and in one container of it."""
    with suppress(OSError):
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    return ""


def has_ended(holder: dict[str, Any]) -> bool:
    """Whether a lease has expired, or its process was on this machine and has ended."""
    if time.time() > holder["until"]:
        return True
    return bool(holder["machine"] == this_machine() != "") and not is_alive(holder["process"])


def is_alive(process: int) -> bool:
    """Whether there is such a process on this machine."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def clock(until: float) -> str:
    """A time of today, on the clock of this machine."""
    return time.strftime("%H:%M:%S", time.localtime(until))
