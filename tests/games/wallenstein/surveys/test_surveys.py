"""What reports say of games of Wallenstein, against the tables read with pandas."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.wallenstein.conftest import CONFIG
from tests.tourney.tournament import played
from wallenstein.analysis import load
from wallenstein.core.reports import Figure, Remarkable
from wallenstein.games.wallenstein.names import ACTIONS, TILES
from wallenstein.games.wallenstein.surveys.sections import surveys
from wallenstein.record.read import Run
from wallenstein.report.html.page import html_of, make_report
from wallenstein.tourney.figures.run_parts import about

Tables = Mapping[str, Any]


@pytest.fixture(scope="module")
def frames(small_run: Path) -> Any:
    return load(small_run)


@pytest.fixture(scope="module")
def figures(small_run: Path) -> Mapping[str, Figure]:
    """The figures of a report by name."""
    return {figure.name: figure for figure in make_report(Run(small_run)).figures}


def rows_of(figure: Figure) -> dict[Any, tuple[Any, ...]]:
    """A figure's table by the names of its rows."""
    return {row[0]: row[1:] for row in figure.chart.table().rows}


def test_every_part_is_there(figures: Mapping[str, Figure]) -> None:
    parts = "sources over-vp over-counties holds fights board planned done outcomes odds attacks-won tower bids tiles"
    assert set(parts.split()) <= set(figures)


def test_sources_add_up_to_the_mean_score(figures: Mapping[str, Figure], frames: Any) -> None:
    mean = frames.seats.groupby("bot", observed=True).score.mean()
    for bot, parts in rows_of(figures["sources"]).items():
        assert sum(parts) == pytest.approx(mean[bot])


def test_points_over_the_seasons(figures: Mapping[str, Figure], frames: Any) -> None:
    wide = frames.seasons.merge(frames.seats[["game", "seat", "bot"]], on=["game", "seat"])
    last = wide[(wide.year == 2) & (wide.season == "winter")].groupby("bot", observed=True).vp.mean()
    head = figures["over-vp"].chart.table().head
    assert dict(zip(head[1:], rows_of(figures["over-vp"])["winter 2"], strict=True)) == pytest.approx(dict(last))


def test_actions_planned_and_done(figures: Mapping[str, Figure], frames: Any) -> None:
    wide = frames.actions.merge(frames.seats[["game", "seat", "bot"]], on=["game", "seat"])
    games = frames.seats.groupby("bot", observed=True).size()
    own = wide[wide.bot == "warlord"]
    planned = [float((own.action == action).sum() / games["warlord"]) for action in ACTIONS]
    assert list(rows_of(figures["planned"])["warlord"]) == pytest.approx(planned)
    taxes = own[own.action == "taxes"]
    done = rows_of(figures["done"])["warlord"][ACTIONS.index("taxes")]
    assert done == pytest.approx((taxes.outcome == "done").mean())
    assert rows_of(figures["outcomes"])["warlord"][0] == pytest.approx((own.outcome == "done").mean())
    assert sum(rows_of(figures["outcomes"])["warlord"]) == pytest.approx(1)


def test_odds_are_put_beside_what_came(figures: Mapping[str, Figure], frames: Any) -> None:
    battles = frames.throws[frames.throws.kind == "battle"]
    rows: Any = figures["odds"].chart.table().rows
    named = [row[0].replace(",", "").split(" % of ") for row in rows]
    assert sum(int(count) for _, count in named) == len(battles)
    likely = battles[battles.odds >= 0.9]
    assert named[-1] == [f"{100 * likely.odds.mean():.0f}", str(len(likely))]
    assert rows[-1][1] == pytest.approx((likely.end == "attacker").mean(), abs=1e-6)


def test_the_tower_pays_back_what_fell_out(figures: Mapping[str, Figure], frames: Any) -> None:
    throws = frames.throws[frames.throws.kind != "fill"]
    colours = [*map(str, range(5)), "peasants"]
    inside, tray, out = (throws[[f"{where}_{c}" for c in colours]].sum(axis=1) for where in ("inside", "tray", "out"))
    thrown = tray + throws.thrown + throws.thrown_other + throws.thrown_peasants
    here = (inside >= 5) & (inside < 10)
    assert rows_of(figures["tower"])["5+"][0] == pytest.approx(out[here].sum() / thrown[here].sum())


def test_bids_and_tiles(figures: Mapping[str, Figure], frames: Any) -> None:
    turns = frames.turns[frames.turns.season != "winter"].merge(frames.seats, on=["game", "seat"])
    own = turns[turns.bot == "miller"]
    assert rows_of(figures["bids"])["miller"][1] == pytest.approx((own.bid == 0).mean())
    assert rows_of(figures["tiles"])["miller"] == pytest.approx([float((own.tile == tile).mean()) for tile in TILES])
    first = turns[turns.turn_order == 1]
    assert rows_of(figures["order-won"])["place 1"][0] == pytest.approx(first.win.mean(), abs=1e-6)


def test_the_map_has_what_winners_hold(figures: Mapping[str, Figure], frames: Any) -> None:
    last = frames.counties[(frames.counties.year == 2) & (frames.counties.season == "winter")]
    held = last.merge(frames.seats, left_on=["game", "owner"], right_on=["game", "seat"])
    share = held.groupby("county", observed=False).win.sum() / frames.games.game.nunique()
    rows = rows_of(figures["holds"])
    assert rows["Bremen"][-1] == pytest.approx(share["bremen"])
    assert sum(row[-1] for row in rows.values()) == pytest.approx(share.sum())
    fights = frames.throws[frames.throws.kind == "battle"]
    assert sum(row[0] for row in rows_of(figures["fights"]).values()) == pytest.approx(len(fights) / 9)
    assert "a reconstruction" in figures["board"].text


def test_the_game_with_most_battles_is_remarkable(small_run: Path, frames: Any) -> None:
    counts = frames.throws[frames.throws.kind == "battle"].groupby("game").size()
    found = make_report(Run(small_run)).remarkable
    assert Remarkable(f"most battles: {counts.max()}", int(counts.idxmax())) in found
    closest = next(each for each in found if each.text.startswith("closest"))
    scores = np.sort(frames.seats[frames.seats.game == closest.game].score)
    margins = frames.seats.groupby("game").score.apply(lambda score: np.diff(np.sort(score))[-1])
    assert scores[-1] - scores[-2] == margins.min()


def test_a_part_whose_table_was_not_recorded_says_so(small_run: Path) -> None:
    known = about(Run(small_run))._replace(tables=("actions",))
    found = surveys(known)
    assert [survey.title for survey in found] == [survey.title for survey in surveys(about(Run(small_run)))]
    for survey, table in zip(found, ("seasons", "", "", "throws", "turns"), strict=True):
        assert bool(table) == any(f"The table {table} was not recorded" in note for note in survey.notes())
    assert list(found[1].notes()) == [
        "The configuration of this run cannot be read any more, so its board is not known."
    ]


def test_a_report_names_the_tables_that_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG)
    tables = 'log.tables=["games", "seats", "throws"]'
    run = Run(played(tmp_path / "small.toml", tmp_path, sets=["tourney.blocks=1", tables]).folder)
    report = make_report(run)
    names = {figure.name for figure in report.figures}
    assert {"odds", "tower", "fights", "board"} <= names
    assert not {"holds", "sources", "planned", "bids"} & names
    text = html_of(report, run)
    for table in ("seasons", "counties", "actions", "turns"):
        assert text.count(f"The table {table} was not recorded ([log] tables), so ") == 1
    assert "The table throws" not in text
