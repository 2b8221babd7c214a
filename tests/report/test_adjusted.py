"""Luck taken out of wins: its mean is 0 whatever the forecast is worth, so intervals of adjusted wins hold."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import sin, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from scipy.stats import t

import wallenstein
from wallenstein.cli import main
from wallenstein.core.chance import FreeChance
from wallenstein.games import find_game
from wallenstein.pages.chances import StageWeights
from wallenstein.record.read import Run
from wallenstein.report.adjusted import AdjustedStandings, adjust, adjusted_lines, luck_of
from wallenstein.report.luck import COURSE, DECISION, SETUP, DrawLuck, Reviewer
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.recorded_games import recorded_games


class DrawnCards:
    """Two players take turns to draw some of five cards, and then shuffle six, whose first one counts, too."""

    def __init__(self, chance: object) -> None:
        self.chance, self.functions, self.journal = chance, None, list[object]()
        self.points, self.turn = [0, 0], 0

    @property
    def decision(self) -> SimpleNamespace:
        return SimpleNamespace(seat=self.turn % 2)

    def make(self, count: int) -> None:
        chance: Any = self.chance
        self.points[self.turn % 2] += sum(chance.draw("cards", range(5), count))
        self.points[self.turn % 2] += chance.draw("shuffle", range(6), 6)[0]
        self.turn += 1

    def copy(self, chance: object = None) -> "DrawnCards":
        found = DrawnCards(chance)
        found.points, found.turn = self.points[:], self.turn
        return found


def sensible(state: DrawnCards) -> list[float]:
    one = 1 / (1 + 2 ** ((state.points[1] - state.points[0]) / 5))
    return [one, 1 - one]


def absurd(state: DrawnCards) -> list[float]:
    one = sin(7 * state.points[0]) * 3 + (state.points[1] * state.turn) % 4
    return [one, 5 - one]


def unwatched(seed: int) -> DrawnCards:
    return playing(DrawnCards(FreeChance(Random(seed))), lambda state, count: state.make(count))


def playing(state: DrawnCards, make: Callable[[DrawnCards, int], None]) -> DrawnCards:
    """Six turns; players draw fewer cards when they are ahead."""
    for turn in range(6):
        make(state, 2 if state.points[turn % 2] > state.points[1 - turn % 2] else 3)
    return state


def won_by_first(state: DrawnCards) -> float:
    return (1 + (state.points[0] > state.points[1]) - (state.points[0] < state.points[1])) / 2


def played(value: Callable[[DrawnCards], list[float]], seed: int) -> tuple[float, float]:
    """The first player's share of the win, and the luck in it."""
    state = DrawnCards(FreeChance(Random(seed)))
    reviewer: Any = Reviewer(state, DrawLuck(SimpleNamespace(of=value), Random(f"luck {seed}")))  # type: ignore[arg-type]
    playing(state, reviewer.make)
    parts = [part for part in reviewer.parts if part.source not in (SETUP, COURSE, DECISION)]
    return won_by_first(state), sum(part.changes[0] for part in parts)


@pytest.mark.parametrize("value", [sensible, absurd])
def test_the_mean_of_luck_is_0_for_any_forecast(value: Callable[[DrawnCards], list[float]]) -> None:
    luck = [played(value, seed)[1] for seed in range(250)]
    assert stdev(luck) > 0.1
    assert abs(mean(luck)) < 2.6 * stdev(luck) / sqrt(len(luck))


def test_a_sensible_forecast_takes_luck_out() -> None:
    games = [played(sensible, seed) for seed in range(250)]
    assert stdev(won - luck for won, luck in games) < 0.8 * stdev(won for won, _ in games)


TABLES = {
    "game": {"name": "sixteen-thirty"},
    "tourney": {"seed": 7, "blocks": 2, "players": 3},
    "bots": {"entries": ["random", "banker", "broker"]},
    "run": {"report": False},
}


def called(*words: str) -> Result:
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(str(wallenstein.run(TABLES, results=tmp_path_factory.mktemp("results"), jobs=1).folder))


