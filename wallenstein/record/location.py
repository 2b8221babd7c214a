"""Folders and files of results, on this machine or in a store."""

import errno
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from wallenstein.core.errors import ConfigError
from wallenstein.record.objects import AT_A_TIME, SEPARATOR, ObjectPath, in_parallel

Location: TypeAlias = Path | ObjectPath
HERE: Final = "file"  # the scheme of addresses that are paths on this machine


def location_of(text: str | Path | ObjectPath) -> Location:
    """A path, or an address such as `s3://bucket/runs`."""
    if isinstance(text, Path | ObjectPath):
        return text
    scheme, mark, rest = text.partition(SEPARATOR)
    if not mark:
        return Path(text)
    return Path(rest) if scheme == HERE else ObjectPath(text)


def folders_in(folder: Location) -> list[str]:
    """The names of the folders in a folder, sorted; none if it does not exist."""
    if isinstance(folder, ObjectPath):
        return folder.folders()
    try:
        return sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    except PermissionError:
        return []


def sizes_below(folder: Location) -> dict[str, int]:
    """The names of all files below a folder, relative to it and sorted, with their sizes."""
    if isinstance(folder, ObjectPath):
        return folder.sizes_below()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}


LARGEST: Final = 2**30  # bytes of a file of rows or a manifest; others are far smaller


def check_plain(folder: Location) -> None:
    """Raises ConfigError unless there are only files and folders below: no link leads out, and no pipe has no end."""
    waiting = [str(folder)] if isinstance(folder, Path) else []
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif not entry.is_file(follow_symlinks=False):
                    kind = "is a link" if entry.is_symlink() else "is not a file"
                    raise ConfigError(f"{entry.path}: {kind}; a run has only files and folders, so it is not opened")


def read_within(file: Location, most: int = LARGEST) -> bytes:
    """All of a file; raises OSError for one on this machine that is larger than any of its kind."""
    if isinstance(file, Path) and file.stat().st_size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return file.read_bytes()


def contents_of(files: Iterable[Location]) -> Iterator[bytes | OSError]:
    """The bytes of each file, or the error; several files at a time if they are in a store."""

    def read(file: Location) -> bytes | OSError:
        try:
            return read_within(file)
        except OSError as error:
            return error

    waiting = iter(files)
    while some := list(islice(waiting, AT_A_TIME)):
        yield from in_parallel(read, some) if isinstance(some[0], ObjectPath) else map(read, some)


def written(file: Location) -> float:
    return file.written() if isinstance(file, ObjectPath) else file.stat().st_mtime


def is_same(one: Location, other: Location) -> bool:
    return one.samefile(other) if isinstance(one, Path) and isinstance(other, Path) else one == other
