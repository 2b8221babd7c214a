"""Functions that answer questions, each figure against plain pandas over whole tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from wallenstein import analysis
from wallenstein.analysis import load
from wallenstein.core.errors import ConfigError

COLOURS = [*map(str, range(5)), "peasants"]


@pytest.fixture(scope="module")
def run(small_run: Path) -> Any:
    return load(small_run)


def has_intervals(table: Any, *figures: str) -> None:
    """Where an interval is known, the figure lies in it."""
    for figure in figures:
        low, value, high = (table[name] for name in (f"{figure}_low", figure, f"{figure}_high"))
        known = low.notna() & high.notna()
        assert known.any(), figure
        assert ((low <= value) & (value <= high))[known].all(), figure


def test_win_shares(run: Any) -> None:
    found: Any = analysis.win_shares(run, by=["bot", "seat"])
    seats: Any = run.joined("seats")
    right = seats.groupby(["bot", "seat"], observed=True)[["win", "rank", "score"]].mean()
    assert np.allclose(found[["win_share", "rank", "score"]], right, atol=1e-6)
    assert found.games.sum() == len(seats)
    assert np.allclose(found.fair, 1 / 3)
    has_intervals(found, "win_share", "rank", "score")
    assert analysis.win_shares(run, by=[]).games.tolist() == [27]
    of_tables: Any = analysis.win_shares(run, by=["lineup", "bot"])
    assert of_tables.groupby("lineup").games.sum().sum() == 27
    assert analysis.win_shares(run, where={"bot": "miller"}).bot.tolist() == ["miller"]


def test_action_outcomes(run: Any) -> None:
    found: Any = analysis.action_outcomes(run).set_index(["bot", "action"])
    rows: Any = run.joined("actions")
    own = rows[(rows.bot == "warlord") & (rows.action == "combat-a")]
    line = found.loc[("warlord", "combat-a")]
    assert line.planned == pytest.approx(len(own) / 9)
    assert line.done == pytest.approx((own.outcome == "done").mean(), abs=1e-6)
    outcomes = [column for column in found.columns if column in set(rows.outcome)]
    assert np.allclose(found[outcomes].sum(axis=1)[found.planned > 0], 1)
    assert len(found) == 3 * 10
    has_intervals(found, "planned", "done")
    whole: Any = analysis.action_outcomes(run, by=[]).set_index("action")
    assert whole.planned.sum() == pytest.approx(len(rows) / 27)


def test_battle_odds(run: Any) -> None:
    found: Any = analysis.battle_odds(run)
    rows: Any = run.throws()
    rows = rows[rows.kind == "battle"]
    own = rows.thrown + rows.tray_own
    against = rows.thrown_other + rows.tray_other + (rows.thrown_peasants + rows.tray_peasants) * rows.joined
    five = rows[(own == 5) & (against == 1)]
    line = found[(found.own == 5) & (found.against == 1)].iloc[0]
    assert line.battles == len(five) > 3
    assert line.won == pytest.approx((five.end == "attacker").mean(), abs=1e-6)
    assert line.expected == pytest.approx(five.odds.mean())
    assert line.difference == pytest.approx(line.won - line.expected, abs=1e-5)
    assert found.battles.sum() == len(rows)
    players: Any = analysis.battle_odds(run, by=["player", "chance"])
    assert players[players.player].battles.sum() == (rows.other >= 0).sum()
    tenth: Any = np.minimum((rows.odds * 10).astype(int), 9)
    assert (players.groupby("chance").battles.sum() == tenth.value_counts().sort_index().to_numpy()).all()
    bots: Any = analysis.battle_odds(run, by=["bot"])
    right = run.joined("throws").query("kind == 'battle'").bot.value_counts()
    assert dict(bots.set_index("bot").battles) == {bot: count for bot, count in right.items() if count}
    has_intervals(bots, "won", "difference")


def test_tower_memory_and_rates(run: Any) -> None:
    rows: Any = run.throws()
    rows = rows[rows.kind != "fill"]
    fell = np.zeros((len(rows), 6))
    for place, colour in enumerate(COLOURS):
        fell[:, place] = rows[f"tray_{colour}"]
    for hand, seat in (("thrown", "seat"), ("thrown_other", "other")):
        for at, (count, who) in enumerate(zip(rows[hand], rows[seat], strict=True)):
            fell[at, who] += count if who >= 0 else 0
    fell[:, 5] += rows.thrown_peasants
    inside, out = (rows[[f"{part}_{c}" for c in COLOURS]].to_numpy(float) for part in ("inside", "out"))
    found: Any = analysis.tower_memory(run).set_index("inside")
    here = (inside == 2) & ((fell > 0) | (inside > 0))
    assert found.throws[2] == here.sum()
    assert found.out[2] == pytest.approx(out[here].mean(), abs=1e-6)
    assert found.paid_back[2] == pytest.approx(out[here].sum() / fell[here].sum(), abs=1e-6)
    has_intervals(found, "out", "paid_back")
    rates: Any = analysis.tower_rates(run)
    right = np.linalg.lstsq(np.column_stack([fell.ravel(), inside.ravel()]), out.ravel(), rcond=None)[0]
    assert np.allclose(rates.comes_out, right, atol=1e-6)
    assert rates.comes_out_low[0] < 2 / 3 < rates.comes_out_high[0]
    assert rates.comes_out_low[1] < 1 / 3 < rates.comes_out_high[1]
    assert analysis.tower_memory(run, by=["colour"]).throws.sum() == found.throws.sum()


def test_bids_tiles_and_turn_order(run: Any) -> None:
    rows: Any = run.joined("turns")
    rows = rows[rows.season != "winter"]
    bids: Any = analysis.bids(run).set_index("bids")
    assert bids.seasons["0"] == (rows.bid == 0).sum()
    assert bids.seasons.sum() == len(rows)
    assert bids.win_share["0"] == pytest.approx(rows[rows.bid == 0].win.mean(), abs=1e-6)
    assert bids.seasons.get("county card", 0) == rows.bid_county.notna().sum()
    tiles: Any = analysis.tiles(run).set_index("tile")
    assert tiles.seasons.sum() == len(rows)
    assert np.allclose(tiles.place, rows.groupby("tile", observed=True).turn_order.mean(), atol=1e-6)
    order: Any = analysis.turn_order(run, by=["bot", "turn_order"])
    assert order.seasons.sum() == len(rows)
    has_intervals(tiles, "win_share", "score", "place")


def test_tied_bids_compare_the_first_with_the_last(run: Any) -> None:
    rows: Any = run.joined("turns").sort_values("chose", kind="stable")
    differences = []
    for _, season in rows[rows.season != "winter"].groupby(["game", "year", "season"], observed=True):
        for _, tie in season[season.bid >= 0].groupby("bid"):
            if len(tie) > 1:
                differences.append(int(tie.score.iloc[0] - tie.score.iloc[-1]))
        cards = season[season.bid_county.notna()]
        if len(cards) > 1:
            differences.append(int(cards.score.iloc[0] - cards.score.iloc[-1]))
    (line,) = analysis.tied_bids(run).itertuples()
    assert line.ties == len(differences) > 20
    assert line.score == pytest.approx(np.mean(differences), abs=1e-6)


def test_contested_counties(run: Any) -> None:
    rows: Any = run.throws()
    found: Any = analysis.contested_counties(run).set_index("county")
    battles = rows[rows.kind == "battle"]
    assert np.allclose(found.battles * 9, battles.county.value_counts().reindex(found.index, fill_value=0), atol=1e-4)
    assert found.battles.is_monotonic_decreasing
    first = found.index[0]
    own = battles[battles.county == first]
    assert found.won[first] == pytest.approx((own.end == "attacker").mean(), abs=1e-6)
    assert found.against_players[first] == pytest.approx((own.other >= 0).sum() / 9, abs=1e-6)
    assert found.thrown[first] == pytest.approx(own.thrown.mean())
    revolts = rows[rows.kind.isin(["revolt", "winter"])]
    assert found.revolts.sum() * 9 == pytest.approx(len(revolts), abs=1e-3)


def test_w72_majorities_bring_the_points_of_the_seasons(run: Any) -> None:
    seasons = run.seasons(where={"season": "winter"})
    found: Any = analysis.majorities(run, by=["building"]).set_index("building")
    regions = 5
    for building, column in (("palace", "vp_palaces"), ("church", "vp_churches"), ("post", "vp_posts")):
        assert found.points[building] * 18 * regions == pytest.approx(seasons[column].sum(), abs=1e-3)
    each: Any = analysis.majorities(run)
    assert len(each) == 3 * regions
    has_intervals(each, "held", "alone", "points")


def test_sources_of_points_add_up(run: Any) -> None:
    found: Any = analysis.sources_of_points(run)
    mean = run.seats.groupby("bot", observed=True).score.mean()
    assert np.allclose(found.groupby("bot", observed=True).points.sum(), mean, atol=1e-5)
    assert np.allclose(found.groupby("bot", observed=True).of_all.sum(), 1, atol=1e-5)
    by_year = analysis.sources_of_points(run, by=["bot", "year"])
    assert np.allclose(by_year.groupby("bot", observed=True).points.sum(), mean, atol=1e-5)
    has_intervals(found, "points", "of_all")


def test_worth_of_holdings_finds_what_was_put_in(run: Any) -> None:
    """Scores made from holdings, with the levels of games and bots, are taken apart again."""

    class Made:
        def read(self, table: str, columns: object = None, where: object = None) -> pd.DataFrame:
            random = np.random.default_rng(1)
            seats = 3 * 400
            frame = pd.DataFrame(
                {
                    "run": "made",
                    "game": np.repeat(np.arange(400), 3),
                    "seat": np.tile(np.arange(3), 400),
                    "seed": np.repeat(np.arange(100), 12),
                    "season": "winter",
                    "year": 1,
                    "bot": np.tile(["a", "b", "c"], 400),
                    "vp": random.integers(0, 20, seats),
                    "palaces": random.integers(0, 4, seats),
                    "thalers": random.integers(0, 9, seats),
                    "grain": 3,
                }
            )
            level = np.repeat(random.normal(0, 5, 400), 3) + np.tile([0.0, 7.0, -3.0], 400)
            points = 4 * frame.palaces + 0.5 * frame.thalers + level + random.normal(0, 0.1, seats)
            return frame.assign(score=frame.vp + points, win=0.02 * frame.palaces)

    found: Any = analysis.worth_of_holdings(Made(), holdings=("palaces", "thalers", "grain")).set_index("holding")
    assert found.points["palaces"] == pytest.approx(4, abs=0.02)
    assert found.points["thalers"] == pytest.approx(0.5, abs=0.02)
    assert np.isnan(found.points["grain"]), "what never varies is worth nothing that could be known"
    assert found.points_low["palaces"] < 4 < found.points_high["palaces"]
    assert found.win_share["palaces"] == pytest.approx(0.02, abs=1e-6)
    whole: Any = analysis.worth_of_holdings(run, season="fall")
    assert whole.held[0] == pytest.approx(run.seasons(where={"season": "fall", "year": 1}).counties.mean())
    for season, year in (("autumn", 1), ("fall", 3)):
        with pytest.raises(
            ConfigError, match=f"no game here has a {season} of year {year}; seasons are spring, summer"
        ):
            analysis.worth_of_holdings(run, season, year)


def test_decisions_in_words(run: Any) -> None:
    found = run.decoded()
    rows = run.joined("decisions")
    assert list(found.columns) == ["game", "decision", "seat", "bot", "kind", "choice"]
    assert found.game.tolist() == rows.game.tolist()
    assert found.bot.tolist() == rows.bot.tolist()
    assert found.kind.tolist() == rows.kind.tolist()
    plans = found[found.kind == "plan"]
    assert [choice["actions"].get("taxes") for choice in plans.choice] == run.plans().taxes.replace(
        {np.nan: None}
    ).tolist()
    tiles = run.turns(where=[("chose", ">", 0), ("chose", "<", 3)]).sort_values(["game", "year", "season", "chose"])
    chosen = found[found.kind == "tile"].groupby("game").choice.apply(list)
    assert chosen[0][:2] == tiles[tiles.game == 0].tile.tolist()[:2]
    some = run.decoded([3, 1])
    assert some.game.unique().tolist() == [1, 3]
    assert some.choice.tolist() == found[found.game.isin([1, 3])].choice.tolist()
    assert len(run.decoded(2)) == len(run.decoded(np.int64(2))) == (found.game == 2).sum()
    with pytest.raises(ConfigError, match="has no game 10; its games are 0 to 8"):
        run.decoded(10)


def test_decisions_of_several_runs_are_decoded_apart(run: Any) -> None:
    with pytest.raises(ConfigError, match="one run at a time"):
        analysis.Frames([*run._runs, *run._runs]).decoded()
