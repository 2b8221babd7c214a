"""Chances to win are fitted by a command, and calibrated in fresh games of other bots."""

import tomllib
from pathlib import Path

import pytest

from benchmarks.calibration import POOLS, calibration, played
from benchmarks.chances import chances_of, fitted_text, samples


def test_samples_have_a_position_of_each_part_of_a_game_and_are_the_same_again() -> None:
    first, again = [list(samples("sixteen-thirty", ("random",), 2, 3)) for _ in range(2)]
    assert first == again
    assert len({sample.stage for sample in first}) > 8
    assert all(sum(sample.won) == pytest.approx(1) for sample in first)
    assert {sample.group for sample in first} <= {"3", "4", "5", "6"}


@pytest.mark.slow
def test_the_command_writes_what_replays_read() -> None:
    found = tomllib.loads(fitted_text("wallenstein", games=20, seed=1, jobs=1))
    packaged = tomllib.loads(chances_of("wallenstein").text)
    assert found["features"] == packaged["features"] == list(chances_of("wallenstein").names)
    for stage in (*found["stages"], *packaged["stages"]):
        assert len(stage["weights"]) == len(found["features"])
        assert all(0 <= heat <= 5 for heat in stage["heat"].values())
    assert {stage["stage"] for stage in packaged["stages"]} == set(range(17))


@pytest.mark.parametrize("game", POOLS)
def test_the_packaged_forecast_is_the_one_of_the_docs(game: str) -> None:
    assert f"`{chances_of(game).hash}`" in Path("docs/report.md").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("game", POOLS)
def test_chances_are_calibrated_in_fresh_games_of_other_bots(game: str) -> None:
    assert not {name for name, _ in POOLS[game]} & {name for name, _ in chances_of(game).bots}
    tenths = calibration(game, played(game, jobs=2))
    assert all(tenth.within < 0.12 for tenth in tenths), "enough games to find a fault"
    assert all(abs(tenth.predicted - tenth.won) < tenth.within + 0.05 for tenth in tenths), tenths