@pytest.mark.slow
def test_adjusted_wins_are_those_less_the_luck_of_each_game(folder: Path) -> None:
    run = Run(folder)
    found = adjust(run, summarise(run), 2)
    assert found.chances == found.known
    (cell,) = found.cells
    games = list(recorded_games(run, range(6)))
    for bot in cell.bots:
        luck = mean(luck_of(game)[game.bots.index(bot.name)] for game in games)
        assert bot.adjusted.known == pytest.approx(bot.wins.known - luck, abs=2e-6)
        assert luck
    assert sum(bot.adjusted.known for bot in cell.bots) == pytest.approx(1, abs=1e-5)


def test_the_command_prints_them_beside_the_plain_ones(folder: Path) -> None:
    text = called("standings", str(folder), "--adjusted")
    (head,) = [line for line in text.stdout.splitlines() if "adjusted" in line and "saved" in line and "bot" in line]
    assert head.split() == ["bot", "wins", "95", "%", "adjusted", "95", "%", "saved"]
    assert "6 games replayed in" in text.stderr
    figures = json.loads(called("standings", str(folder), "--adjusted", "--json").stdout)
    assert f"the forecast {figures['adjusted']['chances']};" in " ".join(text.stdout.split())
    assert "adjusted" not in json.loads(called("standings", str(folder), "--json").stdout)


def test_another_forecast_than_that_before_the_run_is_told(folder: Path) -> None:
    run = Run(folder)
    found = AdjustedStandings("0123", "4567", ())
    assert "not that from before the run (4567)" in " ".join(adjusted_lines(found))
    assert "not that" not in " ".join(adjusted_lines(replace(found, known="0123")))
    game: Any = find_game("sixteen-thirty")
    assert run.header["chances"] == game.load("pages").chances.hash


def test_one_run_at_a_time(folder: Path) -> None:
    found = CliRunner().invoke(main, ["standings", str(folder), str(folder), "--adjusted"])
    assert (found.exit_code, "--adjusted takes one RUN" in found.stderr) == (2, True)


@pytest.mark.long
@pytest.mark.parametrize("value", [sensible, absurd])
def test_intervals_of_adjusted_wins_hold(value: Callable[[DrawnCards], list[float]]) -> None:
    """In 400 tournaments of 12 blocks, against the share in 20,000 games that nobody watches."""
    truth = mean(won_by_first(state) for state in map(unwatched, range(10**6, 10**6 + 20_000)))
    found = [played(value, seed) for seed in range(12 * 400)]
    games, luck = [won - luck for won, luck in found], [luck for _, luck in found]
    tournaments = [games[first : first + 12] for first in range(0, len(games), 12)]
    reach = float(t.ppf(0.975, 11)) / sqrt(12)
    holding = mean(abs(mean(each) - truth) <= reach * stdev(each) for each in tournaments)
    assert abs(mean(luck)) < 2.6 * stdev(luck) / sqrt(len(luck))
    assert 0.93 <= holding <= 0.97, holding


@pytest.mark.long
@pytest.mark.parametrize("good", [True, False])
def test_the_luck_of_throws_has_the_mean_0(good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the packaged weights, and by others drawn at random."""
    game: Any = find_game("wallenstein")
    chances, rng = game.load("pages").chances, Random(3)
    if not good:
        weights = {stage: tuple(rng.gauss(0, 3) for _ in each.weights) for stage, each in chances.stages.items()}
        bad = {stage: StageWeights(weights[stage], each.heat) for stage, each in chances.stages.items()}
        monkeypatch.setitem(vars(chances), "stages", bad)
    tourney = {"seed": 11, "blocks": 40, "players": 3, "rotation": "none"}
    tables = TABLES | {
        "game": {"name": "wallenstein"},
        "tourney": tourney,
        "bots": {"entries": ["miller", "settler", "warlord"]},
    }
    run = Run(wallenstein.run(tables, results=tmp_path, jobs=2).folder)
    luck = list(zip(*map(luck_of, recorded_games(run, range(run.games))), strict=True))
    assert run.games == 40
    for seat in luck:
        assert stdev(seat) > 0.01
        assert abs(mean(seat)) < 2.6 * stdev(seat) / sqrt(len(seat))
