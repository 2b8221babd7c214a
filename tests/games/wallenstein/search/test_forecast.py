"""The forecast: what it looks at, what it says, and that it is fitted to games by a command."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.games.wallenstein.search.moments import moments
from wallenstein.cli import main
from wallenstein.core.search.fitting import FitSample, fit_stages, samples_of
from wallenstein.games.wallenstein.model.state import replaced
from wallenstein.games.wallenstein.names import CHURCH, NEUTRAL, PALACE
from wallenstein.games.wallenstein.search.fit import SCALE, STAGES, samples
from wallenstein.games.wallenstein.search.forecast import FEATURES, features, forecasts, win_chance


def test_chances_add_up_to_one() -> None:
    for state in moments("plan"):
        if (state.year, state.season) in forecasts():
            assert sum(win_chance(state, seat) for seat in range(4)) == pytest.approx(1, abs=0.05)


def test_more_points_at_the_end_are_a_better_chance() -> None:
    state = next(moments("plan"))
    state.decision = None
    state.vp, state.thalers = (40, 38, 38, 20), [0, 0, 5, 9]
    chances = [win_chance(state, seat) for seat in range(4)]
    assert chances[0] > chances[2] >= chances[1] > chances[3]
    assert chances[0] > 0.5


def test_more_points_are_a_better_chance_at_every_stage() -> None:
    for state in moments("plan"):
        if (state.year, state.season) not in forecasts():
            continue
        before = win_chance(state, 0)
        state.gain_points(0, 8)
        assert win_chance(state, 0) > before or state.year == 1, "in the first year nobody has points yet"


def test_the_features_of_a_small_table() -> None:
    state = next(moments("plan"))
    state.owner = [NEUTRAL] * len(state.owner)
    one = state.book.counties[0]
    other = state.book.neighbours[one][0]
    state.owner[one], state.armies[one] = 0, 1
    state.owner[other], state.armies[other] = 1, 7
    state.buildings = replaced(replaced(state.buildings, one, 1 << PALACE | 1 << CHURCH), other, 0)
    state.thalers, state.grain, state.vp = [8, 0, 0, 0], [3, 0, 0, 0], (4, 0, 0, 0)
    rows = [dict(zip(FEATURES, row, strict=True)) for row in features(state)]
    mine, rival = rows[0], rows[1]
    assert (mine["points"], mine["counties"], mine["buildings"], mine["majorities"]) == (4, 1, 2, 3 + 2)
    assert (mine["thin"], mine["thalers"], mine["rich"], mine["fed"], mine["grain"]) == (1, 6, 2, 1, 2)
    assert (mine["edge"], mine["borders"], mine["walls"], mine["threat"]) == (1, 1, 2, 3)
    assert (rival["fat"], rival["threat"], rival["armies"], rival["edge"]) == (2, 0, 7, 1)
    assert mine["free"] == 0, "one army cannot march"
    assert rival["free"] == len([near for near in state.book.neighbours[other] if near != one])
    assert rows[2]["counties"] == 0


def test_known_weights_are_found() -> None:
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(3000, 4, len(FEATURES))) * 3
    true = np.linspace(-1, 1, len(FEATURES))
    points = rows @ true + draw.normal(size=(3000, 4)) * 0.1
    won = (points == points.max(axis=1, keepdims=True)).astype(float)
    samples = zip(rows.tolist(), points.tolist(), won.tolist(), strict=True)
    (stage,) = fit_stages([FitSample(0, *each) for each in samples], 1, SCALE, "games")
    weights, heat, loss = stage["weights"], stage["heat"], stage["loss"]
    assert list(weights.values()) == pytest.approx(true, abs=0.05)
    assert heat > 1
    assert loss < 0.1


def test_samples_are_the_same_with_any_number_of_processes() -> None:
    alone, shared = [list(samples("random", 4, 3, 7, jobs)) for jobs in (1, 2)]
    assert alone == shared
    assert {sample.stage for sample in alone} == set(range(len(STAGES)))
    assert all(sum(sample.won) == pytest.approx(1) for sample in alone)


def test_the_command_writes_what_the_forecast_reads(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    options = ["--bot", "random", "--games", "20", "--seed", "5"]
    assert CliRunner().invoke(main, ["forecast", *options, "--out", str(file)]).exit_code == 0
    printed = CliRunner().invoke(main, ["forecast", *options]).output
    assert printed == file.read_text("utf-8")
    stages = tomllib.loads(printed)["stage"]
    assert [(stage["year"], stage["season"]) for stage in stages] == list(STAGES)
    assert all(set(stage["weights"]) == set(FEATURES) and stage["games"] == 20 for stage in stages)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bot", "nobody"], 'there is no bot "nobody"'),
        (["--bot", "broker"], 'the bot "broker" plays sixteen-thirty, not wallenstein'),
        (["--games", "3"], "3 is not in the range x>=20"),
        (["--out", "nowhere/forecast.toml"], "--out: there is no folder nowhere"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(words: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["forecast", *words])
    assert result.exit_code == 2
    assert told in result.stderr
    assert isinstance(result.exception, SystemExit)


def test_games_are_counted_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def square(seed: int) -> list[int]:
        return [seed * seed]

    quiet = list(samples_of(square, "squares", 3, 1, 1))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert list(samples_of(square, "squares", 3, 1, 1)) == quiet
    assert "games" in capsys.readouterr().err
