"""Of a large part file in a store, only the bytes of the columns that are asked for are fetched."""

from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.record.chunks import columns_in, read_part
from wallenstein.record.objects import ObjectPath
from wallenstein.record.write import PartFile, part_path, to_arrow, write_part

ROWS = 50_000
TABLE = Table(
    "wide",
    "Two columns that cannot be made small, and one that can.",
    (
        Column("game", "i32", "ascending"),
        Column("luck", "f64", "any number"),
        Column("more", "f64", "another"),
    ),
)


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> tuple[ObjectPath, PartFile, Path]:
    """The same part in a store and on this machine."""
    folder = tmp_path_factory.mktemp("part")
    rows, rng = Rows(TABLE), Random(1)
    for number in range(ROWS):
        rows.add(number, rng.random(), rng.random())
    written = write_part(folder, 0, to_arrow(rows), TABLE, 1)
    place = ObjectPath(f"memory://bucket/{uuid4().hex}")
    place.write_bytes(part_path(folder, "wide", 0).read_bytes())
    return place, written, part_path(folder, "wide", 0)


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes each request gave."""
    counts: list[int] = []
    read_range = ObjectPath.read_range

    def counting(place: ObjectPath, start: int, end: int) -> bytes:
        data = read_range(place, start, end)
        counts.append(len(data))
        return data

    def forbidden(place: ObjectPath) -> bytes:
        raise AssertionError(f"all of {place} was read")

    monkeypatch.setattr(ObjectPath, "read_range", counting)
    monkeypatch.setattr(ObjectPath, "read_bytes", forbidden)
    return counts


def test_one_of_three_columns(part: tuple[ObjectPath, PartFile, Path], fetched: list[int]) -> None:
    place, written, here = part
    assert written.size > 700_000
    found = read_part(place, written, ["game"], {})
    assert found.equals(read_part(here, written, ["game"], {}))
    assert sum(fetched) < 150_000
    assert len(fetched) <= 4


def test_all_columns_in_few_requests(part: tuple[ObjectPath, PartFile, Path], fetched: list[int]) -> None:
    place, written, here = part
    assert read_part(place, written).equals(read_part(here, written))
    assert len(fetched) <= 6


def test_the_names_of_columns_alone(part: tuple[ObjectPath, PartFile, Path], fetched: list[int]) -> None:
    place, written, _ = part
    assert columns_in(place, written) == ["game", "luck", "more"]
    assert sum(fetched) < 100_000
