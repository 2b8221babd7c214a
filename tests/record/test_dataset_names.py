"""A run may be named without its hash: its newest is meant."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from tests.tourney.tournament import played, played_at, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.manifest import FILE
from wallenstein.record.read import Run, codes, numbers


def test_a_name_without_its_hash_is_enough(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path), tmp_path / "results")
    assert Run(tmp_path / "results" / "toy").folder == outcome.folder


def test_a_name_means_its_newest_run(tmp_path: Path) -> None:
    """What counts is when a run was last played or asked for, not the order of the hashes."""
    config, results = write_config(tmp_path, blocks=1), tmp_path / "results"
    first, second, third = (played_at(config, results, sets=[f"tourney.seed={seed}"]).folder for seed in (1, 2, 3))
    assert (Run(results / "toy").folder, Run(results / "toy").older) == (third, [second.name, first.name])
    assert [Run(results / f"toy@-{back}").folder for back in range(3)] == [third, second, first]
    assert Run(results / second.name).older == []
    played_at(config, results, sets=["tourney.seed=1"])  # finished long ago
    assert [Run(results / name).folder for name in ("toy", "toy@-1")] == [first, third]
    with pytest.raises(ConfigError, match=r"toy@-3: there are only 3 runs: toy-.*, toy-.* or toy-"):
        Run(results / "toy@-3")


def test_of_many_other_runs_a_few_are_named(tmp_path: Path) -> None:
    for letter in "abcdefg":
        (tmp_path / letter).mkdir()
        (tmp_path / letter / FILE).touch()
    with pytest.raises(ConfigError, match=r'; known: "a", "b", "c", "d", "e" and 2 more$'):
        Run(tmp_path / "quickstart")


def test_columns_are_read_where_their_chunks_begin() -> None:
    """A chunk may be a part of a longer array, and a column may have chunks without rows."""
    long = pa.array(range(10), pa.int16())
    column = pa.chunked_array([long.slice(2, 3), long.slice(0, 0), long.slice(7, 2)])
    assert numbers(column).tolist() == [2, 3, 4, 7, 8]
    truths = pa.array([True, False, False, True])
    assert numbers(pa.chunked_array([truths.slice(1, 3), truths.slice(0, 1)])).tolist() == [False, False, True, True]


def test_categories_are_read_where_their_chunks_begin() -> None:
    """Each chunk has names of its own; what has none is -1."""
    chunks = [pa.array(names).dictionary_encode() for names in (["ann", "bob", None], ["cat"], ["bob", "cat", "bob"])]
    column = pa.chunked_array([pa.array(chunk) for chunk in chunks])
    assert codes(column, ["ann", "bob", "cat"]).tolist() == [0, 1, -1, 2, 1, 2, 1]


def test_an_index_where_there_is_nothing_may_be_any_number() -> None:
    """So it is in a stranger's chunk; Arrow checks those alone that stand for a name."""
    buffers = [pa.py_buffer(bytes([0b101])), pa.py_buffer(np.array([0, 99_999, 1], np.int32))]
    indices = pa.Array.from_buffers(pa.int32(), 3, buffers)
    column = pa.chunked_array([pa.DictionaryArray.from_arrays(indices, pa.array(["ann", "bob"]))])
    column.validate(full=True)
    assert codes(column, ["ann", "bob"]).tolist() == [0, -1, 1]


def test_a_part_that_cannot_be_read_is_named_with_its_table(tmp_path: Path) -> None:
    run = Run(played(write_config(tmp_path), tmp_path / "results").folder)
    for part in (run.config_file.parent / "tables" / "turns").iterdir():
        part.write_bytes(b"no Parquet")
    with pytest.raises(ConfigError) as fault:
        run.table("turns")
    assert str(fault.value).startswith(f"{run.folder}/tables/turns/part-00000.parquet: ")
    assert "wallenstein verify" in str(fault.value)
    assert len(str(fault.value).splitlines()) == 1
    with pytest.raises(ConfigError, match='there is no table "turn"; did you mean "turns"'):
        run.table("turn")
