"""`wallenstein report` as a user calls it, and the report at the end of a tournament."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import only_run, played, write_config
from wallenstein.cli import main


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def test_it_writes_the_page_and_says_where(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    told = called("report", folder)
    assert told.exit_code == 0
    assert told.stdout == f"the report is in {folder / 'report.html'}\n"
    elsewhere = called("report", folder, "--out", tmp_path / "here.html")
    assert elsewhere.stdout == f"the report is in {tmp_path / 'here.html'}\n"
    page = (tmp_path / "here.html").read_text("utf-8")
    assert page.replace("here-games/", "report-games/") == (folder / "report.html").read_text("utf-8")


def test_games_worth_looking_at_are_pages_beside_it(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    called("report", folder)
    links = re.findall(r'href="(report-games/\d+\.html)["#]', (folder / "report.html").read_text("utf-8"))
    assert links
    assert {folder / link for link in links} == set((folder / "report-games").iterdir())
    for link in links:
        assert f"Game {Path(link).stem} of " in (folder / link).read_text("utf-8")


def test_why_a_bot_does_not_win_more_leads_to_the_games(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy"))
    folder = played(config, tmp_path).folder
    called("report", folder)
    page = (folder / "report.html").read_text("utf-8")
    assert "<h2>Why sloppy does not win more</h2>" in page
    found = re.search(r'<a href="(report-games/\d+\.html)#part=0">Most in game', page)
    assert found is not None
    assert (folder / found[1]).exists()


def test_without_decisions_no_game_can_be_shown(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path, sets=['log.tables=["games", "seats"]']).folder
    called("report", folder)
    page = (folder / "report.html").read_text("utf-8")
    assert "report-games/" not in page
    assert "wallenstein replay" not in page


def test_it_is_opened_if_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, opened = played(write_config(tmp_path), tmp_path).folder, list[str]()
    monkeypatch.setattr("click.launch", opened.append)
    called("report", folder, "--out", tmp_path / "page.html", "--open")
    assert opened == [str(tmp_path / "page.html")]


def test_faults_are_written_for_authors(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path, ("decent", "crashing")), tmp_path).folder
    told = called("report", folder, "--faults", tmp_path / "faults")
    assert (
        f"1 bot had faults or did not load; the files for their authors are in {tmp_path / 'faults'}\n" in told.stdout
    )
    assert [path.name for path in (tmp_path / "faults").iterdir()] == ["crashing.md"]
    clean = played(write_config(tmp_path), tmp_path).folder
    assert "no bot had a fault\n" in (first := called("report", clean, "--faults", tmp_path / "none").stdout)
    assert "not of this run" not in first
    again = called("report", clean, "--faults", tmp_path / "faults").stdout
    assert again.endswith("not of this run, but there already: crashing.md\n")


def test_a_tournament_ends_with_it_unless_told_otherwise(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    for set_, there in (("run.report=true", True), ("run.report=false", False)):
        results = tmp_path / set_
        told = called("tourney", config, "--results", results, "--set", set_, "--jobs", "1")
        assert told.exit_code == 0
        assert (only_run(results) / "report.html").exists() is there


def test_a_finished_tournament_keeps_its_page(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    called("tourney", config, "--results", tmp_path, "--jobs", "1")
    page = only_run(tmp_path) / "report.html"
    page.write_text("mine")
    called("tourney", config, "--results", tmp_path, "--jobs", "1")
    assert page.read_text() == "mine"


def test_a_folder_that_is_no_run_is_a_sentence(tmp_path: Path) -> None:
    told = called("report", tmp_path)
    assert told.exit_code == 2
    assert f"{tmp_path}" in told.stderr
