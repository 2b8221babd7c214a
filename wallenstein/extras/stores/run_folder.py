"""A run with results in a store: the right to write it, and the temporary folder that is published."""

import json
import logging
import os
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.record.chunks import FOLDER as CHUNKS
from wallenstein.record.chunks import chunk_name
from wallenstein.record.location import Location, contents_of
from wallenstein.record.manifest import FILE, MOST, Appended
from wallenstein.record.objects import ObjectPath, in_parallel, remove
from wallenstein.record.read import CONFIG
from wallenstein.record.write import TABLES, UNFINISHED
from wallenstein.tourney.folder import LOCK, RunFolder
from wallenstein.tourney.log import LOG

# A run is written by the holder of a lease: an object with the holder and the time when it expires.
#
# Each lease has a number, and its object is written only if there is none: of several processes that find the last one
# expired, one gets the next. A process whose object is no longer the last one has lost the right.

FOLDER: Final = "lease"
LASTS: Final = 90.0  # seconds without news
RENEWED: Final = 20.0  # seconds between two renewals


class LeaseLost(WallensteinError):
    """Another process writes this run now."""

    exit_code = 1


class Lease:
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
                free = time.strftime("%H:%M:%S", time.localtime(holder["until"]))  # on the clock of this machine
                other = f"another process is playing this run, on {holder['host']}; wait for it"
                raise ConfigError(f"{self.run}: {other}. If it was lost, the run is free at {free}")
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
        self._object(self.number).unlink(missing_ok=True)

    def _numbers(self) -> list[int]:
        return [int(name) for name in self.folder.sizes_below() if name.isdecimal()]

    def _object(self, number: int) -> ObjectPath:
        return self.folder / f"{number:06d}"

    def _holder(self, number: int) -> JsonObject | None:
        """The holder; None if it was given back at this moment, or is not of this program."""
        try:
            found = json.loads(self._object(number).read_bytes())
            texts = {key: str(found[key]) for key in ("host", "machine", "token")}
            return {**texts, "process": int(found["process"]), "until": float(found["until"])}
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def _said(self) -> bytes:
        here = {"host": socket.gethostname(), "machine": this_machine(), "process": os.getpid()}
        return json.dumps({**here, "token": self.token, "until": time.time() + LASTS}).encode()


def this_machine() -> str:
    """The machine of a process number: one boot of a machine, one container of it."""
    with suppress(OSError):
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    return ""


def has_ended(holder: JsonObject) -> bool:
    """Whether a lease has expired, or its process was on this machine and has ended."""
    if time.time() > holder["until"]:
        return True
    return bool(holder["machine"] == this_machine() != "") and not is_alive(holder["process"])


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)  # another user's process may not be asked
    return True


# The run is played in a temporary folder on this machine, and published from there.
#
# Files are published first, then the lines of the manifest that list them; then unlisted files are removed. So
# at any moment, every file that the manifest in the store lists is there.

LOST: Final = 600.0  # seconds that a store may be away while the run is played on
PAUSE: Final = 10.0  # seconds between two attempts then
EVERY: Final = 1.0  # seconds between two publications
log = logging.getLogger("wallenstein.runner")


