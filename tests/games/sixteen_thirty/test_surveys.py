"""What reports say of games of Sixteen Thirty Something, against the tables read with pandas."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tourney.tournament import played
from wallenstein.analysis import load
from wallenstein.core.reports import Figure, Remarkable
from wallenstein.games.sixteen_thirty.names import COUNTRIES, ISSUES
from wallenstein.games.sixteen_thirty.surveys import surveys
from wallenstein.record.read import Run
from wallenstein.report.html.page import ReportPage, make_report
from wallenstein.tourney.figures.run_parts import about

CONFIG = """
[tourney]
name = "small"
seed = 3
blocks = 2
format = "list"
tables = [["banker", "random", "banker"]]

[game]
name = "sixteen-thirty"

[bots]
entries = ["banker", "random"]

[run]
isolation = "none"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("small")
    (path / "small.toml").write_text(CONFIG)
    return played(path / "small.toml", path).folder


@pytest.fixture(scope="module")
def frames(folder: Path) -> Any:
    return load(folder)


@pytest.fixture(scope="module")
def report(folder: Path) -> ReportPage:
    return make_report(Run(folder))


@pytest.fixture(scope="module")
def figures(report: ReportPage) -> Mapping[str, Figure]:
    return {figure.name: figure for figure in report.figures}


def rows_of(figure: Figure) -> Mapping[Any, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in figure.chart.table().rows}


def joined(frames: Any, table: str) -> Any:
    """A table with the bot of each row's seat."""
    return getattr(frames, table).merge(frames.seats[["game", "seat", "bot"]], on=["game", "seat"])


def test_points_over_the_turns(figures: Mapping[str, Figure], frames: Any) -> None:
    turns = joined(frames, "turns")
    bots = figures["over-vp"].chart.table().head[1:]
    for figure, column in (("over-vp", "vp"), ("over-gain", "gain")):
        means = turns.groupby(["turn", "bot"], observed=True)[column].mean()
        rows = rows_of(figures[figure])
        assert len(rows) == 10
        for (turn, bot), mean in means.items():
            assert rows[f"turn {turn}"][bots.index(bot)] == pytest.approx(mean)


def test_cards_and_votes(figures: Mapping[str, Figure], frames: Any) -> None:
    turns, seats = joined(frames, "turns"), frames.seats.groupby("bot", observed=True).size()
    sums = turns.groupby("bot", observed=True)[["specials", "added", "put_down", "votes_won", "votes_lost"]].sum()
    for bot, values in rows_of(figures["done"]).items():
        assert values == pytest.approx(tuple(sums.loc[bot] / seats[bot]))
        won, lost = sums.loc[bot, "votes_won"], sums.loc[bot, "votes_lost"]
        assert rows_of(figures["votes"])[bot][0] == pytest.approx(won / (won + lost))


def test_lobbies(figures: Mapping[str, Figure], frames: Any) -> None:
    lobbies, seats = (
        joined(frames, "lobbies").dropna(subset=["issue"]),
        frames.seats.groupby("bot", observed=True).size(),
    )
    for name, column, codes in (("issues", "issue", ISSUES), ("lobbied", "country", COUNTRIES)):
        counts = lobbies.groupby(["bot", column], observed=False).size()
        for bot, values in rows_of(figures[name]).items():
            assert values == pytest.approx(tuple(counts[bot, code] / seats[bot] for code in codes))
    carried = lobbies.groupby("bot", observed=True).carried.mean()
    for bot, values in rows_of(figures["carried"]).items():
        assert values[0] == pytest.approx(carried[bot])
    by_issue = lobbies.groupby("issue", observed=True).carried.mean()
    assert {issue: row[0] for issue, row in rows_of(figures["carried-issues"]).items()} == pytest.approx(
        by_issue.to_dict(), abs=1e-6
    )


def test_wars(figures: Mapping[str, Figure], frames: Any, report: ReportPage) -> None:
    wars = frames.wars
    values = [value for row in rows_of(figures["wars"]).values() for value in row]
    assert sum(values) == pytest.approx(len(wars) / frames.games.game.nunique())
    lead = (wars.attacker_modifier - wars.defender_modifier).clip(-6, 6)
    won = (wars.attacker.astype(str) == wars.winner.astype(str)).groupby(lead).mean()
    found = {0 if name == "even" else int(name): row[0] for name, row in rows_of(figures["wars-won"]).items()}
    assert found == pytest.approx(won.to_dict())
    most = wars.groupby("game").size()
    assert Remarkable(f"most wars: {most.max()}", int(most.idxmax())) in report.remarkable


def test_a_part_whose_table_was_not_recorded_says_so(folder: Path) -> None:
    found = surveys(about(Run(folder))._replace(tables=("wars",)))
    assert [bool(list(survey.notes())) for survey in found] == [True, True, False]
