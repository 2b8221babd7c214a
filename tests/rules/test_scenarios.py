"""Every scenario file, played by the referee: the position it ends in, or the rule that forbids it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.referee import FILES, FOLDER, differences, reached, read
from wallenstein.core.errors import WallensteinError

KEYS = {"about", "rule", "scenario", "expect", "error", "exit"}
ENDING = [file for file in FILES if "expect" in read(file)]
FORBIDDEN = [file for file in FILES if "error" in read(file)]
BY_COMMAND = ("w52_anhalt_to_kursachsen", "w71_arne_lacks_two", "w54_tie_clears_the_county", "w44_who_can_must_march")


def name(file: Path) -> str:
    return file.stem


def test_a_scenario_file_says_what_it_is_about() -> None:
    for file in FILES:
        document = read(file)
        assert set(document) <= KEYS, file
        assert ("expect" in document) != ("error" in document), file
        assert file.stem.lower().startswith(rule_prefix(document["rule"])), file
        assert document["about"].endswith("."), file


def rule_prefix(rule: str) -> str:
    """How the file of a rule begins: w05_, t1_, c4_."""
    number = int(rule[1:])
    return f"w{number:02d}_" if rule[0] == "W" else f"{rule[0].lower()}{number}_"


@pytest.mark.parametrize("file", ENDING, ids=name)
def test_rule(file: Path) -> None:
    document = read(file)
    assert list(differences(document["expect"], reached(document["scenario"]))) == []


@pytest.mark.parametrize("file", FORBIDDEN, ids=name)
def test_forbidden(file: Path) -> None:
    document = read(file)
    with pytest.raises(WallensteinError) as refusal:
        reached(document["scenario"])
    assert re.search(rf"\b{document['error']}: ", str(refusal.value)), str(refusal.value)
    assert refusal.value.exit_code == document["exit"]
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", BY_COMMAND)
def test_by_the_command_line(name: str, tmp_path: Path) -> None:
    document = read(FOLDER / f"{name}.json")
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(document["scenario"]), encoding="utf-8")
    command = [sys.executable, "-m", "wallenstein.cli", "referee", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == document.get("exit", 0), run.stderr
    if "error" in document:
        assert run.stdout == ""
        assert document["error"] + ": " in run.stderr
        assert run.stderr.count("\n") == 1
    else:
        assert list(differences(document["expect"], json.loads(run.stdout))) == []


def test_a_difference_is_seen() -> None:
    """The test of the tests."""
    found = {"counties": {"anhalt": {"owner": 0, "armies": 2, "buildings": []}}, "tower": {"0": 1}, "order": [1, 0]}
    assert list(differences({"counties": {"anhalt": {"armies": 2}, "baden": None}, "tray": {}}, found)) == []
    wrongs: list[dict[str, Any]] = [
        {"counties": {"anhalt": {"armies": 3}}},
        {"counties": {"anhalt": None}},
        {"counties": {"baden": {"armies": 1}}},
        {"tower": {}},
        {"tower": {"0": 0}},
        {"order": [0, 1]},
        {"order": [1]},
        {"order": []},
        {"tower": {"1": 1}},
    ]
    for wrong in wrongs:
        assert list(differences(wrong, found)), wrong
