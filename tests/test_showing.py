"""Pages from Python, for notebooks."""

import html
import re
from pathlib import Path

import pytest

import wallenstein
from tests.tourney.tournament import write_config
from wallenstein.core.errors import ConfigError
from wallenstein.python import Page, TournamentRun


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TournamentRun:
    path = tmp_path_factory.mktemp("showing")
    return wallenstein.run(write_config(path), results=path, jobs=1)


def test_a_run_shows_its_report_and_games(run: TournamentRun) -> None:
    assert '<section id="verdict">' in run.report().html
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
