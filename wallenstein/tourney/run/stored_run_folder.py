"""A run whose results are in a store: played in a temporary folder on this machine, and published from there.

Files come first, then the lines of the manifest that list them, then files go that no line lists any more. So whatever
is lost at whatever moment, everything that the manifest in the store lists is there.
"""

import logging
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import CONFIG
from wallenstein.record.files.chunk_files import FOLDER as CHUNKS
from wallenstein.record.files.chunk_files import chunk_name
from wallenstein.record.files.manifest import FILE
from wallenstein.record.files.part_files import TABLES, UNFINISHED
from wallenstein.record.store.appended import MOST, Appended
from wallenstein.record.store.lease import Lease, LeaseLost
from wallenstein.record.store.location import Location, contents_of
from wallenstein.record.store.objects import ObjectPath, remove, several
from wallenstein.tourney.run.logs import LOG
from wallenstein.tourney.run.run_folder import LOCK, RunFolder

LOST: Final = 600.0  # seconds that a store may be away while the run is played on
PAUSE: Final = 10.0  # seconds between two attempts then
EVERY: Final = 1.0  # seconds between two times that something new is published
log = logging.getLogger("wallenstein.runner")


class StoredRunFolder(RunFolder):
    """Such a run; no other process writes it as long as this one has its lease."""

    def __init__(self, stored: ObjectPath) -> None:
        """Raises ConfigError if another process plays it."""
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
        self.pieces = 0  # that these were published in
        self.sent: Final[set[str]] = set()  # files of chunks that are in the store
        self.dropped: Final[list[str]] = []  # files that are to be removed
        self.failing: float | None = None  # since when the store is away
        self.next_try = 0.0

    @property
    def place(self) -> Location:
        """Where its results are."""
        return self.stored

    def begin(self, header: dict[str, Any], config: str, files: Mapping[str, bytes]) -> None:
        """The first files of a new run."""
        super().begin(header, config, files)
        self._send([CONFIG, *files])
        try:
            self.lines.begin(self.manifest.file.read_bytes())
        except FileExistsError:
            raise LeaseLost(f"{self.stored}: another process has begun this run in this moment") from None
        self.published = self.manifest.whole

    def clear_leftovers(self) -> None:
        """Removes all files that belong to no finished chunk; chunks whose files are not whole are not finished."""
        self.lease.check()
        self.manifest.repair()
        folders = (TABLES, CHUNKS)
        sizes = {f"{folder}/{name}": size for folder in folders for name, size in self._sizes(folder).items()}
        for segment in self.manifest.segments():
            if any(sizes.get(file.name) != file.size for file in segment.files):
                self.manifest.forget(segment)
        known = {file.name for segment in self.manifest.segments() for file in segment.files}
        remove(self.stored / name for name in sizes if name not in known)
        self.sent.update(name for name in known if name.startswith(CHUNKS))
        self.lines.put_together(self.manifest.file.read_bytes())

    def _sizes(self, folder: str) -> dict[str, int]:
        return (self.stored / folder).sizes_below()

    def provide(self, files: Iterable[str]) -> None:
        """Fetches files that an earlier process has published; one that is missing is found by the task."""
        wanted = [name for name in files if not (self.path / name).exists()]
        (self.path / CHUNKS).mkdir(exist_ok=True)
        for name, data in zip(wanted, contents_of(self.stored / name for name in wanted), strict=True):
            if isinstance(data, bytes):
                (self.path / name).write_bytes(data)
                self.sent.add(name)
            elif not isinstance(data, FileNotFoundError):
                raise data

    def drop_chunks(self, numbers: Iterable[int]) -> None:
        """Removes the files of chunks that do not count, or are merged, when that is published."""
        dropped = list(numbers)
        super().drop_chunks(dropped)
        self.dropped.extend(name for name in map(chunk_name, dropped) if name in self.sent)

    def publish(self, now: bool = False) -> str:
        """Publishes what is new. If the store is away, the run goes on for a while; then this raises OSError."""
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
        files = self._unpublished()
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

    def _unpublished(self) -> list[str]:
        found = (path.relative_to(self.path).as_posix() for path in self._written() if path.suffix != UNFINISHED)
        return [name for name in found if name not in self.sent]

    def _written(self) -> Iterator[Path]:
        yield from (self.path / CHUNKS).glob("*")
        yield from (self.path / TABLES).glob("*/*")

    def _send(self, names: Iterable[str]) -> None:
        list(several(lambda name: (self.stored / name).write_bytes((self.path / name).read_bytes()), names))

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
        """Publishes what can be, gives the lease back, and removes the temporary folder."""
        try:
            with suppress(OSError):
                self.publish(now=True)
                if (self.path / LOG).read_bytes() != self.old_log:
                    self._send([LOG])
            with suppress(OSError):
                self.lease.release()
        except LeaseLost:
            pass  # that has been said, or does not matter any more
        finally:
            super().close()
            shutil.rmtree(self.path.parent, ignore_errors=True)

    def remove(self) -> None:
        """Removes everything of the run."""
        remove(self.stored / name for name in self.stored.sizes_below() if not name.startswith(self.lease.folder.name))
        self.published = self.manifest.whole
        (self.path / LOG).write_bytes(self.old_log)
        self.close()


def run_folder(place: Location) -> RunFolder:
    """The folder of a run, wherever its results are to be."""
    if isinstance(place, ObjectPath):
        return StoredRunFolder(place)
    return RunFolder(place)
