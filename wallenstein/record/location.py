"""Folders and files of results, on this machine or in a store."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

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


def contents_of(files: Iterable[Location]) -> Iterator[bytes | OSError]:
    """The bytes of each file, or the error; several files at a time if they are in a store."""

    def read(file: Location) -> bytes | OSError:
        try:
            return file.read_bytes()
        except OSError as error:
            return error

    waiting = iter(files)
    while some := list(islice(waiting, AT_A_TIME)):
        yield from in_parallel(read, some) if isinstance(some[0], ObjectPath) else map(read, some)


def written(file: Location) -> float:
    """When the file was last written."""
    return file.written() if isinstance(file, ObjectPath) else file.stat().st_mtime


def is_same(one: Location, other: Location) -> bool:
    if isinstance(one, Path) and isinstance(other, Path):
        return one.samefile(other)
    return one == other
