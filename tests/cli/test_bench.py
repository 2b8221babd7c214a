"""`wallenstein bench`."""

import json

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.games import GAMES
from wallenstein.tourney import bench


@pytest.fixture(autouse=True)
def _packaged_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, "toy", raising=False)  # other tests add it


def test_the_signature_is_that_of_the_version() -> None:
    result = CliRunner().invoke(main, ["bench", "--signature"])
    assert (result.exit_code, result.output) == (0, f"signature {bench.SIGNATURE}\n")


def test_there_are_games_enough() -> None:
    assert sum(bench.SEEDS for _ in bench.games()) >= 500


def test_another_signature_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SEEDS", 1)  # so that the signature is another one
    result = CliRunner().invoke(main, ["bench", "--json"])
    facts = json.loads(result.output)
    assert result.exit_code == 1
    assert facts["signature"] != facts["expected"] == bench.SIGNATURE
    shown = CliRunner().invoke(main, ["bench"])
    assert f"that of this version is {bench.SIGNATURE}" in shown.output
    assert "compiled" in shown.output
