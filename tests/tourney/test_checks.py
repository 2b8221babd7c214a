"""Recorded games are checked in several processes, with the same findings in the same order."""

from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

from tests.record.forging import forge
from tests.tourney.tournament import played, write_config
from wallenstein.cli import main
from wallenstein.record import merging
from wallenstein.record.read import Run
from wallenstein.tourney.verification import verify_run


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four part files for each table."""
    folder = tmp_path_factory.mktemp("checked")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(merging, "GAMES", 12)
        return played(write_config(folder, blocks=20), folder / "results").folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    """A copy in which the results of two segments are others."""
    folder = Path(copytree(original, tmp_path / original.name))
    for row in (30, 70):
        forge(folder, "seats", "score", 99, row)
    return folder


def test_several_processes_find_the_same(original: Path, forged: Path) -> None:
    assert verify_run(Run(original), None, print, jobs=2).problems == []
    alone = verify_run(Run(forged), None, print)
    assert len(alone.problems) == 2
    assert verify_run(Run(forged), None, print, jobs=2) == alone


def test_from_the_command_line(original: Path) -> None:
    result = CliRunner().invoke(main, ["verify", str(original), "--jobs", "2"])
    assert result.exit_code == 0, result.output
    assert "40 of 40 games replayed with the same result" in result.output
