"""`wallenstein verify` and `wallenstein compare` as a user calls them."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import played, write_config
from tests.toy.game import ToyGame
from wallenstein.cli import main
from wallenstein.tourney.run import open_folder, prepare

CELLS = ["matrix.game=[{rounds = 2}, {rounds = 4}]"]


def run(folder: Path, sets: Sequence[str] = (), blocks: int = 3) -> Path:
    """A run of the toy game."""
    return played(write_config(folder, blocks=blocks), folder / "results", sets=sets).folder


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_run_as_it_was_written(tmp_path: Path) -> None:
    told = call("verify", run(tmp_path))
    assert told.exit_code == 0, told.output
    assert "are intact, 6 of 6 games replayed with the same result" in told.stdout


def test_without_decisions_the_files_alone_are_compared(tmp_path: Path) -> None:
    folder = run(tmp_path, ["log.tables=['turns']"])
    told = call("verify", folder)
    assert told.exit_code == 0, told.output
    assert "without the table decisions, no game can be replayed" in told.stdout


def test_a_damaged_part_is_named_and_no_game_is_played(tmp_path: Path) -> None:
    folder = run(tmp_path)
    part = next((folder / "tables" / "turns").iterdir())
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    told = call("verify", folder)
    assert told.exit_code == 1
    assert part.name in told.stdout
    assert "damaged; no game was replayed" in told.stdout


def test_a_run_of_which_nothing_is_finished_is_not_damaged(tmp_path: Path) -> None:
    begun = open_folder(prepare(write_config(tmp_path), (), tmp_path / "results"), tmp_path / "results", fresh=False)
    begun.close()
    told = call("verify", begun.path)
    assert told.exit_code == 0, told.output
    assert "0 part files are intact, 0 of 0 games replayed with the same result; the run is not finished" in told.stdout


def test_one_problem_is_not_several(tmp_path: Path) -> None:
    folder = run(tmp_path)
    (folder / "summary.json").write_text("")
    assert f"{folder}: 1 problem in " in call("verify", folder).stdout


def test_rules_that_have_changed_are_noted_and_their_games_are_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = run(tmp_path, blocks=15)
    fingerprint, new_game = ToyGame.fingerprint, ToyGame.new_game
    monkeypatch.setattr(ToyGame, "fingerprint", lambda toy, rules: "changed" + fingerprint(toy, rules)[7:])
    monkeypatch.setattr(ToyGame, "new_game", lambda toy, rules, players, seed: new_game(toy, rules, players, seed + 1))
    told = call("verify", folder)
    assert told.exit_code == 1
    assert "note: " in told.stderr
    *named, more, conclusion = told.stdout.splitlines()
    assert len(named) == 20
    problems = int(re.search(r": (\d+) problems in .* and 30 of 30 games", conclusion)[1])  # type: ignore[index]
    assert more == f"and {problems - 20} more"


def test_compare_prints_a_table_for_each_other_cell(tmp_path: Path) -> None:
    folder = run(tmp_path, CELLS, blocks=4)
    told = call("compare", folder)
    assert told.exit_code == 0, told.output
    assert "game=rounds=4\nagainst game=rounds=2" in told.stdout
    figures = json.loads(call("compare", folder, "--json").stdout)
    turned = json.loads(call("compare", folder, "--json", "--against", "game=rounds=4").stdout)
    assert figures != turned


def test_full_standings_have_the_tables_of_each_cell(tmp_path: Path) -> None:
    told = call("standings", run(tmp_path, CELLS, blocks=4), "--full")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert [lines.count(cell) for cell in ("game=rounds=2", "game=rounds=4")] == [2, 2]
    assert sum(line.split()[:2] == ["seat", "wins"] for line in lines) == 2


def test_a_cell_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    told = call("compare", run(tmp_path, CELLS), "--against", "game=rounds=5")
    assert told.exit_code == 2
    assert "game=rounds=5" in told.stderr
    assert "Traceback" not in told.stderr
