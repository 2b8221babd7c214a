"""Objects of a store such as S3, by addresses such as `s3://bucket/runs/league-1f3a`.

An object is written whole or not at all: large ones in several parts, of which the store makes an object when all of
them are there.
"""

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from wallenstein.core.errors import ConfigError
from wallenstein.record.store.stores import EXTRAS, MEMORY, SEPARATOR, asked

Found = TypeVar("Found")

AT_A_TIME: Final = 16  # requests for several objects
PART: Final = 8 * 2**20  # bytes; objects of twice as many are sent to S3 in such parts


class ObjectPath:
    """An object, or a folder of objects: what begins with its address and a slash. Used like a `Path`."""

    def __init__(self, address: str) -> None:
        """Raises ConfigError if it is no address in a store that is known."""
        self.scheme, _, path = address.partition(SEPARATOR)
        if self.scheme not in EXTRAS and self.scheme != MEMORY:
            known = ", ".join(f"{scheme}{SEPARATOR}" for scheme in ("s3", "gs", "abfs"))
            raise ConfigError(f"{address}: there is no store {self.scheme}{SEPARATOR}; there are {known} and folders")
        self.path: Final = "/".join(filter(None, path.split("/")))
        if not self.path:
            raise ConfigError(f"{address}: names no bucket; write {self.scheme}{SEPARATOR}bucket/folder")

    def __str__(self) -> str:
        return f"{self.scheme}{SEPARATOR}{self.path}"

    def __repr__(self) -> str:
        return f"ObjectPath({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectPath) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __truediv__(self, name: object) -> "ObjectPath":
        return ObjectPath(f"{self}/{name}")

    @property
    def name(self) -> str:
        """The last part of the address."""
        return posixpath.basename(self.path)

    @property
    def parent(self) -> "ObjectPath":
        """The folder that it is in; a bucket is in itself."""
        above = posixpath.dirname(self.path)
        return ObjectPath(f"{self.scheme}{SEPARATOR}{above}") if above else self

    def read_bytes(self) -> bytes:
        """The whole object."""
        return bytes(self._asked("cat_file"))

    def read_text(self, encoding: str = "utf-8") -> str:
        """The whole object as text."""
        return self.read_bytes().decode(encoding)

    def read_range(self, start: int, end: int) -> bytes:
        """Some of its bytes."""
        return bytes(self._asked("cat_file", start=start, end=end))

    def write_bytes(self, data: bytes) -> None:
        """Writes it, in place of what is there."""
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
        """Whether there is such an object."""
        return bool(self._asked("isfile"))

    def is_dir(self) -> bool:
        """Whether there is an object below it."""
        return bool(self._asked("isdir"))

    def exists(self) -> bool:
        """Whether there is such an object, or one below it."""
        return bool(self._asked("exists"))

    def written(self) -> float:
        """When it was written, in seconds by the clock of the store."""
        return float(self._asked("modified").timestamp())

    def unlink(self, missing_ok: bool = False) -> None:
        """Removes it."""
        try:
            self._asked("rm_file")
        except FileNotFoundError:
            if not missing_ok:
                raise

    def folders(self) -> list[str]:
        """The names of the folders in it, sorted."""
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

    def _asked(self, method: str, *values: Any, **named: Any) -> Any:
        return asked(self.scheme, self.path, method, *values, **named)


def write_several(files: Mapping[ObjectPath, bytes]) -> None:
    """Writes some objects, several at a time."""
    list(several(lambda one: one[0].write_bytes(one[1]), files.items()))


def remove(places: Iterable[ObjectPath]) -> None:
    """Removes some objects, several at a time; those that are gone are no matter."""
    list(several(lambda place: place.unlink(missing_ok=True), places))


def several(action: Callable[[Any], Found], items: Iterable[Any]) -> Iterator[Found]:
    """What an action gives for each item, in their order; several at a time, on threads that end with the last."""
    found = list(items)
    if len(found) < 2:
        yield from map(action, found)
        return
    with ThreadPoolExecutor(min(AT_A_TIME, len(found)), "store") as threads:
        yield from threads.map(action, found)
