"""Strengths without seats and line-ups, as standings print them: they fit a terminal."""

import numpy as np

from tests.stats.simulate import World
from wallenstein.report.standings import effect_lines
from wallenstein.stats.summary import field_of


def lines_of(world: World, games: int) -> list[str]:
    results = world.play(games, np.random.default_rng(1))
    effects = field_of(results).effects
    assert effects is not None
    return list(effect_lines(results.names, effects))


def test_each_bot_and_each_seat_has_a_line() -> None:
    lines = lines_of(World((1.2, 0.6, 0.1, -0.3, -1.6)), 40)
    assert max(map(len, lines)) <= 80
    assert lines[1] == "with the effects of seats and line-ups taken out"
    assert [line.split()[0] for line in lines[3:]] == [f"bot-{i}" for i in range(5)] + ["seat"] * 4


def test_so_it_is_in_a_duel() -> None:
    lines = lines_of(World((0.2, -0.2), table=2), 20)
    assert [line.split()[0] for line in lines[3:]] == ["bot-0", "bot-1", "seat", "seat"]
