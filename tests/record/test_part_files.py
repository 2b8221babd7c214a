"""Part files: whole, equal for equal rows, and true to what was put into them."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from wallenstein.core.tables import CODES, LOOSE, Column, Rows, Table
from wallenstein.record.chunks import chunk_path, read_chunk, read_part, write_chunk
from wallenstein.record.write import part_bytes, part_name, to_arrow, write_part, write_whole

VALUES: dict[str, list[Any]] = {
    "i8": [-128, 0, 127],
    "u8": [0, 1, 255],
    "i16": [-32768, 0, 32767],
    "i32": [-(2**31), 0, 2**31 - 1],
    "i64": [-(2**63), 0, 2**63 - 1],
    "u64": [0, 1, 2**64 - 1],
    "f32": [0.0, 0.5, -2.25],
    "f64": [0.0, 1 / 3, -1e300],
    "bool": [True, False, True],
    "category": [0, -1, 1],
    "wide-category": [1, -1, 0],
    "text": ["", "Köln", "two\nlines"],
    "bytes": [b"", b"\0\xff", b"abc"],
}
NAMES = ("first", "second")


def every_kind() -> Table:
    kinds = [*CODES, *LOOSE]
    named = ("category", "wide-category")
    columns = [Column(f"of_{kind}", kind, f"a {kind}", NAMES if kind in named else ()) for kind in kinds]
    return Table("kinds", "Every kind of column.", (Column("game", "i32", "the game"), *columns))


def filled(table: Table) -> Rows:
    rows = Rows(table)
    for row in range(3):
        rows.add(row, *(VALUES[column.kind][row] for column in table.columns[1:]))
    return rows


def shown(kind: str, value: Any) -> Any:
    return (None if value < 0 else NAMES[value]) if "category" in kind else value


@pytest.mark.parametrize("merged", [False, True])
def test_every_kind_of_column_comes_back_as_it_was(tmp_path: Path, merged: bool) -> None:
    table = every_kind()
    if merged:
        part = write_part(tmp_path, 7, to_arrow(filled(table)), table, 1)
        rows = read_part(tmp_path / part_name("kinds", 7), part)
    else:
        file = write_chunk(tmp_path, 7, {"kinds": filled(table)})
        rows = read_chunk(chunk_path(tmp_path, 7), file.hash, ["kinds"])["kinds"]
    read = rows.to_pydict()
    for column in table.columns[1:]:
        assert read[column.name] == [shown(column.kind, value) for value in VALUES[column.kind]], column.kind


def test_equal_rows_give_equal_bytes() -> None:
    table = every_kind()
    assert part_bytes(to_arrow(filled(table)), table, 1) == part_bytes(to_arrow(filled(table)), table, 1)


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    table = every_kind()
    part = write_part(tmp_path, 0, to_arrow(Rows(table)), table, 1)
    assert part.rows == 0
    assert pq.read_table(tmp_path / part_name("kinds", 0)).column_names == [c.name for c in table.columns]


def test_a_part_says_what_it_is(tmp_path: Path) -> None:
    table = every_kind()
    write_part(tmp_path, 0, to_arrow(filled(table)), table, 3)
    metadata = pq.read_metadata(tmp_path / part_name("kinds", 0)).metadata
    assert metadata[b"wallenstein.schema"] == b"3"
    assert b"Every kind of column." in metadata[b"wallenstein.table"]


def test_nothing_unfinished_is_left(tmp_path: Path) -> None:
    table = every_kind()
    write_part(tmp_path, 0, to_arrow(filled(table)), table, 1)
    assert [path.name for path in (tmp_path / "tables" / "kinds").iterdir()] == ["part-00000.parquet"]


def test_rows_are_written_without_waiting_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is damaged before the run is finished is noticed and played again; the end of the run waits for all."""
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    table = Table("picks", "Picks.", (Column("game", "i32", "the game"),))
    write_chunk(tmp_path, 0, {"picks": Rows(table)})
    write_part(tmp_path, 0, to_arrow(Rows(table)), table, 1)
    assert not synced
    write_whole(tmp_path / "file", b"")
    assert len(synced) == 2
