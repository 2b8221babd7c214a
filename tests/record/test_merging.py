"""Rows of many chunks become part files: the same rows, the right games, and the number that the files have."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.record.chunks import Damaged, chunk_bytes, chunk_path, read_chunk, read_part, write_chunk
from wallenstein.record.manifest_lines import Chunk
from wallenstein.record.merging import Merging, chunks_a_group, merge_chunks
from wallenstein.record.write import hash_of, part_name


def table(names: Sequence[str] = ("a", "b")) -> Table:
    columns = Column("game", "i32", "the game"), Column("kind", "category", "which", tuple(names))
    return Table("moves", "One row a move.", (*columns, Column("said", "text", "what"), Column("did", "bytes", "how")))


def moves(first: int, games: int, names: Sequence[str]) -> Rows:
    """Three moves a game: the first of the names, none, and the last."""
    rows = Rows(table(names))
    for game in range(first, first + games):
        for code in (0, -1, len(names) - 1):
            rows.add(game, code, "é" * code, bytes(code + 1))
    return rows


def chunk(folder: Path, number: int, first: int, games: int, names: Sequence[str] = ("a", "b")) -> Chunk:
    """A chunk with three rows a game."""
    file = write_chunk(folder, number, {"moves": moves(first, games, names)})
    return Chunk(number, first, games, file, b"", 0, ())


def test_what_is_merged_says_which_games_it_holds_and_where(tmp_path: Path) -> None:
    chunks = [chunk(tmp_path, 5, 40, 8), chunk(tmp_path, 6, 48, 8), chunk(tmp_path, 8, 56, 3)]
    merged = merge_chunks(tmp_path, Merging.of(3, chunks), {"moves": table()}, 1)
    assert (merged.number, merged.first, merged.games, merged.chunks) == (3, 40, 19, (5, 6, 8))
    (part,) = merged.parts
    path = tmp_path / part_name("moves", 3)
    assert (part.table, part.rows, part.size) == ("moves", 57, path.stat().st_size)
    said = [("a", "", b"\0"), (None, "", b""), ("b", "é", b"\0\0")]
    right = [
        {"game": game, "kind": kind, "said": text, "did": did} for game in range(40, 59) for kind, text, did in said
    ]
    assert read_part(path, part).to_pylist() == right


def test_chunks_may_have_used_other_names_and_in_another_order(tmp_path: Path) -> None:
    names = [("a", "b"), ("b", "c", "a"), ("d",)]
    chunks = [chunk(tmp_path, number, number, 1, each) for number, each in enumerate(names)]
    merged = merge_chunks(tmp_path, Merging.of(0, chunks), {"moves": table()}, 1)
    rows = read_part(tmp_path / part_name("moves", 0), merged.parts[0])
    assert rows["kind"].to_pylist() == ["a", None, "b", "b", None, "a", "d", None, "d"]
    assert rows["kind"].chunk(0).dictionary.to_pylist() == ["a", "b", "c", "d"]


def test_a_chunk_that_was_changed_during_the_run_is_not_merged(tmp_path: Path) -> None:
    """A changed value in it would get a valid hash."""
    chunks = [chunk(tmp_path, 0, 0, 8), chunk(tmp_path, 1, 8, 8)]
    chunk(tmp_path, 1, 8, 7)  # another file in its place, whole and of the right kind
    with pytest.raises(Damaged, match=r"chunks/00001.arrows.zst: has changed since it was written"):
        merge_chunks(tmp_path, Merging.of(0, chunks), {"moves": table()}, 1)
    assert not (tmp_path / part_name("moves", 0)).exists()


def test_a_group_has_about_two_thousand_games() -> None:
    assert [chunks_a_group(games) for games in (1, 4, 24, 200, 900, 1500, 9000)] == [200, 200, 83, 10, 2, 1, 1]


def test_whatever_bytes_of_a_chunk_are_changed_it_is_read_or_refused(tmp_path: Path) -> None:
    data, random = chunk_bytes({"moves": moves(0, 5, ("a", "b"))}), Random(7)
    path = chunk_path(tmp_path, 0)
    path.parent.mkdir()
    path.write_bytes(data)
    assert len(read_chunk(path, hash_of(data), ["moves"])["moves"]) == 15
    refusals = 0
    for _ in range(400):
        changed = bytearray(data)
        for _ in range(random.randint(1, 4)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        broken = bytes(changed[: random.choice((len(data), random.randrange(len(data))))])
        path.write_bytes(broken)
        try:
            rows = read_chunk(path, hash_of(broken), ["moves"])["moves"]
            rows.validate(full=True)
        except (Damaged, ValueError):
            refusals += 1
    assert refusals > 300
