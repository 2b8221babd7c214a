"""Comparing cells, on small runs whose tables say what must come out."""

import numpy as np
import pytest

from tests.tourney.tournament import played
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.stats.paired import differs
from wallenstein.tourney.figures.differences import MeasureLine, compare

CONFIG = """
[tourney]
name = "cells"
seed = 3
blocks = 6
format = "list"
tables = [["random", "settler", "random"]]
[bots]
entries = ["random", "settler"]
[matrix]
"game.setup" = ["default", "draft"]
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("cells")
    config = folder / "cells.toml"
    config.write_text(CONFIG)
    return Run(played(config, folder).folder)


def line(run: Run, text: str, against: str | None = None) -> MeasureLine:
    return next(line for line in compare(run, against).lines if line.text == text)


def test_the_base_value_is_the_mean_of_its_cell(run: Run) -> None:
    games, seats = run.table("games").to_pandas(), run.table("seats").to_pandas()
    first = games.loc[games.cell == "game.setup=default", "game"]
    expected = seats[seats.game.isin(first)].groupby("game").score.mean().mean()
    assert line(run, "victory points per seat").base == pytest.approx(expected, abs=1e-6)


def test_scores_of_bots_stand_before_their_wins(run: Run) -> None:
    entries = run.header["entries"]
    texts = [line.text for line in compare(run, None).lines]
    assert texts[: 2 * len(entries)] == [f"{what} of {name}" for what in ("points", "wins") for name in entries]


def test_stars_are_corrected_for_all_comparisons(run: Run) -> None:
    found = [each for one in compare(run, None).lines for each in one.differences]
    assert [each.differs for each in found] == differs([each.p for each in found])


def test_the_difference_is_the_mean_over_blocks(run: Run) -> None:
    games, throws = run.table("games").to_pandas(), run.table("throws").to_pandas()
    battles = throws[throws.kind == "battle"].groupby("game").size()
    games["battles"] = games.game.map(battles).fillna(0)
    by_block = games.groupby(["cell", "block"], observed=True).battles.mean().unstack("cell")
    expected = (by_block["game.setup=draft"] - by_block["game.setup=default"]).mean()
    (found,) = line(run, "battles per game").differences
    assert found.blocks == 6
    assert found.difference.value == pytest.approx(expected, abs=1e-6)
    (turned,) = line(run, "battles per game", "game.setup=draft").differences
    assert turned.difference.value == pytest.approx(-expected, abs=1e-6)


def test_the_winners_points_have_their_sources(run: Run) -> None:
    shares = [
        line(run, f"winner's points from {source}").base
        for source in ("counties", "buildings", "majorities", "favors and benefits")
    ]
    assert sum(share or 0.0 for share in shares) == pytest.approx(1, abs=1e-5)
    assert shares[3] == 0


def test_shares_of_the_seats_add_up(run: Run) -> None:
    assert np.isclose(sum((line(run, f"wins of seat {seat}").base or 0.0) for seat in range(3)), 1, atol=1e-5)


def test_an_unknown_cell_is_a_sentence(run: Run) -> None:
    with pytest.raises(ConfigError, match=r'did you mean "game\.setup=draft"'):
        compare(run, "game.setup=drafd")
