"""`wallenstein watch` as a user calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main


def test_a_finished_run_has_its_verdict(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    told = CliRunner().invoke(main, ["watch", str(folder)])
    assert told.exit_code == 0
    assert told.stdout.startswith("toy is finished: 20 games\n\ndecent is 1st of 2: ")
    assert told.stdout.endswith(f"\nwallenstein standings {folder} has the tables\n")


def test_of_a_league_the_last_round_is_watched(tmp_path: Path) -> None:
    league = tmp_path / "class"
    (league / "days").mkdir(parents=True)
    (league / "league.json").write_text("{}")
    for name in ("001-1-x", "001-2-x"):
        played(write_config(tmp_path), tmp_path / name).folder.rename(league / "days" / name)
    told = CliRunner().invoke(main, ["watch", str(league)])
    assert told.exit_code == 0
    assert told.stdout.endswith(f"\nwallenstein standings {league / 'days' / '001-2-x'} has the tables\n")


def test_json_lines_end_with_all_figures(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    told = CliRunner().invoke(main, ["watch", str(folder), "--json"])
    assert told.exit_code == 0
    progress, figures = map(json.loads, told.stdout.splitlines())
    assert (progress["games"], progress["of_games"], progress["bots"][0]["name"]) == (20, 20, "decent")
    assert figures["cells"][0]["entrants"][0]["name"] == "decent"


def test_ctrl_c_ends_it_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    manifest = folder / "manifest.jsonl"
    manifest.write_text("".join(manifest.read_text("utf-8").splitlines(keepends=True)[:3]), "utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wallenstein.tourney.progress_bar.watch", interrupted)
    told = CliRunner().invoke(main, ["watch", str(folder)])
    assert (told.exit_code, told.stdout) == (0, "")


def test_a_folder_that_is_no_run_is_a_sentence(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["watch", str(tmp_path)])
    assert told.exit_code == 2
    assert f"{tmp_path}" in told.stderr
