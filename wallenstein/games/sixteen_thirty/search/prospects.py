"""Prospects: from a state in the middle of a game, every seat's chance to win."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import total
from wallenstein.core.luck.chances import chance_of
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import OVER
from wallenstein.games.sixteen_thirty.search.features import FEATURES, features

FINAL_HEAT: Final = 3.0  # how much a point decides when the game is over: nearly all


class Prospects(NamedTuple):
    """Points that each feature brings until the end, and how surely points decide."""

    weights: tuple[float, ...]
    heat: float


@cache
def prospects() -> tuple[Prospects, ...]:
    """By turn: what `wallenstein prospects` has fitted; there is no turn 0."""
    text = (files("wallenstein.games.sixteen_thirty") / "data" / "prospects.toml").read_text("utf-8")
    found = [
        Prospects(tuple([turn["weights"][name] for name in FEATURES]), turn["heat"])
        for turn in tomllib.loads(text)["turn"]
    ]
    return (found[0], *found)


def expected_points(state: State) -> tuple[list[float], float]:
    """By seat, the points to be expected in the end, up to what is the same for all; and how surely they decide."""
    if state.step == OVER:
        return [float(points) for points in state.vp], FINAL_HEAT
    weights, heat = prospects()[state.turn]
    return [total(map(float.__mul__, weights, row)) for row in features(state)], heat


def win_chance(state: State, seat: int) -> float:
    """The seat's chance to win."""
    points, heat = expected_points(state)
    return chance_of(points, seat, heat)
