"""Faults for the authors of bots: a Markdown file each, in which the bot's own text is only text."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.record.read import Run
from wallenstein.report.faults import (
    BotFaults,
    ReportedFault,
    fault_page,
    faults_of,
    faults_text,
    group_faults,
    heading,
    write_fault_files,
)
from wallenstein.report.replays import said_in


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    path = tmp_path_factory.mktemp("faults")
    return Run(played(write_config(path, ("decent", "crashing"), blocks=3), path).folder)


def test_each_bot_with_faults_has_a_file(run: Run, tmp_path: Path) -> None:
    counts = {"decent": {}, "crashing": {"crash": 6}}
    (path,) = write_fault_files(run, counts, tmp_path / "for" / "authors")
    assert path.name == "crashing.md"
    text = path.read_text("utf-8")
    assert text.startswith("# Faults of `crashing`\n\n6 faults in toy:\n\n- crash: 6\n")
    assert text.count("## crash in game ") == 1  # all say the same
    assert f"`wallenstein replay {run.folder.name} 0 --open`; the key f finds it." in text


def test_the_first_faults_of_each_kind_are_shown(run: Run) -> None:
    (found,) = faults_of(run, {"decent": {}, "crashing": {"crash": 6}})
    assert [fault.kind for fault in found.examples] == ["crash"] * 3
    assert [fault.game for fault in found.examples] == sorted(fault.game for fault in found.examples)


def test_in_a_terminal_errors_are_short_and_benched_games_come_last(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        ("ann", ReportedFault("out", 1, -1, "it is out")),
        ("ben", ReportedFault("crash", 2, 3, f"ValueError: {'x' * 1500}\nben.py:3 in plan")),
    ]
    monkeypatch.setattr("wallenstein.report.faults.examples", lambda *arguments: iter(found))
    told = faults_text([run], {"ann": {"out": 5}, "ben": {"crash": 1}})
    assert told.index("ben: crash once") < told.index("ann: out 5 times")
    assert told.count("x") < 400
    assert "(ben.py:3 in plan)" in told


def test_faults_that_say_the_same_are_shown_together() -> None:
    faults = [
        ReportedFault("crash", 0, 1, "x"),
        ReportedFault("crash", 0, 5, "x"),
        ReportedFault("crash", 2, -1, "x"),
        ReportedFault("crash", 2, 0, "y"),
    ]
    assert [heading(each) for each in group_faults(faults)] == [
        "crash in game 0, after 1 decision and after 5 decisions; in game 2, before the first question",
        "crash in game 2, after 0 decisions",
    ]


def test_text_of_a_bot_cannot_leave_its_fence(run: Run) -> None:
    fault = ReportedFault("crash", 0, 1, "````\n# Not a heading\x1b[31m\n```")
    lines = fault_page(run, BotFaults("a`b", {"crash": 1}, (fault,))).splitlines()
    fences = [place for place, line in enumerate(lines) if line.startswith("`````")]
    assert len(fences) == 2
    assert lines[fences[0] + 1 : fences[1]] == ["````", "# Not a heading\\x1b[31m", "```"]
    assert lines[0] == "# Faults of `ab`"


def test_names_of_bots_stay_in_the_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tuple(BotFaults(name, {"crash": 1}, ()) for name in ("../up", "/up", "a b"))
    monkeypatch.setattr("wallenstein.report.faults.faults_of", lambda run, counts: found)
    written = write_fault_files(run, {}, tmp_path / "out")
    assert [path.name for path in written] == ["up.md", "up-1.md", "a_b.md"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_replay_says_them_in_a_line_each(run: Run) -> None:
    rows = [row for row in run.table("faults").to_pylist() if row["game"] == 0]
    found = said_in(run, 0)
    assert rows
    assert [(remark.decision, remark.seat, remark.kind) for remark in found] == [
        (row["decision"], row["seat"], row["kind"]) for row in rows
    ]
    assert all(remark.text and "\n" not in remark.text for remark in found)
