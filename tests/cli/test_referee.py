"""`wallenstein referee`: what it prints where, and its exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.games.wallenstein.referee.referee_documents import FIGHT, MARCH, changed, normal, reached, scenario
from wallenstein.cli import main
from wallenstein.cli.scenarios import read
from wallenstein.games.wallenstein.board.values import packaged_text


def referee(*arguments: str | Path, text: str | bytes | None = None) -> Result:
    """The command's result."""
    return CliRunner().invoke(main, ["referee", *map(str, arguments)], input=text)


def file_of(folder: Path, document: Any) -> Path:
    """A file with the document."""
    path = folder / "scenario.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_position_reached_is_on_standard_output(tmp_path: Path) -> None:
    result = referee(file_of(tmp_path, scenario(FIGHT, decisions=[MARCH], until="slot")))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == reached(FIGHT, decisions=[MARCH], until="slot")


def test_a_missing_decision_is_pending() -> None:
    result = referee("-", text=json.dumps(scenario(FIGHT)))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["pending"] == {"seat": 0, "kind": "march"}


def test_its_output_can_be_played_on(tmp_path: Path) -> None:
    first = json.loads(referee(file_of(tmp_path, scenario(FIGHT))).stdout)
    second = referee("-", text=json.dumps(scenario(first, decisions=[MARCH], until="slot")))
    assert json.loads(second.stdout) == reached(FIGHT, decisions=[MARCH], until="slot")


def test_position_prints_the_normal_form(tmp_path: Path) -> None:
    result = referee("--position", file_of(tmp_path, FIGHT))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == normal(FIGHT)
    assert list(json.loads(result.stdout))[:4] == ["format", "rules", "players", "year"]
    assert referee("--position", "-", text=result.stdout).stdout == result.stdout


@pytest.mark.parametrize(
    ("options", "document", "sentence"),
    [
        (["--position"], scenario(FIGHT), "is a scenario; play it without --position"),
        ([], FIGHT, "is a position; use --position to check it"),
    ],
)
def test_one_kind_of_document_in_place_of_the_other(options: list[str], document: Any, sentence: str) -> None:
    result = referee(*options, "-", text=json.dumps(document))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"wallenstein: standard input: {sentence}\n"


def test_the_log_is_json_lines() -> None:
    result = referee("-", "--log", text=json.dumps(scenario(FIGHT, decisions=[MARCH], until="slot")))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["entry"] for line in lines] == ["action", "throw", "battle"]


def test_a_board_lies_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(packaged_text(), encoding="utf-8")
    position = changed(FIGHT, "rules/board", "board.toml")
    result = referee(file_of(tmp_path, scenario(position)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["rules"]["board"] == "board.toml"
    (tmp_path / "board.toml").unlink()
    missing = referee(tmp_path / "scenario.json")
    assert missing.exit_code == 2
    assert "position.rules.board: " in missing.stderr


@pytest.mark.parametrize(
    ("document", "code", "sentence"),
    [
        (scenario(FIGHT, decisions=[{**MARCH, "choice": None}]), 1, "W44: decisions[0]: "),
        (scenario(FIGHT, decisions=[{**MARCH, "seat": 2}]), 1, "decisions[0]: march of seat 2"),
        (scenario(FIGHT, chance=[{"throw": {"0": 50}}], decisions=[MARCH]), 1, "T1: chance[0].throw.0"),
        (scenario(changed(FIGHT, "acted", "all")), 2, "position.acted: must be a whole number"),
        (scenario(changed(FIGHT, "counties/anhalt/armies", 60)), 2, "position: W2: seat 0 has 64 armies"),
        (scenario(FIGHT, chance=[{"tie": [0, -1]}]), 2, "chance[0].tie[1]: must be a whole number from 0 to 2"),
        (scenario(FIGHT, chance=[{"favors": [0, 22]}]), 2, "chance[0].favors[1]: must be a whole number from 0 to 21"),
        ({}, 2, 'the document: "format" is missing'),
        ([], 2, "the document: must be an object"),
    ],
)
def test_every_mistake_is_one_line_on_standard_error(tmp_path: Path, document: Any, code: int, sentence: str) -> None:
    result = referee(file_of(tmp_path, document))
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(sentence)
    assert len(result.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for missing in (tmp_path / "missing.json", tmp_path):
        result = referee(missing)
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(missing) in result.stderr


def test_text_that_is_no_json_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "scenario.json"
    path.write_text('{\n"format": wallenstein}')
    assert f"{path}:2: not valid JSON" in referee(path).stderr
    assert "standard input:1: byte 0xff" in referee("-", text=b"\xff").stderr


def test_a_standard_input_that_is_closed_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert read("-") == b""


def test_log_and_position_exclude_each_other() -> None:
    assert referee("-", "--log", "--position", text="{}").exit_code == 2
