"""Reads part files, from a disk or from a store, and refuses those that this program does not write."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import first_line, printable
from wallenstein.record.location import Location
from wallenstein.record.objects import ObjectPath
from wallenstein.record.write import ARROW, PartFile

# A hash proves that a part has not changed since its line was written, not that its content is valid. Shapes are
# checked here only: later code relies on them.

CATEGORIES: Final = ("category", "wide-category")
SAID: Final = 120  # characters of an Arrow error
WHOLE: Final = 1 << 16  # bytes of a file in a store up to which one request for all costs less than several


class Damaged(ConfigError):
    def __init__(self, path: Location, text: str) -> None:
        super().__init__(f"{path}: {printable(text, SAID).rstrip('.')}; wallenstein verify lists all damage")


def read_part(
    path: Location, part: PartFile, columns: Sequence[str] | None = None, kinds: Mapping[str, str] | None = None
) -> pa.Table:
    """The rows of a part, categories as dictionaries; `kinds` are required of some columns."""
    with _damaged(path):
        return _read(source_of(path, part.size), size_of(path, part.size), part.rows, columns, kinds or {})


def columns_in(path: Location, part: PartFile) -> list[str]:
    with _damaged(path):
        return list(kinds_in(pq.read_metadata(source_of(path, part.size)).metadata))


@contextmanager
def _damaged(path: Location) -> Iterator[None]:
    """Raises Damaged with the error of a file."""
    try:
        yield
    except OSError as error:
        said = os.strerror(error.errno) if error.errno else first_line(error)
        raise Damaged(path, f"cannot be read ({said})") from None
    except (ValueError, pa.ArrowException) as error:
        raise Damaged(path, first_line(error)) from None


def source_of(path: Location, size: int) -> Any:
    """The source that Arrow reads a file from: of a large one in a store, only the bytes that it needs."""
    if not isinstance(path, ObjectPath):
        return path
    if size <= WHOLE:
        return pa.BufferReader(path.read_bytes())
    from fsspec.spec import AbstractBufferedFile

    store = SimpleNamespace(cat_file=lambda _, start, end: path.read_range(start, end))
    return pa.PythonFile(AbstractBufferedFile(store, path.path, size=size, cache_type="none"), mode="r")


USUAL: Final = 2**28  # bytes that a file's rows may take in memory in any case
INFLATED: Final = 1000  # times their bytes on the disk that they may take: far more than those of any run


def most_memory(size: int) -> int:
    """The bytes of memory that the rows of a file of this size may take: a small file may claim to have any number."""
    return max(USUAL, INFLATED * size)


def size_of(path: Location, said: int) -> int:
    return said if isinstance(path, ObjectPath) else path.stat().st_size


def joined(tables: Sequence[pa.Table]) -> pa.Table:
    return pa.concat_tables(tables).unify_dictionaries().combine_chunks()


def _read(source: object, size: int, rows: int, columns: Sequence[str] | None, wanted: Mapping[str, str]) -> pa.Table:
    """Raises ValueError, OSError or ArrowException if the file has another shape."""
    about = pq.read_metadata(source)
    kinds = kinds_in(about.metadata)
    if about.schema.names != list(kinds):
        raise ValueError("does not have the columns in its description")
    if about.num_rows != rows:
        raise ValueError(f"has {about.num_rows:,} rows instead of {rows:,}")
    if 8 * rows * len(kinds) > most_memory(size):
        raise ValueError(f"has {rows:,} rows in {size:,} bytes, which is not credible")
    for column in columns or ():
        if column not in kinds:
            raise ValueError(f"has no column {column}")
    for column, kind in wanted.items():
        if kinds.get(column) != kind:
            raise ValueError(f"its column {column} is {kinds.get(column, 'missing')}, not {kind}")
    categories = [column for column, kind in kinds.items() if kind in CATEGORIES]
    far = isinstance(source, pa.PythonFile)  # neighbouring columns are fetched at once
    options: JsonObject = {"metadata": about, "read_dictionary": categories, "pre_buffer": far}
    with pq.ParquetFile(source, **options) as part:  # `read_table` would import pandas
        _check_types(part.schema_arrow, kinds)
        table = part.read(columns=columns, use_threads=False).replace_schema_metadata()
    check_columns(table, {})
    return table


def check_columns(table: pa.Table, kinds: Mapping[str, str]) -> None:
    """Raises KeyError, ValueError or ArrowException if columns have other kinds, or values that are not allowed."""
    _check_types(table.schema, kinds)
    table.validate(full=True)
    for name, column in zip(table.column_names, table.columns, strict=True):
        if column.null_count and not pa.types.is_dictionary(column.type):
            raise ValueError(f"has nothing in some rows of its column {name}")


def kinds_in(metadata: Mapping[bytes, bytes] | None) -> dict[str, str]:
    """The kind of each column; raises ValueError if the file does not say it."""
    try:
        columns = json.loads((metadata or {})[b"wallenstein.table"])["columns"]
        kinds = {str(column): kind for column, (kind, _) in columns.items()}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise ValueError("does not describe its columns") from None
    if not all(isinstance(kind, str) and kind in ARROW for kind in kinds.values()):
        raise ValueError("has columns of a kind that is unknown")
    return kinds


def _check_types(schema: pa.Schema, kinds: Mapping[str, str]) -> None:
    for name, kind in kinds.items():
        found = schema.field(name).type
        right = pa.types.is_dictionary(found) and found.value_type == pa.string()
        if not (right if kind in CATEGORIES else found == ARROW[kind]):
            raise ValueError(f"its column {name} holds {found}, not {kind}")
