"""`wallenstein study`: what it prints, writes, resumes and compares."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.extras.study.small import CONFIG, written
from wallenstein.cli import main

pytestmark = pytest.mark.slow


def study(*words: str) -> Result:
    return CliRunner().invoke(main, ["study", *words])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Result]:
    """A study of four blocks that was played: its file, its results, and what was printed."""
    folder = tmp_path_factory.mktemp("study")
    file = written(folder, CONFIG.replace("see = 0.5", "see = 50.0"))
    return file, folder / "results", study(str(file), "--results", str(folder / "results"), "--jobs", "1")


def test_a_dry_run_plays_nothing(tmp_path: Path) -> None:
    result = study(str(written(tmp_path)), "--results", str(tmp_path / "results"), "--dry-run")
    assert result.exit_code == 0
    assert "a pilot of 4 blocks, then up to 60 in all" in result.output
    assert not (tmp_path / "results").exists()


def test_pages_and_digests_are_written(small: tuple[Path, Path, Result]) -> None:
    _, results, result = small
    assert result.exit_code == 0
    assert result.stderr.count("is played: ") == 4
    assert str(results / "small" / "small" / "page.html") in result.stdout
    written_there = {path.name for path in (results / "small").iterdir() if path.is_file()}
    assert written_there == {"small.md", "small.digests"}


def test_what_was_played_is_read(small: tuple[Path, Path, Result], tmp_path: Path) -> None:
    file, results, _ = small
    again = study(str(file), "--results", str(results), "--pages", str(tmp_path), "--quiet")
    assert again.exit_code == 0
    assert (tmp_path / "small.md").read_bytes() == (results / "small" / "small.md").read_bytes()


def test_mistakes_are_told_before_anything_is_played(tmp_path: Path) -> None:
    text = CONFIG.replace("options = { pick = 0 }", "options = { pack = 0 }")  # not in the first block
    result = study(str(written(tmp_path, text)), "--results", str(tmp_path / "results"))
    assert result.exit_code == 2
    assert "study.strategy.1.options.pack: " in result.stderr
    assert "Traceback" not in result.output
    text = CONFIG.replace("rounds = 6", "rounds = -6")
    result = study(str(written(tmp_path, text)), "--results", str(tmp_path / "results"))
    assert result.exit_code == 2
    assert "study.axis.0: rounds, six rounds: game.rounds" in result.stderr
    assert not (tmp_path / "results").exists()
