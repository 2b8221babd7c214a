"""A part that is not what this program writes is refused in a sentence, though its hash be right."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.record.chunks import Damaged, read_part
from wallenstein.record.write import PartFile, part_bytes, to_arrow

TABLE = Table(
    "moves",
    "One row a move.",
    (
        Column("game", "i32", "the game"),
        Column("kind", "category", "which", ("a", "b")),
        Column("far", "bool", "how far"),
        Column("word", "text", "what was said"),
    ),
)
HEAD = {"wallenstein.table": '{"columns": {"game": ["i32", ""], "kind": ["category", ""]}}'}


def whole() -> bytes:
    rows = Rows(TABLE)
    for game in range(5):
        rows.add(game, game % 3 - 1, game > 2, f"Köln {game}")
    return part_bytes(to_arrow(rows), TABLE, 1)


def parquet(columns: dict[str, Any], metadata: dict[str, str] | None) -> bytes:
    buffer = BytesIO()
    pq.write_table(pa.table(columns).replace_schema_metadata(metadata), buffer)
    return buffer.getvalue()


def refused(path: Path, data: bytes, rows: int = 5) -> str:
    """What is said of a file that cannot be read."""
    path.write_bytes(data)
    with pytest.raises(Damaged, match=str(path)) as caught:
        read_part(path, PartFile("moves", rows, len(data), ""), kinds={"game": "i32"})
    said = str(caught.value)
    assert said.isprintable()
    assert said.endswith("; wallenstein verify lists all damage")
    assert ".;" not in said
    return said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: b"", ""),
        (lambda: b"PAR1" * 20, ""),
        (lambda: whole()[:-30], ""),
        (lambda: parquet({"game": [1] * 5}, None), "does not describe its columns"),
        (lambda: parquet({"game": [1] * 5}, {"wallenstein.table": "[" * 5000}), "does not describe its columns"),
        (lambda: parquet({"game": [1] * 5}, {"wallenstein.table": '{"columns": 5}'}), "does not describe its columns"),
        (
            lambda: parquet({"game": [1] * 5}, {"wallenstein.table": '{"columns": {"game": [["i32"], ""]}}'}),
            "of a kind that is unknown",
        ),
        (
            lambda: parquet({"game": pa.array([1] * 5, pa.int32())}, HEAD),
            "does not have the columns in its description",
        ),
        (lambda: parquet({"game": [1] * 5, "kind": ["a"] * 5}, HEAD), "its column game holds int64, not i32"),
        (
            lambda: parquet({"game": pa.array([1] * 4, pa.int32()), "kind": ["a"] * 4}, HEAD),
            "has 4 rows instead of 5",
        ),
        (
            lambda: parquet({"game": pa.array([1, None] * 2 + [1], pa.int32()), "kind": ["a"] * 5}, HEAD),
            "has nothing in some rows of its column game",
        ),
    ],
)
def test_a_file_of_another_shape_is_refused(tmp_path: Path, data: Callable[[], bytes], said: str) -> None:
    assert said in refused(tmp_path / "part-00000.parquet", data())


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    part = PartFile("moves", 5, 0, "")
    with pytest.raises(Damaged, match=r"gone.parquet: cannot be read \(No such file"):
        read_part(tmp_path / "gone.parquet", part)
    with pytest.raises(Damaged, match="cannot be read"):
        read_part(tmp_path, part)


def test_a_column_must_be_there_and_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "part-00000.parquet"
    path.write_bytes(data := whole())
    part = PartFile("moves", 5, len(data), "")
    assert read_part(path, part, ["word"]).column_names == ["word"]
    with pytest.raises(Damaged, match="has no column wort"):
        read_part(path, part, ["wort"])
    with pytest.raises(Damaged, match="its column game is i32, not text"):
        read_part(path, part, ["game"], {"game": "text"})


def test_whatever_bytes_are_changed_it_is_read_or_refused(tmp_path: Path) -> None:
    """Some changes are values that could have been recorded; finding those is what verify does."""
    path, data, random = tmp_path / "part-00000.parquet", whole(), Random(7)
    refusals = 0
    for _ in range(400):
        changed = bytearray(data)
        for _ in range(random.randint(1, 4)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        path.write_bytes(bytes(changed[: random.choice((len(data), random.randrange(len(data))))]))
        try:
            assert len(read_part(path, PartFile("moves", 5, len(data), "")).to_pylist()) == 5
        except Damaged:
            refusals += 1
    assert refusals > 200
