"""Verify finds what was forged although every hash is right: it recomputes all that follows from something else."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.record.forging import REMOVED, forge, lines_of, write_lines
from tests.tourney.tournament import played, write_config
from wallenstein.record.read import Run
from wallenstein.record.write import hash_of
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

BOTS = ("decent", "crashing", "unborn", "illegal")
SETS = ["run.max_faults=2", "matrix.game=[{rounds = 2}, {rounds = 4}]"]
DUEL = ['tourney.format="duel"', "tourney.betting.advantage=0.1", "run.chunk=8"]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run with two cells, with faults and benched seats."""
    folder = tmp_path_factory.mktemp("original")
    return played(write_config(folder, BOTS, blocks=1), folder / "results", sets=SETS).folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A run that a test may forge."""
    return Path(copytree(original, tmp_path / original.name))


def problems(folder: Path) -> list[str]:
    notes: list[str] = []
    found = verify_run(Run(folder), None, notes.append).problems
    assert notes == []
    assert all(problem.isprintable() for problem in found)
    return found


def test_nothing_is_wrong_with_what_was_recorded(folder: Path) -> None:
    assert problems(folder) == []
    seats = Run(folder).table("seats").to_pylist()
    assert {row["benched"] for row in seats} == {True, False}
    assert {row["faults"] for row in seats} >= {0, 1}


@pytest.mark.parametrize(
    ("table", "column", "value", "said"),
    [
        ("games", "game", 40, "game 0: games.game is 40, where the schedule says 0"),
        ("games", "cell", "game=rounds=4", "game 0: games.cell is 'game=rounds=4', where the schedule says"),
        ("games", "cell", None, "game 0: games.cell is None, where the schedule says"),
        ("games", "block", 1, "game 0: games.block is 1, where the schedule says 0"),
        ("games", "lineup", 1, "game 0: games.lineup is 1, where the schedule says 0"),
        ("games", "rotation", 1, "game 0: games.rotation is 1, where the schedule says 0"),
        ("games", "seed", 1, "game 0: games.seed is 1, where the schedule says"),
        ("games", "players", 3, "game 0: games.players is 3, where the schedule says 2"),
        ("games", "decisions", 99, "game 0: games.decisions is 99, and"),
        ("games", "ending", "rescued", "game 0: games.ending is 'rescued', by the table faults"),
        ("games", "tainted", None, "has nothing in some rows of its column tainted"),
        ("games", "digest", 1, "game 0: came out differently when it was replayed"),
        ("games", "", REMOVED, "table games: has 23 rows where the schedule has 24"),
        ("seats", "seat", 1, "game 0, seat 0: seats.seat is 1, where the schedule says 0"),
        ("seats", "bot", "illegal", "game 0, seat 0: seats.bot is 'illegal', where the schedule says 'decent'"),
        ("seats", "bot", "nobody", "game 0, seat 0: seats.bot is 'nobody', where the schedule says 'decent'"),
        ("seats", "rank", 3, "game 0: its result differs from the table seats"),
        ("seats", "score", 30000, "game 0: its result differs from the table seats"),
        ("seats", "win", 0.25, "game 0: its result differs from the table seats"),
        ("seats", "faults", 7, "game 0, seat 0: seats.faults is 7, by the table faults 0"),
        ("seats", "benched", True, "game 0, seat 0: seats.benched is True, by the table faults False"),
        ("seats", "", REMOVED, "table seats: has 47 rows where the schedule has 48"),
        ("decisions", "seat", 1, "decision 0 is"),
        ("decisions", "choice", b"\x07\x07", "decision 0 cannot be repeated"),
        ("decisions", "game", 1, "the table decisions is not in the order of its games"),
        ("faults", "kind", "printed", "table faults: has 'printed' in game"),
        ("faults", "kind", "died", "by the table faults"),
        ("faults", "seat", 9, "a fault of seat 9 at decision"),
        ("faults", "decision", -2, "at decision -2 cannot be"),
        ("faults", "game", 5000, "in game 5000, which cannot be in this part"),
        ("faults", "", REMOVED, "by the table faults"),
        ("turns", "die", 7, "table turns: its rows differ"),
    ],
)
def test_a_forged_value_is_found(folder: Path, table: str, column: str, value: Any, said: str) -> None:
    forge(folder, table, column, value)
    found = problems(folder)
    assert any(said in problem for problem in found), found


def test_a_game_that_is_said_to_be_untainted_is_found(folder: Path) -> None:
    tainted = [row["game"] for row in Run(folder).table("games").to_pylist() if row["tainted"]]
    forge(folder, "games", "tainted", False, tainted[0])
    assert f"game {tainted[0]}: games.tainted is False, by the table faults True" in problems(folder)


@pytest.mark.parametrize(
    ("kind", "key", "value", "said"),
    [
        ("run", "seed", 8, "says seed 8, and config.toml 7"),
        ("run", "entries", ["a", "b", "c", "d"], "says entries"),
        ("run", "games", 1000, "says games 1000, and config.toml 24"),
        ("run", "name", "other", 'says name "other", and config.toml "toy"'),
        ("chunk", "sums", [[1, 0.5, 1]] * 4, "chunk 0: sums is"),
        ("chunk", "faults", 99, "chunk 0: faults is 99, by the tables"),
        ("chunk", "scores", [0.5], "chunk 0: scores is"),
    ],
)
def test_a_forged_line_of_the_manifest_is_found(folder: Path, kind: str, key: str, value: Any, said: str) -> None:
    lines = lines_of(folder)
    next(line for line in lines if kind in line)[kind][key] = value
    write_lines(folder, lines)
    assert any(said in problem for problem in problems(folder)), problems(folder)


def test_a_configuration_that_was_exchanged_is_found(folder: Path) -> None:
    """The rules are those of the stored configuration; with others, no game goes as recorded."""
    path = folder / "config.toml"
    path.write_text(path.read_text().replace("max_faults = 2", "max_faults = 1"))
    lines = lines_of(folder)
    lines[0]["run"]["config"] = hash_of(path.read_bytes())
    write_lines(folder, lines)
    assert any("seats.benched is False, by the table faults True" in problem for problem in problems(folder))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"win_share": {\n            "value": ', '"win_share": {\n            "value": 9', "win_share.value is 9"),
        ('"left_out": 0', '"left_out": "none"', 'left_out is "none", by the tables 0'),
        ('"crash"', '"cheat"', "faults."),
        ("{", "[", "summary.json: cannot be read"),
        ("}", "", "summary.json: cannot be read"),
    ],
)
def test_forged_figures_are_found(folder: Path, old: str, new: str, said: str) -> None:
    path = folder / "summary.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    (problem,) = problems(folder)
    assert said in problem


def test_brackets_without_end_are_no_summary(folder: Path) -> None:
    (folder / "summary.json").write_text("[" * 100_000)
    assert "summary.json: cannot be read" in problems(folder)[0]
    (folder / "summary.json").write_text(json.dumps([1]))
    assert "summary.json: the document is [1], by the tables" in problems(folder)[0]


def test_a_forged_verdict_is_found(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path, ("good", "hopeless"), blocks=40), tmp_path / "results", sets=DUEL).folder
    assert problems(folder) == []
    lines = lines_of(folder)
    verdict = next(line["verdict"] for line in lines if "verdict" in line)
    assert verdict["decision"] == "H1"
    verdict["decision"] = "H0"
    write_lines(folder, lines)
    assert any('verdict.decision is "H0", by the tables "H1"' in problem for problem in problems(folder))


def test_a_verdict_that_drops_merged_chunks_is_found(folder: Path) -> None:
    verdict = {"cell": 0, "test": "betting", "decision": "H1", "llr": 3.0, "lower": -2.9, "upper": 2.9, "blocks": 1}
    verdict["chunks"] = 1
    write_lines(folder, [*lines_of(folder), {"verdict": {**verdict, "dropped": [0, 1]}}])
    assert any("has merged chunks that do not count" in problem for problem in problems(folder))