class StoredRunFolder(RunFolder):
    """Such a run; no other process writes it as long as this one has its lease."""

    def __init__(self, stored: ObjectPath) -> None:
        self.stored: Final = stored
        try:
            self.lease: Final = Lease(stored)
        except FileNotFoundError:
            raise ConfigError(f"{stored}: there is no such bucket; make it first") from None
        self.lines: Final = Appended(stored / FILE)
        folder = Path(tempfile.mkdtemp(prefix="wallenstein-")) / stored.name
        try:
            folder.mkdir()
            (folder / FILE).write_bytes(self.lines.read())
            self.old_log = (stored / LOG).read_bytes() if (stored / LOG).is_file() else b""
            (folder / LOG).write_bytes(self.old_log)
            super().__init__(folder)
        except BaseException:
            shutil.rmtree(folder.parent)
            self.lease.release()
            raise
        self.published = self.manifest.whole  # bytes of the manifest
        self.pieces = 0  # folder of these in the store
        self.sent: Final[set[str]] = set()  # files of chunks that are in the store
        self.dropped: Final[list[str]] = []  # files to remove
        self.failing: float | None = None  # since when the store is away
        self.next_try = 0.0

    @property
    def place(self) -> Location:
        return self.stored

    def begin(
        self, header: dict[str, object], config: str, files: Mapping[str, bytes], secret: int | None = None
    ) -> None:
        if secret is not None:
            text = "a secret seed is kept in a folder, and these results are in a store"
            raise ConfigError(f"{self.stored}: {text}; use a drawn seed, or give a folder with --results")
        super().begin(header, config, files)
        self._send([CONFIG, *files])
        try:
            self.lines.begin(self.manifest.file.read_bytes())
        except FileExistsError:
            raise LeaseLost(f"{self.stored}: another process has begun this run in this moment") from None
        self.published = self.manifest.whole

    def clear_leftovers(self) -> None:
        """Removes all files without a finished chunk; chunks with incomplete files are not finished."""
        self.lease.check()
        self.manifest.repair()
        there = {folder: (self.stored / folder).sizes_below().items() for folder in (TABLES, CHUNKS)}
        sizes = {f"{folder}/{name}": size for folder, files in there.items() for name, size in files}
        for segment in self.manifest.segments():
            if any(sizes.get(file.name) != file.size for file in segment.files):
                self.manifest.forget(segment)
        known = {file.name for segment in self.manifest.segments() for file in segment.files}
        remove(self.stored / name for name in sizes if name not in known)
        self.sent.update(name for name in known if name.startswith(CHUNKS))
        self.lines.put_together(self.manifest.file.read_bytes())

    def provide(self, files: Iterable[str]) -> None:
        """Fetches files that an earlier process has published; the task reports a missing one."""
        wanted = [name for name in files if not (self.path / name).exists()]
        (self.path / CHUNKS).mkdir(exist_ok=True)
        for name, data in zip(wanted, contents_of(self.stored / name for name in wanted), strict=True):
            if isinstance(data, bytes):
                (self.path / name).write_bytes(data)
                self.sent.add(name)
            elif not isinstance(data, FileNotFoundError):
                raise data

    def drop_chunks(self, numbers: Iterable[int]) -> None:
        """Removes the files of chunks that do not count, or are merged, with the next publication."""
        dropped = list(numbers)
        super().drop_chunks(dropped)
        self.dropped.extend(name for name in map(chunk_name, dropped) if name in self.sent)

    def publish(self, now: bool = False) -> str:
        """Publishes new files. If the store is away, the run goes on for a while; then this raises OSError."""
        if not now and monotonic() < self.next_try:
            return ""
        try:
            self.lease.renew()
            self._publish()
        except FileExistsError:
            raise LeaseLost(f"{self.stored}: another process has taken this run over; it goes on there") from None
        except PermissionError:
            raise
        except OSError as error:
            return self._away(error, now)
        self.next_try = monotonic() + EVERY
        back, self.failing = self.failing is not None, None
        return f"{self.stored} can be written again" if back else ""

    def _away(self, error: OSError, now: bool) -> str:
        first = self.failing is None
        self.failing = monotonic() if self.failing is None else self.failing
        if now or monotonic() > self.failing + LOST:
            raise error
        self.next_try = monotonic() + PAUSE
        log.warning("%s: %s", error.filename, error.strerror)
        return f"{self.stored} cannot be written ({error.strerror}); playing on and trying again" if first else ""

    def _publish(self) -> None:
        if self.manifest.whole == self.published:
            return
        self.lease.check()
        made = [*(self.path / CHUNKS).glob("*"), *(self.path / TABLES).glob("*/*")]
        names = (path.relative_to(self.path).as_posix() for path in made if path.suffix != UNFINISHED)
        files = [name for name in names if name not in self.sent]
        self._send(files)
        with self.manifest.file.open("rb") as file:
            file.seek(self.published)
            self.lines.append(self.published, file.read())
        self.published = self.manifest.whole
        self.sent.update(name for name in files if name.startswith(CHUNKS))
        for name in files:
            if name.startswith(TABLES):
                (self.path / name).unlink()
        gone, self.dropped[:] = list(self.dropped), []
        remove(self.stored / name for name in gone)
        self.sent.difference_update(gone)
        self.pieces += 1
        if self.pieces > MOST:
            self._put_together()

    def _send(self, names: Iterable[str]) -> None:
        list(in_parallel(lambda name: (self.stored / name).write_bytes((self.path / name).read_bytes()), names))

    def _put_together(self) -> None:
        self.lease.renew(now=True)
        self.lines.put_together(self.manifest.file.read_bytes())
        self.pieces = 0

    def finish(self) -> None:
        """Everything is played, merged and summed up."""
        self.publish(now=True)
        kept = (LOCK, FILE, CONFIG, LOG)
        self._send(path.name for path in self.path.iterdir() if path.is_file() and path.name not in kept)
        self.manifest.finish()
        self.publish(now=True)
        self._put_together()

    def close(self) -> None:
        """Publishes as much as possible, gives the lease back, and removes the temporary folder."""
        try:
            with suppress(OSError):
                self.publish(now=True)
                if (self.path / LOG).read_bytes() != self.old_log:
                    self._send([LOG])
            with suppress(OSError):
                self.lease.release()
        except LeaseLost:
            pass  # already reported, or no longer important
        finally:
            super().close()
            shutil.rmtree(self.path.parent, ignore_errors=True)

    def remove(self) -> None:
        remove(self.stored / name for name in self.stored.sizes_below() if not name.startswith(self.lease.folder.name))
        self.published = self.manifest.whole
        (self.path / LOG).write_bytes(self.old_log)
        self.close()
