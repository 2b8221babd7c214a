"""Links that somebody has planted in the folder of a run are not followed, neither to read nor to write."""

from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("links")
    return played(write_config(folder, blocks=2), folder / "results").folder


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    (tmp_path / "precious").mkdir()
    path = tmp_path / "precious" / "file"
    path.write_text("precious")
    return path


def test_a_link_in_place_of_an_unfinished_file_is_not_followed(tmp_path: Path, precious: Path) -> None:
    (tmp_path / "summary.json.unfinished").symlink_to(precious)
    write_whole(tmp_path / "summary.json", b"figures")
    assert (tmp_path / "summary.json").read_bytes() == b"figures"
    assert not (tmp_path / "summary.json").is_symlink()
    assert precious.read_text() == "precious"


FILES = ("lock", "run.log", "report.html", "summary.json.unfinished")
FOLDERS = ("chunks", "report-games", "tables/other", "inputs")


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_a_run_with_a_link_is_neither_resumed_nor_read(run: Path, tmp_path: Path, precious: Path, name: str) -> None:
    """To resume it would remove what it does not know: all files behind a link among its tables."""
    config = write_config(tmp_path, blocks=2)
    folder = copytree(run, tmp_path / "results" / run.name)
    manifest = folder / "manifest.jsonl"
    manifest.write_bytes(b"".join(manifest.read_bytes().splitlines(keepends=True)[:-1]))  # it is not finished
    if (folder / name).exists():
        (folder / name).unlink()
    (folder / name).symlink_to(precious if name in FILES else precious.parent)
    with pytest.raises(ConfigError, match="is a link"):
        played(config, tmp_path / "results")
    with pytest.raises(ConfigError, match="is a link"):
        Run(folder)
    assert [path.name for path in precious.parent.iterdir()] == ["file"]
    assert precious.read_text() == "precious"


def test_verify_says_what_it_has_not_looked_at(run: Path, tmp_path: Path) -> None:
    folder = copytree(run, tmp_path / "results" / run.name)
    CliRunner().invoke(main, ["report", str(folder)])
    (folder / "look.ipynb").touch()
    told = CliRunner().invoke(main, ["verify", str(folder)])
    assert told.exit_code == 0
    assert "not checked: look.ipynb, report-games, report.html, run.log" in told.stderr
