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


def test_a_check_compares_with_an_earlier_run(small: tuple[Path, Path, Result], tmp_path: Path) -> None:
    file, results, _ = small
    digests = results / "small" / "small.digests"
    words = [str(file), "--results", str(results), "--quiet", "--check"]
    good = study(*words, str(digests))
    assert (good.exit_code, good.stdout) == (0, f"all 4 blocks are as in {digests}\n")
    other = tmp_path / "other.digests"
    lines = digests.read_text().splitlines()
    other.write_text("\n".join([*lines[:2], f"{lines[2][:-1]}{'0' if lines[2][-1] != '0' else '1'}", *lines[3:]]))
    bad = study(*words, str(other))
    assert bad.exit_code == 1
    assert "block 1 was played differently" in bad.stderr
    other.write_text("nonsense\n")
    assert study(*words, str(other)).stderr.endswith(
        '"nonsense" is not a line of digests; it needs a number and two hashes\n'
    )


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
