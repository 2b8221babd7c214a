"""Chances to win are fitted by a command, and calibrated in fresh games of other bots."""

import tomllib
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.pages.chances import softmax
from wallenstein.report.fitting import chances_of, samples


def test_samples_have_a_position_of_each_part_of_a_game_and_are_the_same_again() -> None:
    first, again = [list(samples("sixteen-thirty", ("random",), 2, 3)) for _ in range(2)]
    assert first == again
    assert len({sample.stage for sample in first}) > 8
    assert all(sum(sample.won) == pytest.approx(1) for sample in first)
    assert {sample.group for sample in first} <= {"3", "4", "5", "6"}


@pytest.mark.slow
def test_the_command_writes_what_replays_read() -> None:
    text = CliRunner().invoke(main, ["fit", "chances", "wallenstein", "--games", "20"]).stdout
    found = tomllib.loads(text)
    packaged = tomllib.loads(chances_of("wallenstein").text)
    assert found["features"] == packaged["features"] == list(chances_of("wallenstein").names)
    for stage in (*found["stages"], *packaged["stages"]):
        assert len(stage["weights"]) == len(found["features"])
        assert all(0 <= heat <= 5 for heat in stage["heat"].values())
    assert {stage["stage"] for stage in packaged["stages"]} == set(range(17))


class Tenth(NamedTuple):
    """Chances to win between two tenths: how many, their mean, and the share of them that won."""

    chances: int
    predicted: float
    won: float


def calibration(game: str, pool: Sequence[str], games: int, seed: int) -> list[Tenth]:
    """Predicted against won, by tenths, in fresh games of bots of the pool."""
    chances, tenths = chances_of(game), [[0.0, 0.0, 0.0] for _ in range(10)]
    for sample in samples(game, pool, games, seed):
        predicted = softmax(chances.scores_at(sample.stage + 0.5, sample.group, sample.rows))
        for chance, won in zip(predicted, sample.won, strict=True):
            tenth = tenths[min(9, int(10 * chance))]
            for place, value in enumerate((1.0, chance, won)):
                tenth[place] += value
    return [Tenth(int(n), p / max(1, n), w / max(1, n)) for n, p, w in tenths]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "pool", "games"),
    [("wallenstein", ("envoy", "random"), 40), ("sixteen-thirty", ("chancellor", "random"), 12)],
)
def test_chances_are_calibrated_in_fresh_games_of_other_bots(game: str, pool: tuple[str, ...], games: int) -> None:
    tenths = calibration(game, pool, games, 99)
    known = [tenth for tenth in tenths if tenth.chances >= 60]
    assert len(known) >= 4
    assert all(abs(tenth.predicted - tenth.won) < 0.15 for tenth in known), tenths
