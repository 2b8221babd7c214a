"""The folder of a run: created, locked, and cleared of unfinished files."""

import fcntl
import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.core.seeds import commitment
from wallenstein.record.chunks import FOLDER as CHUNKS
from wallenstein.record.chunks import chunk_path
from wallenstein.record.location import Location, check_plain, folders_in
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import CONFIG
from wallenstein.record.write import TABLES, UNFINISHED, sync, write_whole

LOCK: Final = "lock"
SECRET: Final = "secret-seed"  # of a run that is not finished; only its user can read it
MOST_DIGITS: Final = 40  # of a seed
PATIENCE: Final = 5.0  # seconds until the processes of a killed run have ended


class RunFolder:
    """The folder of a run, locked by this process and its forks until all have ended.

    A run whose results are in a store is played in a folder, too, and `StoredRunFolder` publishes its files.
    """

    def __init__(self, path: Path) -> None:
        """Creates the folder if necessary, and locks it."""
        self.path: Final = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            check_plain(path)
            self.lock: Final = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            said = f"cannot be written ({error.strerror}); choose another folder with --results"
            raise ConfigError(f"{path}: {said}") from None
        self._seize()
        self.manifest: Final = Manifest(path)

    @property
    def place(self) -> Location:
        return self.path

    def _seize(self) -> None:
        given_up = monotonic() + PATIENCE
        while True:
            with suppress(OSError):
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(self.lock).st_nlink:  # otherwise another process has removed the run meanwhile
                    return
            if monotonic() > given_up:
                os.close(self.lock)
                raise ConfigError(f"{self.path}: another process is playing this run; wait for it")
            sleep(0.1)

    def close(self) -> None:
        os.close(self.lock)

    def begin(
        self, header: dict[str, object], config: str, files: Mapping[str, bytes], secret: int | None = None
    ) -> None:
        """The first files of a new run; `secret` is its seed, if that is not in the header."""
        if secret is not None:
            write_whole(self.path / SECRET, str(secret).encode(), mode=0o600)
        for name, data in files.items():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path / name, data)
        write_whole(self.path / CONFIG, config.encode())
        self.manifest.begin(header)

    def clear_leftovers(self) -> None:
        """Removes all files without a finished chunk; chunks with a damaged file are not finished."""
        self.manifest.repair()
        for segment in self.manifest.segments():
            if not all(file.is_whole(self.path) for file in segment.files):
                self.manifest.forget(segment)
        known = {self.path / file.name for segment in self.manifest.segments() for file in segment.files}
        for path in [*(self.path / TABLES).glob("*/*"), *(self.path / CHUNKS).glob("*")]:
            if path not in known:
                path.unlink()
        for path in self.path.glob(f"*{UNFINISHED}"):
            path.unlink()

    def provide(self, files: Iterable[str]) -> None:
        """Makes sure that these files of the run are here for a task."""

    def publish(self, now: bool = False) -> str:
        """Called regularly while the run is played: publishes everything that the manifest lists.

        Returns a sentence for the user, if any; with `now`, nothing is put off.
        """
        return ""

    def drop_chunks(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            chunk_path(self.path, number).unlink(missing_ok=True)

    def publish_seed(self) -> None:
        """Called when everything is played: a seed that was secret is in the manifest from now on."""
        if isinstance(self.manifest.header["seed"], str):
            self.manifest.publish_seed(seed_of_run(self.manifest))

    def finish(self) -> None:
        """Called when everything is played, merged and summed up. From now on, the run survives a power cut."""
        paths = [self.path / file.name for segment in self.manifest.segments() for file in segment.files]
        for path in [*paths, *dict.fromkeys(path.parent for path in paths)]:
            sync(path)
        with suppress(OSError):  # it is missing, or something else is in it
            (self.path / CHUNKS).rmdir()
        self.manifest.finish()
        (self.path / SECRET).unlink(missing_ok=True)

    def remove(self) -> None:
        shutil.rmtree(self.path)
        self.close()


def seed_of_run(manifest: Manifest) -> int:
    """The seed, even if it is still secret; raises ConfigError without its file."""
    seed = manifest.header["seed"]
    if isinstance(seed, int):
        return seed
    path = manifest.path.parent / SECRET
    try:
        kept = path.read_bytes()[:MOST_DIGITS]
        found = int(kept)
    except (OSError, ValueError):
        found = -1
    if commitment(found) != seed:
        raise ConfigError(f"{path}: the secret seed of this run is lost, so it cannot go on; use --fresh to start over")
    return found


def runs_named(results: Location, name: str) -> list[Manifest]:
    """The manifests of the runs with this name, in the order of their folders."""
    found = []
    for folder in folders_in(results):
        if not folder.startswith(f"{name}-"):
            continue
        try:
            manifest = Manifest(results / folder)
        except FormatError:
            continue
        except OSError:
            if isinstance(results, Path):
                continue
            raise  # a store that is away may have this run
        if manifest.header.get("name") == name:
            found.append(manifest)
    return found


def run_folder(place: Location) -> RunFolder:
    """The folder of a run; an extra has the one for results in a store."""
    if isinstance(place, Path):
        return RunFolder(place)
    folder: RunFolder = import_module("wallenstein.extras.stores.run_folder").StoredRunFolder(place)
    return folder
