"""The first screen of a report, its games, and the commands that name them by what they are."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wallenstein.analysis import load
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.report.html.notes import cards_of
from wallenstein.report.html.page import game_called, make_report, write_report


@pytest.fixture(scope="module")
def margins(small_run: Path) -> Any:
    """By game, the points between the first and the second."""
    scores = load(small_run).seats.groupby("game").score
    return scores.apply(lambda points: points.nlargest(2).iloc[0] - points.nlargest(2).iloc[1])


def test_words_name_games(small_run: Path, margins: Any) -> None:
    run = Run(small_run)
    assert margins[game_called(run, "closest")] == margins.min()
    throws = load(small_run).throws
    battles = throws[throws.kind == "battle"].groupby("game").size()
    assert battles[game_called(run, "battles")] == battles.max()
    assert game_called(run, "last") == margins.index.max()
    assert game_called(run, "upset") in margins.index
    with pytest.raises(ConfigError, match="no game to call nonsense"):
        game_called(run, "nonsense")


def test_the_command_writes_the_page_of_that_game(small_run: Path, margins: Any, tmp_path: Path) -> None:
    words = ["replay", str(small_run), "closest", "--out", str(tmp_path / "a.html")]
    assert CliRunner().invoke(main, words).exit_code == 0
    number = game_called(Run(small_run), "closest")
    assert f"<h1>Game {number} of " in (tmp_path / "a.html").read_text("utf-8")
    result = CliRunner().invoke(main, ["replay", str(small_run), "nearest"])
    assert result.exit_code == 2
    assert '"nearest" is no game: give its number, or closest, upset, battles or last' in result.stderr


def test_three_games_have_cards_with_their_final_maps(small_run: Path, tmp_path: Path) -> None:
    run = Run(small_run)
    report = make_report(run)
    cards = cards_of(run, report.remarkable)
    assert [card.why.text.partition(":")[0] for card in cards] == ["closest", "biggest upset", "most battles"]
    counties = load(small_run).seasons.set_index(["game", "year", "season", "seat"]).counties
    for card in cards:
        assert card.map is not None
        held = [card.map.groups.count(bot) for bot in card.bots]
        assert held == [counties[card.why.game, 2, "winter", seat] for seat in range(len(card.bots))]
    write_report(run, report, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    assert text.count('class="chart card"') == 3
    assert text.index('id="ranking"') < text.index('id="remarkable"') < text.index('id="results"')
    assert text.count("<h3>Ranking</h3>") == 1


def test_one_file_has_the_games_within(small_run: Path, tmp_path: Path) -> None:
    report = make_report(Run(small_run))
    write_report(Run(small_run), report, tmp_path / "one.html", single=True)
    text = (tmp_path / "one.html").read_text("utf-8")
    assert text.count("<iframe") == len({each.game for each in report.remarkable})
    assert not (tmp_path / "one-games").exists()
    assert all(f'href="#game-{each.game}-within"' in text for each in report.remarkable)


def test_a_review_as_text_and_as_json(small_run: Path) -> None:
    told = CliRunner().invoke(main, ["review", str(small_run), "closest", "--luck"])
    assert told.exit_code == 0, told.output
    assert "Luck and decisions, in percent of a win" in told.stdout
    assert "cost most" not in told.stdout
    words = ["review", str(small_run), "closest", "--luck", "--json"]
    found = json.loads(CliRunner().invoke(main, words).stdout)
    for seat, won in enumerate(found["result"]):
        total = 1 / len(found["result"]) + sum(part["changes"][seat] for part in found["parts"])
        assert total == pytest.approx(won, abs=1e-9)
