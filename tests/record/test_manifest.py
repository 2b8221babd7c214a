"""The manifest: lines once written stay, a torn last one is no line, any other damage is noticed."""

from pathlib import Path
from typing import Any

import pytest

from tests.record.forging import lines_of, sealed_text, write_lines
from tests.tourney.config.configs import write
from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.manifest import FILE, Manifest
from wallenstein.record.manifest_lines import FEW, Chunk, MergedChunks, pack_sums, sums_in
from wallenstein.record.write import PartFile
from wallenstein.tourney.config import load
from wallenstein.tourney.config.entries import MOST_BOTS

HEADER: dict[str, Any] = {
    "schema": 1,
    "program": "1.0",
    "name": "league",
    "seed": 7,
    "hash": "0123456789abcdef",
    "config": "0" * 32,
    "essence": {"": {"game": {"name": "toy", "town": "Überlingen"}}},
    "rules": {"": "0" * 32},
    "bots": {"miller": "0" * 32},
    "entries": ["miller", "regent"],
    "cells": [""],
    "games": 40,
    "chunks": 10,
}
VERDICT = {"test": "betting", "decision": "H1", "llr": 3.1, "lower": -2.9, "upper": 2.9, "blocks": 9, "chunks": 1}


def chunk(number: int) -> Chunk:
    file = ChunkFile((("games", 4),), 100, f"{number:032x}")
    return Chunk(number, 4 * number, 4, file, pack_sums([(4, 1.5, 6), (4, 2.5, 5)]), 1, (0.25, 1 / 3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    manifest = Manifest(tmp_path)
    manifest.begin(HEADER)
    for number in (0, 2, 1):
        manifest.add_chunk(chunk(number))
    return tmp_path


def test_what_was_written_is_read(folder: Path) -> None:
    manifest = Manifest(folder)
    assert manifest.header == HEADER
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
    manifest.add_verdict(0, VERDICT, range(1, 9))
    assert [each.number for each in Manifest(folder).counting()] == [0]


def test_bound_chunks_give_way_to_what_they_are_bound_in(folder: Path) -> None:
    manifest = Manifest(folder)
    manifest.add_merged(MergedChunks(0, 0, 8, (PartFile("games", 8, 150, "0" * 32),), (0, 1)))
    merged, alone = Manifest(folder).segments()
    assert (merged.chunk, merged.chunks, merged.first, merged.games) == (None, (0, 1), 0, 8)
    assert (alone.chunk, alone.chunks, alone.first, alone.games) == (chunk(2).file, (2,), 8, 4)
    paths = [file.name for segment in (merged, alone) for file in segment.files]
    assert paths == ["tables/games/part-00000.parquet", "chunks/00002.arrows.zst"]
    assert merged.tables == alone.tables == ["games"]


def test_what_an_earlier_version_wrote_is_read_if_it_is_merged_and_refused_if_not(folder: Path) -> None:
    """Chunk 0 had a part file for each table, chunk 2 a file of its own format."""
    lines = lines_of(folder)
    for line in lines[1:3]:  # chunks 0 and 2
        for key in ("tables", "size", "hash"):
            del line["chunk"][key]
    lines[1]["chunk"]["parts"] = {"games": [4, 100, "00"]}
    lines[2]["chunk"] |= {"rows": {"games": 4}, "size": 100, "hash": "00"}
    bound = {"number": 0, "first": 0, "games": 12, "parts": {"games": [12, 99, "00"]}, "chunks": [0, 1, 2]}
    write_lines(folder, [*lines, {"bound": bound}])
    assert [segment.tables for segment in Manifest(folder).segments()] == [["games"]]
    write_lines(folder, lines)
    with pytest.raises(FormatError, match="chunk 0 was written by an earlier version; finish the run with that, or"):
        Manifest(folder)


def test_a_run_killed_within_its_first_line_begins_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'{"run":{"sche')
    Manifest(tmp_path).begin(HEADER)
    assert Manifest(tmp_path).header == HEADER


@pytest.mark.parametrize(
    ("at", "place", "value", "said"),
    [
        (0, ["run", "games"], -1, "run.games: input should be greater than or equal to 0"),
        (0, ["run", "games"], 3, "its games go to 3, in a run of 3"),
        (0, ["run", "seed"], 10**400, "run.seed"),
        (0, ["run", "name"], "../elsewhere", "run.name"),
        (0, ["run", "essence"], {"": {}}, "run.essence..game: field required"),
        (0, ["run", "cells"], ["other"], "not about the same cells"),
        (0, ["run", "entries"], ["miller"], "must have one item for each bot"),
        (0, ["run"], None, "the first line, and no other, must say which run this is"),
        (1, ["chunk", "tables"], {"../games": 1}, "chunk.tables"),
        (1, ["chunk", "tables", "games"], [1, 2], "chunk.tables.games"),
        (1, ["chunk", "sums"], 5, "chunk.sums: input should be a valid array"),
        (1, ["chunk", "number"], True, "chunk.number: input should be a valid integer"),
        (1, ["chunk", "number"], 10, "there is no chunk 10 in a run of 10"),
        (1, ["chunk", "first"], 9, "game 9 is in two parts"),
        (1, ["chunk", "tables"], {"seats": 1}, "not all parts have the same tables"),
        (2, ["wrong"], 1, "wrong: extra inputs are not permitted"),
        (2, ["bound"], {"number": 0, "first": 0, "games": 8, "parts": {}, "chunks": [0, 7]}, "one of the keys"),
        (2, ["verdict"], {"cell": 0}, "verdict.test: field required"),
        (2, ["verdict"], {"cell": 0, "test": "betting"}, "verdict.blocks: field required"),
        (2, ["round"], {"cell": 0, "number": 1, "lineups": [[0]]}, "round.lineups.0: list should have at least 2"),
    ],
)
def test_a_line_of_another_shape_is_refused_though_its_hash_is_right(
    folder: Path, at: int, place: list[str], value: Any, said: str
) -> None:
    lines = lines_of(folder)
    here = lines[at]
    for key in place[:-1]:
        here = here[key]
    here[place[-1]] = value
    write_lines(folder, lines)
    with pytest.raises(FormatError, match=FILE) as caught:
        Manifest(folder)
    assert said in str(caught.value)


def test_merged_chunks_must_be_those_that_are_there(folder: Path) -> None:
    bound = {"number": 0, "first": 0, "games": 8, "parts": {}, "chunks": [0, 7]}
    write_lines(folder, [*lines_of(folder), {"bound": bound}])
    with pytest.raises(FormatError, match="the merged chunks 0 do not match their chunks"):
        Manifest(folder)


@pytest.mark.parametrize("line", [[], 5, "run", {}, [[[[]]]], {"finished": "yes"}])
def test_what_is_no_line_at_all_is_refused(folder: Path, line: Any) -> None:
    write_lines(folder, [*lines_of(folder), line, {"finished": True}])
    with pytest.raises(FormatError, match=FILE):
        Manifest(folder)


def test_brackets_within_brackets_are_no_line(folder: Path) -> None:
    body = b'{"run":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    (folder / FILE).write_bytes(sealed_text(body))
    with pytest.raises(FormatError, match="not a line of a manifest"):
        Manifest(folder)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"cell": 0, "number": 1, "lineups": [[0, 9]]}, "round: is about a cell or bots that the run does not have"),
        ({"cell": 1, "number": 1, "lineups": [[0, 1]]}, "round: is about a cell or bots that the run does not have"),
        ({"cell": 0, "number": 2, "lineups": [[0, 1]]}, "round 2 does not follow the 1 before it"),
    ],
)
def test_rounds_follow_each_other(folder: Path, line: dict[str, Any], said: str) -> None:
    write_lines(folder, [*lines_of(folder), {"round": line}])
    with pytest.raises(FormatError, match=said):
        Manifest(folder)


