"""Every case, played by the referee: the position it ends in and what the log says, or the rule that forbids it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.sixteen_thirty.case_files import FILES, FOLDER, differences, game, missing_lines, reached, read
from wallenstein.core.documents import Json
from wallenstein.core.errors import WallensteinError

KEYS = {"about", "rule", "scenario", "position", "normal", "expect", "log", "absent", "error", "exit"}
PLAYED = [file for file in FILES if {"expect", "log"} & set(read(file))]
REFUSED = [file for file in FILES if "error" in read(file)]
NORMAL = [file for file in FILES if "normal" in read(file)]
BY_COMMAND = (
    "s5_7_2_1_the_lowest_modifier",
    "s5_7_2_1_the_highest_modifier",
    "r17_the_bonus_does_not_need_influence",
    "s5_6_1_a_full_stack_must_give_one_up",
    "s5_6_a_war_without_a_target",
    "notation_status_8",
)
RULINGS = [*(f"R{number}" for number in range(1, 56)), "R6b"]
# the digest's sections, and the printed ones that they sum up
SECTIONS = {
    "1": ("4.1", "5.1", "5.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.4"),
    "2": ("3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    "3.1": ("4.1", "4.1.1", "4.1.2", "4.1.3", "4.1.4", "4.1.5"),
    "3.2": tuple(f"4.1.3.{number}" for number in range(1, 8)),
    "3.3": ("5.6", "5.6.1", "5.6.2", "5.6.3", "5.6.4", "5.6.4.1", "5.6.4.2", "5.6.4.3", "5.6.4.4"),
    "3.4": ("5.5", "5.7.1", "5.7.2.1", "5.7.2.2", "5.7.2.3", "5.7.2.4", "5.7.2.5"),
    "3.5": ("5.8.1", "5.8.2"),
    "3.6": ("4.2.1", "4.2.2", "4.2.3.1", "4.2.3.2", "4.2.3.3", "4.2.4.1", "4.2.4.2"),
}


def name(file: Path) -> str:
    """The rule and what happens: R17-the_bonus_does_not_need_influence."""
    rule: str = read(file)["rule"]
    return f"{rule}-{file.stem.removeprefix(prefix(rule))}"


def prefix(rule: str) -> str:
    """How the file of a rule's case begins: r07_, r06b_, s5_6_1_, notation_."""
    if found := re.fullmatch(r"R(\d+)(b?)", rule):
        return f"r{int(found[1]):02d}{found[2]}_"
    return f"s{rule.replace('.', '_')}_" if rule[0].isdigit() else f"{rule}_"


def test_a_case_says_what_it_is_about() -> None:
    for file in FILES:
        document = read(file)
        assert set(document) <= KEYS, file
        assert ("scenario" in document) != ("position" in document), file
        assert ("error" in document) + ("normal" in document) + bool({"expect", "log"} & set(document)) == 1, file
        assert file.stem.startswith(prefix(document["rule"])), file
        assert document["about"].endswith("."), file


@pytest.mark.parametrize("file", PLAYED, ids=name)
def test_case(file: Path) -> None:
    document = read(file)
    position, lines = reached(document["scenario"])
    log = list(lines)
    assert list(differences(document.get("expect", {}), position)) == []
    assert missing_lines(document.get("log", []), log) == []
    assert [line for line in log if line["entry"] in document.get("absent", ())] == []
    position.pop("pending", None)
    assert json.dumps(game().check_position(Json(position), FOLDER)) == json.dumps(position)


@pytest.mark.parametrize("file", REFUSED, ids=name)
def test_refused(file: Path) -> None:
    document = read(file)
    with pytest.raises(WallensteinError) as refusal:
        reached(document["scenario"])
    text, error = str(refusal.value), document["error"]
    assert refusal.value.exit_code == document["exit"], text
    assert "\n" not in text
    first_word = text.split(": ")[0]
    if document["exit"] == 1:
        assert first_word in ([error] if isinstance(error, str) else error), text
    else:
        assert re.match(rf"{re.escape(error)}\b", first_word) or first_word.startswith(error), text


@pytest.mark.parametrize("file", NORMAL, ids=name)
def test_normal_form(file: Path) -> None:
    document = read(file)
    found = game().check_position(Json(document["position"]), FOLDER)
    assert json.dumps(found, indent=1) == json.dumps(document["normal"], indent=1)


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
        assert run.stderr.startswith(document["error"])
        assert run.stderr.count("\n") == 1
    else:
        assert list(differences(document["expect"], json.loads(run.stdout))) == []


def test_every_section_and_ruling_has_a_case() -> None:
    assert {*RULINGS, *(number for printed in SECTIONS.values() for number in printed)} - {
        read(file)["rule"] for file in FILES
    } == set()


def test_every_kind_of_decision_is_made_and_refused() -> None:
    def kinds(files: list[Path]) -> set[str]:
        scenarios = [read(file)["scenario"] for file in files]
        return {decision["kind"] for scenario in scenarios for decision in scenario.get("decisions", ())[-1:]}

    assert set(game().kinds) - kinds(PLAYED) == set()
    assert set(game().kinds) - kinds([file for file in REFUSED if read(file)["exit"] == 1]) == set()


def test_a_difference_is_seen() -> None:
    """The test of the tests."""
    found = {"turn": 1, "seats": [{"vp": 0, "hand": ["open-1"], "display": {"france": {"descendant": False}}}]}
    assert list(differences({"seats": [{}], "turn": 1}, found)) == []
    wrongs: list[dict[str, Any]] = [
        {"turn": 2},
        {"turn": True},
        {"first": None},
        {"seats": []},
        {"seats": [{"hand": []}]},
        {"seats": [{"display": {}}]},
        {"seats": [{"display": {"france": {"descendant": True}}}]},
        {"seats": [{"display": {"france": {}, "spain": {}}}]},
    ]
    for wrong in wrongs:
        assert list(differences(wrong, found)), wrong


def test_a_missing_line_is_seen() -> None:
    log: list[dict[str, Any]] = [{"entry": "war", "totals": [1, 2]}, {"entry": "turned", "seat": 1}]
    assert missing_lines([{"entry": "war"}, {"entry": "turned", "seat": 1}], log) == []
    assert missing_lines([{"entry": "turned"}, {"entry": "war"}], log) == [{"entry": "war"}]
    assert missing_lines([{"entry": "war", "totals": [2, 1]}], log) == [{"entry": "war", "totals": [2, 1]}]
