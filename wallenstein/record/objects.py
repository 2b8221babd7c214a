"""Objects of a store such as S3, by addresses such as `s3://bucket/runs/league-1f3a`, through fsspec."""

import errno
import os
import posixpath
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import extra_module, how_to_install
from wallenstein.core.text import first_line

SEPARATOR: Final = "://"
EXTRAS: Final = {"s3": "s3", "s3a": "s3", "gs": "gs", "gcs": "gs", "abfs": "abfs", "abfss": "abfs", "az": "abfs"}
MEMORY: Final = "memory"  # objects of one process, for tests
CONNECT: Final = 5  # seconds to connect to a store
READ: Final = 15  # seconds without a byte
SLOWEST: Final = 50_000  # bytes a second that are sent at least
PATIENCE: Final = 60.0  # seconds of further attempts after an error that may pass
FIRST_PAUSE: Final = 0.2  # seconds; each is twice as long as the one before
LONGEST_PAUSE: Final = 5.0
SILENCE: Final = 60.0  # seconds between two sentences about attempts at a store
NUMBERS: Final[Mapping[type[OSError], int]] = {  # errors that more attempts would not change
    FileNotFoundError: errno.ENOENT,
    FileExistsError: errno.EEXIST,
    PermissionError: errno.EACCES,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
}


last_said: Final[dict[str, float]] = {}  # by scheme, the time of the last sentence about another attempt


def store_of(scheme: str) -> Any:
    """The store behind addresses of a scheme; keys and endpoints come from its own settings and the environment."""
    return _store_of(scheme, os.getpid())  # its connections must not be shared with a forked process


@cache
def _store_of(scheme: str, _process: int) -> Any:
    what = f"{scheme}{SEPARATOR}"
    extra = EXTRAS.get(scheme, "s3")
    fsspec = extra_module("fsspec", extra, what)
    options: JsonObject = {"use_listings_cache": False}  # others write there, too
    if extra == "s3":
        retries = {"mode": "standard", "max_attempts": 2}
        options["default_cache_type"] = "none"  # no more than is asked for
        options["config_kwargs"] = {"connect_timeout": CONNECT, "read_timeout": READ, "retries": retries}
    if extra == "gs":  # its kind does not matter, and not every user may ask
        os.environ.setdefault("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")
    try:
        return fsspec.filesystem(scheme, **(options if scheme in EXTRAS else {}))
    except ImportError:
        raise ConfigError(f"{what} needs more packages; {how_to_install(extra)}") from None


def call_store(scheme: str, path: str, method: str, *values: object, **named: object) -> object:
    """Calls a method of a store, again for a while if its error may pass; raises OSError with the address."""
    store, address = store_of(scheme), f"{scheme}{SEPARATOR}{path}"
    size = max((len(value) for value in values if isinstance(value, bytes)), default=0)
    given_up, pause = monotonic() + PATIENCE, FIRST_PAUSE
    while True:
        try:
            return _answer(store, method, CONNECT + 2 * READ + size / SLOWEST, path, *values, **named)
        except Exception as error:  # each store has errors of its own
            final = kind_of(error) is not None or getattr(error, "errno", None) == errno.EINVAL
            if monotonic() + pause > given_up or final or lacks_credentials(error):
                raise as_system_error(error, address) from None
            say_again(scheme, as_system_error(error, address))
        sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _answer(store: Any, method: str, seconds: float, *values: Any, **named: Any) -> object:
    """The answer of a store within a time; without a limit, one would wait for a cut connection without end.

    Not all methods of all stores take a limit themselves, but their coroutines do.
    """
    coroutine = getattr(store, f"_{method}", None)
    if coroutine is None:
        return getattr(store, method)(*values, **named)
    from fsspec.asyn import sync

    return sync(store.loop, coroutine, *values, timeout=seconds, **named)


def say_again(scheme: str, error: OSError) -> None:
    now = monotonic()
    if now >= last_said.get(scheme, -SILENCE) + SILENCE:
        last_said[scheme] = now
        said = f"{error.filename} does not answer as it should ({error.strerror})"
        print(f"wallenstein: {said}; trying again for {PATIENCE:g} seconds", file=sys.stderr, flush=True)


def lacks_credentials(error: Exception) -> bool:
    """Whether a store rejects a caller without credentials; fsspec has no common error for that."""
    return any(word in type(error).__name__ for word in ("Credential", "Authentication"))


def kind_of(error: Exception) -> type[OSError] | None:
    """The kind of an error that more attempts would not change; None for others."""
    if type(error).__name__ == "ResourceNotFoundError":  # Azure's, for a missing container
        return FileNotFoundError
    return next((kind for kind in NUMBERS if isinstance(error, kind)), None)


