"""A forecast: from a state between two seasons, every seat's chance to win."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import total
from wallenstein.core.luck.chances import chance_of
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.search.features import FEATURES, features

FINAL_HEAT: Final = 0.6  # how much a point more decides, when the game is over and only luck was left


class Forecast(NamedTuple):
    """Points that each feature brings until the end, and how surely points decide."""

    weights: tuple[float, ...]
    heat: float


@cache
def forecasts() -> dict[tuple[int, int], Forecast]:
    """By the year and the season that begin: what `wallenstein forecast` has fitted."""
    text = (files("wallenstein.games.wallenstein") / "data" / "forecast.toml").read_text("utf-8")
    return {
        (stage["year"], stage["season"]): Forecast(tuple([stage["weights"][name] for name in FEATURES]), stage["heat"])
        for stage in tomllib.loads(text)["stage"]
    }


def expected_points(state: State) -> tuple[list[float], float]:
    """By seat, the points to be expected in the end, up to what is the same for all; and how surely they decide."""
    if state.decision is None:
        thalers = state.thalers
        return [points + thalers[seat] / 100 for seat, points in enumerate(state.vp)], FINAL_HEAT
    weights, heat = forecasts()[(state.year, min(state.season, 2))]
    return [total(map(float.__mul__, weights, row)) for row in features(state)], heat


def win_chance(state: State, seat: int) -> float:
    """The seat's chance to win, from a state at the beginning of a season or at the end of the game."""
    points, heat = expected_points(state)
    return chance_of(points, seat, heat)
