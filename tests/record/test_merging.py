"""Part files of many chunks become one: the same rows, the right games, and the number that its file has."""

from pathlib import Path

import pytest

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.record.arrow import to_arrow
from wallenstein.record.manifest_lines import Chunk
from wallenstein.record.merging import merge_chunks, merge_groups
from wallenstein.record.part_files import CHUNK, MERGED, part_path, write_part
from wallenstein.record.part_reading import Damaged, read_part

TABLE = Table(
    "moves", "One row a move.", (Column("game", "i32", "the game"), Column("kind", "category", "which", ("a", "b")))
)


def chunk(folder: Path, number: int, first: int, games: int) -> Chunk:
    """A chunk with two rows a game."""
    rows = Rows(TABLE)
    for game in range(first, first + games):
        rows.add(game, 0)
        rows.add(game, 1)
    part = write_part(folder, CHUNK, number, to_arrow(rows), TABLE, 1)
    return Chunk(number, first, games, (part,), (), 0, ())


def test_what_is_merged_says_which_games_it_holds_and_where(tmp_path: Path) -> None:
    chunks = [chunk(tmp_path, 5, 40, 8), chunk(tmp_path, 6, 48, 8), chunk(tmp_path, 8, 56, 3)]
    merged = merge_chunks(tmp_path, 3, chunks, {"moves": TABLE}, 1)
    assert (merged.number, merged.first, merged.games, merged.chunks) == (3, 40, 19, (5, 6, 8))
    (part,) = merged.parts
    path = part_path(tmp_path, "moves", MERGED, 3)
    assert (part.table, part.rows, part.size) == ("moves", 38, path.stat().st_size)
    rows = read_part(path, part).to_pylist()
    assert rows == [{"game": game, "kind": kind} for game in range(40, 59) for kind in ("a", "b")]


def test_a_chunk_that_was_changed_during_the_run_is_not_merged(tmp_path: Path) -> None:
    """A changed value in it would get a valid hash."""
    chunks = [chunk(tmp_path, 0, 0, 8), chunk(tmp_path, 1, 8, 8)]
    chunk(tmp_path, 1, 8, 7)  # another file in its place, whole and of the right kind
    with pytest.raises(Damaged, match=r"moves/chunk-00001.parquet: has changed since it was written"):
        merge_chunks(tmp_path, 0, chunks, {"moves": TABLE}, 1)
    assert not part_path(tmp_path, "moves", MERGED, 0).exists()


@pytest.mark.parametrize(
    ("games", "groups"),
    [([400] * 5, [[0, 1, 2], [3, 4]]), ([1000, 1000], [[0], [1]]), ([999, 1, 5], [[0, 1], [2]]), ([], [])],
)
def test_a_group_is_closed_when_it_has_a_thousand_games(games: list[int], groups: list[list[int]]) -> None:
    chunks = [Chunk(number, sum(games[:number]), count, (), (), 0, ()) for number, count in enumerate(games)]
    assert [[each.number for each in group] for group in merge_groups(chunks)] == groups
