"""The page on the board names every key of the file, and its examples can be played."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from wallenstein.games.wallenstein.board.check import NEEDED, OPTIONAL, RANGES, check
from wallenstein.games.wallenstein.board.faults import KEYS, REPORTED
from wallenstein.games.wallenstein.board.values import LARGEST, packaged_document, packaged_text
from wallenstein.tourney.config import load

PAGE = (Path(__file__).parents[2] / "docs" / "board.md").read_text("utf-8")
ROWS = re.findall(r"^\| (`.*?) \|", PAGE.partition("## The file")[2], re.MULTILINE)
NAMED = sorted(chain.from_iterable(re.findall(r"`(\w+)`", row) for row in ROWS))


def test_every_key_that_may_be_there_has_one_row() -> None:
    keys = [key for table in NEEDED for key in (*NEEDED[table], *OPTIONAL.get(table, ()))]
    assert sorted([*keys, *KEYS]) == NAMED


def test_every_key_of_the_packaged_file_is_named() -> None:
    document: dict[str, Any] = packaged_document()
    for table in (*document["region"], *document["county"], *document["origin"], document["provenance"]):
        assert set(table) <= set(NAMED)
    for name in document:
        assert f"[{name}]" in PAGE


def test_the_ranges_are_those_of_the_check() -> None:
    for key, (low, high) in RANGES.items():
        assert re.search(rf"^\| `{key}` \|.*\| {low} to {high} \|$", PAGE, re.MULTILINE)
    for key, (low, high) in REPORTED.items():
        assert f"{key} outside {low} to {high}" in PAGE
    assert f"{LARGEST // 1024} kB" in PAGE


def test_printed_data_ends_the_comparison_with_reviews() -> None:
    text = packaged_text().replace("grain = 3", "grain = 8", 1)
    assert len(check(text).notes) == 1
    assert check(text.replace("printed_data = false", "printed_data = true")).notes == ()


@pytest.mark.parametrize(("example", "cells"), [(0, 2), (1, 20)])
def test_examples_can_be_played(tmp_path: Path, example: int, cells: int) -> None:
    (tmp_path / "my.toml").write_text(packaged_text(), "utf-8")
    toml = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[example]
    file = tmp_path / "league.toml"
    file.write_text(f'[tourney]\nplayers = 3\nblocks = 1\n[bots]\nentries = ["a", "b", "c"]\n{toml}')
    assert len(load(file).cells) == cells
