"""Tournaments, games and pages from Python and notebooks."""

import html
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wallenstein
from tests.tourney.tournament import MISBEHAVING, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.python import Page, TournamentRun

TABLES: dict[str, Any] = {
    "tourney": {"seed": 3, "blocks": 2, "players": 2},
    "game": {"name": "toy"},
    "bots": {"entries": [f"{MISBEHAVING}:Decent", f"{MISBEHAVING}:Sloppy"]},
    "run": {"isolation": "none"},
}


def test_a_file_is_played_once_and_then_read(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    first = wallenstein.run(config, results=tmp_path, jobs=1)
    assert first.finished
    assert list(first.standings.bot) == ["decent", "sloppy"]
    assert {"cell", "games", "win_share", "win_share_low", "rank", "score_high"} <= set(first.standings.columns)
    assert "decent" in str(first)
    assert len(first.frames.games) == 20
    assert isinstance(first.folder, Path)
    before = (first.folder / "manifest.jsonl").stat().st_mtime_ns
    again = wallenstein.run(str(config), results=tmp_path)
    assert (again.folder, again.figures) == (first.folder, first.figures)
    assert (first.folder / "manifest.jsonl").stat().st_mtime_ns == before
    assert first.folder.name in repr(first)


def test_values_are_set_and_the_progress_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wallenstein.tourney.progress.INTERVAL", 0.0)
    run = wallenstein.run(write_config(tmp_path), sets={"tourney.blocks": 3}, results=tmp_path, quiet=False)
    assert run.figures["games"] == 6
    assert "games" in capsys.readouterr().err


def test_a_configuration_is_written_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = wallenstein.run(TABLES, jobs=1)
    assert run.folder.parent == Path("results")
    assert run.folder.name.startswith("tournament-")
    assert run.faults == 0


def test_mistakes_in_it_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"tournament: tourney\.block"):
        wallenstein.run({**TABLES, "tourney": {"block": 2}})
    with pytest.raises(ConfigError, match=r"tourney\.blocks: must be a whole number"):
        wallenstein.run(TABLES, sets={"tourney.blocks": object()})
    with pytest.raises(ConfigError, match='quickstar: there is no such file; did you mean "quickstart"'):
        wallenstein.run("quickstar")


def test_the_package_offers_what_it_says() -> None:
    assert {name: getattr(wallenstein, name) for name in wallenstein.__all__}.keys() == set(wallenstein.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'plays'"):
        wallenstein.plays  # noqa: B018


def test_the_command_line_is_a_module() -> None:
    told = subprocess.run([sys.executable, "-m", "wallenstein", "--help"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Usage: python -m wallenstein [OPTIONS] COMMAND")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TournamentRun:
    path = tmp_path_factory.mktemp("showing")
    return wallenstein.run(write_config(path), results=path, jobs=1)


def test_a_run_shows_its_report_and_games(run: TournamentRun) -> None:
    assert ' id="verdict">' in run.report().html
    assert run.replay(3).title == "Game 3 of toy"
    assert "<h2>Round 1</h2>" in run.replay(3).html
    with pytest.raises(ConfigError, match="20"):
        run.replay(20)


def test_a_new_game_is_shown() -> None:
    page = wallenstein.show_game(["random", "settler", "random"], seed=5, rules={"edition": "first"})
    assert page.title == "Wallenstein, seed 5"
    assert "First edition" in page.html
    assert "settler (blue)" in page.html


def test_a_notebook_shows_a_page_in_a_frame_that_reaches_nothing() -> None:
    page = Page('a "b"', '<p class="x">\'&amp;</p><script>1</script>')
    shown = page._repr_html_()
    assert 'title="a &quot;b&quot;"' in shown
    assert 'sandbox="allow-scripts"' in shown  # no allow-same-origin: it cannot touch the notebook
    assert "<script>" not in shown
    (inside,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(inside) == page.html


def test_a_page_is_written(tmp_path: Path) -> None:
    page = Page("x", "<p>Köln</p>\n")
    assert page.write(tmp_path / "x.html").read_bytes() == "<p>Köln</p>\n".encode()
    assert repr(page) == "<Page 'x', 0.0 MB; write(path) makes a file of it>"