def test_rounds_are_read_as_they_were_entered(folder: Path) -> None:
    manifest = Manifest(folder)
    for number in (1, 2):
        manifest.add_round(0, number, ((0, 1), (1, 0)))
    assert Manifest(folder).rounds == manifest.rounds == {0: [((0, 1), (1, 0))] * 2}


def test_lines_of_a_batch_are_made_durable_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest, synced = Manifest(folder), list[int]()
    monkeypatch.setattr("os.fsync", lambda file: synced.append(file))
    with manifest.batch():
        manifest.add_chunk(chunk(3))
        manifest.add_chunk(chunk(4))
        assert not synced
        assert 4 in Manifest(folder).chunks, "what is written is there if the process is killed"
    assert len(synced) == 1
    with manifest.batch():
        pass
    assert len(synced) == 1
    manifest.add_chunk(chunk(5))
    assert len(synced) == 2


def test_sums_are_packed_and_read_as_they_were() -> None:
    """A run of ten million games has fifty thousand chunks in memory, and each has the sums of all bots."""
    values = ((4, 1.5, 10), (2**31 - 1, 0.1, 0), (0, 0.0, 0))
    packed = pack_sums(values)
    assert sums_in(packed) == list(values)
    assert [type(value) for value in sums_in(packed)[0]] == [int, float, int]
    assert len(packed) == 24 * len(values)


@pytest.mark.slow
def test_a_tournament_has_at_most_the_bots_that_a_manifest_takes(tmp_path: Path) -> None:
    entries = "\n".join(f"[[bots.entry]]\nname = 'b{number}'\nbot = 'random'" for number in range(FEW + 1))
    file = write(tmp_path, f"{entries}\n[tourney]\nblocks = 4\nformat = 'sample'\n")
    with pytest.raises(ConfigError, match=r"bots: 10,001 bots; a tournament has at most 10,000$"):
        load(file)
    assert MOST_BOTS == FEW
