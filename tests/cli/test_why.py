"""`wallenstein why` as a user calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("why")
    return played(write_config(path), path).folder


def test_it_says_what_differs(folder: Path) -> None:
    told = CliRunner().invoke(main, ["why", str(folder), "sloppy"])
    assert told.exit_code == 0
    assert told.stdout.startswith("toy: sloppy against winners\n\nsloppy did not win ")
    assert "- points in a game: " in told.stdout


def test_json_has_all_figures(folder: Path) -> None:
    found = json.loads(CliRunner().invoke(main, ["why", str(folder), "sloppy", "--against", "decent", "--json"]).stdout)
    assert (found["bot"], found["against"]) == ("sloppy", "decent")
    assert found["lines"][0]["text"] == "points in a game"


def test_an_unknown_bot_is_a_sentence(folder: Path) -> None:
    told = CliRunner().invoke(main, ["why", str(folder), "slopy"])
    assert told.exit_code == 2
    assert 'has no bot "slopy"; did you mean "sloppy"?' in told.stderr
