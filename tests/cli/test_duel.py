"""`wallenstein duel NEW OLD`: is it better? Two commands from nothing."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import BOTS
from wallenstein.cli import main

TOY = ("-g", "toy", "--players", "2", "--jobs", "1", "--quiet")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_ends_as_soon_as_the_answer_is_clear() -> None:
    words = ["duel", f"{BOTS}:Good", f"{BOTS}:Bad", *TOY]
    found = CliRunner().invoke(main, [*words, "--advantage", "0.2"])
    assert found.exit_code == 0, found.output
    assert "Sequential test: the candidate is better (after " in found.stdout
    assert "\nequal bots " in found.stdout
    assert "misbehaving-or-misbehaving-old: " in found.stdout
    other = json.loads(CliRunner().invoke(main, [*words, "--advantage", "0.2", "--json"]).stdout)
    assert other["games"] < other["of_games"] == 800
    assert other["cells"][0]["verdict"]["decision"] == "H1"


def test_a_program_in_another_language_takes_part() -> None:
    program = Path("otter")
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    found = CliRunner().invoke(main, ["duel", "./otter", f"{BOTS}:Good", *TOY, "--blocks", "1"])
    assert found.exit_code == 0, found.output
    assert "otter-or-misbehaving: 2 games, seed 1\n" in found.stdout
    assert "its process ended with exit code 1" in found.stdout


def test_a_mistake_is_one_line() -> None:
    found = CliRunner().invoke(main, ["duel", "nobody", "random", *TOY])
    assert found.exit_code == 2
    assert '"nobody"' in found.stderr
    assert len(found.stderr.splitlines()) == 1
