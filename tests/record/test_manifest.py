"""The manifest: lines once written stay, a torn last one is no line, any other damage is noticed."""

from pathlib import Path

import pytest

from wallenstein.core.errors import FormatError
from wallenstein.record.manifest import FILE, Chunk, Manifest, MergedChunks
from wallenstein.record.part_files import CHUNK, MERGED, PartFile


def chunk(number: int) -> Chunk:
    parts = (PartFile("games", 4, 100, f"{number:032x}"),)
    return Chunk(number, 4 * number, 4, parts, ((4, 1.5, 6), (4, 2.5, 5)), 1, (0.25, 1 / 3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    manifest = Manifest(tmp_path)
    manifest.begin({"name": "Überlingen", "seed": 7})
    for number in (0, 2, 1):
        manifest.add_chunk(chunk(number))
    return tmp_path


def test_what_was_written_is_read(folder: Path) -> None:
    manifest = Manifest(folder)
    assert manifest.header == {"name": "Überlingen", "seed": 7}
    assert manifest.chunks == {number: chunk(number) for number in range(3)}
    assert not manifest.finished
    manifest.finish()
    assert Manifest(folder).finished


def test_wherever_the_last_line_is_torn_the_others_stay(folder: Path) -> None:
    path = folder / FILE
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    for end in range(last, len(data)):
        path.write_bytes(data[:end])
        manifest = Manifest(folder)
        assert sorted(manifest.chunks) == [0, 2], end
        manifest.repair()
        manifest.add_chunk(chunk(1))
        assert path.read_bytes() == data, end


def test_any_flipped_byte_before_the_last_line_is_noticed(folder: Path) -> None:
    path = folder / FILE
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1)
    for place in range(0, last, 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(FormatError, match="damaged"):
            Manifest(folder)


def test_chunks_after_a_verdict_do_not_count(folder: Path) -> None:
    manifest = Manifest(folder)
    manifest.add_verdict(0, {"decision": "H1"}, range(1, 9))
    assert [each.number for each in Manifest(folder).counting()] == [0]


def test_bound_chunks_give_way_to_what_they_are_bound_in(folder: Path) -> None:
    manifest = Manifest(folder)
    manifest.add_merged(MergedChunks(0, 0, 8, (PartFile("games", 8, 150, "0" * 32),), (0, 1)))
    found = [(segment.kind, segment.number, segment.first, segment.games) for segment in Manifest(folder).segments()]
    assert found == [(MERGED, 0, 0, 8), (CHUNK, 2, 8, 4)]
