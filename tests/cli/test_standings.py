"""`wallenstein standings` as a user calls it."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("standings")
    return played(write_config(path), path).folder


@pytest.fixture
def folder(played_once: Path, tmp_path: Path) -> Path:
    """A run of its own for each test, which may damage it."""
    return Path(shutil.copytree(played_once, tmp_path / played_once.name))


def test_prints_what_the_tournament_printed(folder: Path) -> None:
    told = CliRunner().invoke(main, ["standings", str(folder)])
    assert told.exit_code == 0
    assert "decent" in told.stdout
    figures = json.loads(CliRunner().invoke(main, ["standings", "--json", str(folder)]).stdout)
    assert figures == json.loads((folder / "summary.json").read_text())


def test_the_full_form_is_an_option(folder: Path) -> None:
    short = CliRunner().invoke(main, ["standings", str(folder)])
    full = CliRunner().invoke(main, ["standings", str(folder), "--full"])
    assert "ms a decision" in full.stdout
    assert "ms a decision" not in short.stdout
    assert short.stderr.endswith(f" standings {folder} --full\n")
    assert full.stderr == ""


@pytest.mark.parametrize(("left", "state"), [(b"", "is empty"), (b'{"run":', "breaks off in its first line")])
def test_tables_without_a_manifest_are_told_as_such(folder: Path, left: bytes, state: str) -> None:
    (folder / "manifest.jsonl").write_bytes(left)
    told = CliRunner().invoke(main, ["standings", str(folder)])
    assert told.exit_code == 2
    assert told.stderr.startswith(f"wallenstein: {folder}/manifest.jsonl: {state}, although the run has ")
    for path in (folder / "tables").glob("*/*"):
        path.unlink()
    assert "this run ended before its first game" in CliRunner().invoke(main, ["standings", str(folder)]).stderr


def test_a_folder_that_is_no_run_is_a_sentence(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["standings", str(tmp_path)])
    assert told.exit_code == 2
    assert f"{tmp_path}" in told.stderr
    assert "Traceback" not in told.stderr


def test_benched_seats_count_otherwise_if_asked(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path, ("decent", "hopeless")), tmp_path).folder
    told = CliRunner().invoke(main, ["standings", "--json", str(folder), "--on-bench", "leave-out"])
    (cell,) = json.loads(told.stdout)["cells"]
    assert (cell["games"], cell["left_out"]) == (0, 20)
    shown = CliRunner().invoke(main, ["standings", str(folder), "--on-bench", "leave-out"])
    assert "20 games in which a bot was benched are not counted" in shown.stdout


def test_standings_need_no_configuration(folder: Path) -> None:
    (folder / "config.toml").write_text("[tourney")
    told = CliRunner().invoke(main, ["standings", str(folder)])
    assert told.exit_code == 0


@pytest.mark.parametrize("command", ["standings", "compare"])
def test_a_run_without_a_finished_chunk_is_a_sentence(command: str, folder: Path) -> None:
    manifest = folder / "manifest.jsonl"
    manifest.write_text(manifest.read_text("utf-8").splitlines(keepends=True)[0], "utf-8")
    told = CliRunner().invoke(main, [command, str(folder)])
    assert told.exit_code == 2
    assert "no chunk of this run is finished" in told.stderr
    assert "Traceback" not in told.stderr + told.stdout