def as_system_error(error: Exception, address: str) -> OSError:
    if kind := kind_of(error):
        return kind(NUMBERS[kind], os.strerror(NUMBERS[kind]), address)
    said = first_line(error)
    if lacks_credentials(error):
        return PermissionError(errno.EACCES, said, address)
    return OSError(errno.EIO, said, address)


# An object is written whole or not at all. A large one is sent in several parts, and exists when the last has arrived.

Found = TypeVar("Found")

AT_A_TIME: Final = 16  # requests for several objects
PART: Final = 8 * 2**20  # bytes; an object of twice this size is sent to S3 in such parts


@dataclass(frozen=True)
class ObjectPath:
    """An object, or a folder of objects: those whose addresses begin with its own and a slash. Used like a `Path`.

    Not a path of universal_pathlib: that has no limits of time and no further attempts, so all its calls would need a
    store of ours behind them, and it asks about each object of a folder apart (105 requests for 51 objects, here 1).
    """

    address: str

    def __post_init__(self) -> None:
        """Raises ConfigError unless it is an address in a known store."""
        scheme, _, path = self.address.partition(SEPARATOR)
        if scheme not in EXTRAS and scheme != MEMORY:
            known = ", ".join(f"{scheme}{SEPARATOR}" for scheme in ("s3", "gs", "abfs"))
            raise ConfigError(f"{self.address}: there is no store {scheme}{SEPARATOR}; there are {known} and folders")
        path = "/".join(filter(None, path.split("/")))
        if not path:
            raise ConfigError(f"{self.address}: names no bucket; write {scheme}{SEPARATOR}bucket/folder")
        object.__setattr__(self, "address", f"{scheme}{SEPARATOR}{path}")

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: object) -> "ObjectPath":
        return ObjectPath(f"{self}/{name}")

    @property
    def scheme(self) -> str:
        return self.address.partition(SEPARATOR)[0]

    @property
    def path(self) -> str:
        return self.address.partition(SEPARATOR)[2]

    @property
    def name(self) -> str:
        return posixpath.basename(self.path)

    @property
    def parent(self) -> "ObjectPath":
        """The folder that it is in; a bucket is in itself."""
        return ObjectPath(posixpath.dirname(self.address)) if "/" in self.path else self

    def read_bytes(self) -> bytes:
        return bytes(self._asked("cat_file"))

    def write_bytes(self, data: bytes) -> None:
        self._asked("pipe_file", data, **self._parts())

    def create(self, data: bytes) -> None:
        """Writes it if there is nothing; raises FileExistsError otherwise. No two writers have the same data."""
        try:
            self._asked("pipe_file", data, mode="create", **self._parts())
        except FileExistsError:
            if self.read_bytes() != data:  # or an attempt has worked although its answer was lost
                raise

    def _parts(self) -> dict[str, int]:
        return {"chunksize": PART} if EXTRAS.get(self.scheme) == "s3" else {}

    def is_file(self) -> bool:
        return bool(self._asked("isfile"))

    def is_dir(self) -> bool:
        return bool(self._asked("isdir"))

    def exists(self) -> bool:
        return bool(self._asked("exists"))

    def written(self) -> float:
        """When it was written, in seconds by the clock of the store."""
        return float(self._asked("modified").timestamp())

    def unlink(self, missing_ok: bool = False) -> None:
        try:
            self._asked("rm_file")
        except FileNotFoundError:
            if not missing_ok:
                raise

    def folders(self) -> list[str]:
        try:
            found = self._asked("ls", detail=True)
        except FileNotFoundError:
            return []
        return sorted(posixpath.basename(one["name"].rstrip("/")) for one in found if one["type"] == "directory")

    def sizes_below(self) -> dict[str, int]:
        """The names of all objects below it, relative to it and sorted, with their sizes."""
        try:
            found: Mapping[str, Any] = self._asked("find", detail=True)
        except FileNotFoundError:
            return {}
        start = f"{self.path}/"
        sizes = {name.lstrip("/"): int(about["size"]) for name, about in found.items()}
        return {name.removeprefix(start): sizes[name] for name in sorted(sizes) if name.startswith(start)}

    def _asked(self, method: str, *values: object, **named: object) -> Any:
        return call_store(self.scheme, self.path, method, *values, **named)


def remove(places: Iterable[ObjectPath]) -> None:
    """Removes some objects, several at a time; some may be gone already."""
    list(in_parallel(lambda place: place.unlink(missing_ok=True), places))


def in_parallel(action: Callable[[Any], Found], items: Iterable[object]) -> Iterator[Found]:
    """The results of an action for each item, in order; several at a time, on threads that end with the last."""
    found = list(items)
    if len(found) < 2:
        yield from map(action, found)
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only stores need it

    with ThreadPoolExecutor(min(AT_A_TIME, len(found)), "store") as threads:
        yield from threads.map(action, found)
