"""What is not there although a run should have it: files of rows, and its manifest."""

from collections.abc import Iterable, Iterator

from wallenstein.core.words import counted
from wallenstein.record.files.chunk_files import FOLDER as CHUNKS
from wallenstein.record.files.manifest import FILE, read
from wallenstein.record.files.part_files import TABLES
from wallenstein.record.files.segments import Segment
from wallenstein.record.store.location import Location, sizes_below


def missing_files(folder: Location, segments: Iterable[Segment]) -> Iterator[str]:
    """A sentence for each file of rows that is missing or has another size; `verify` reads what is in them, too."""
    sizes = {
        f"{below}/{name}": size for below in (TABLES, CHUNKS) for name, size in sizes_below(folder / below).items()
    }
    for segment in segments:
        for file in segment.files:
            size = sizes.get(file.name)
            if size is None:
                yield f"{folder / file.name} is missing"
            elif size != file.size:
                yield f"{folder / file.name} has {size:,} bytes instead of {file.size:,}"


def why_no_header(folder: Location) -> str:
    """What is wrong with a run whose manifest has not one whole line."""
    if not (rows := len(sizes_below(folder / TABLES)) + len(sizes_below(folder / CHUNKS))):
        return f"{folder}: this run ended before its first game"
    state = "breaks off in its first line" if read(folder / FILE) else "is empty"
    return (
        f"{folder / FILE}: {state}, but beside it there {'is' if rows == 1 else 'are'} {counted(rows, 'file')} of "
        "rows: it is damaged, and without it they cannot be read; copy it from where it is whole, or play again"
    )
