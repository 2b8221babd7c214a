"""Whether seats differ: found where they do, and as seldom as promised where they do not."""

import numpy as np

from tests.stats.simulate import World
from wallenstein.stats.standings import seat_test

BOTS = (0.6, 0.2, 0.0, -0.2, -0.6)


def found(world: World, blocks: int, times: int, seed: int) -> float:
    """In what part of so many tournaments seats are said to differ."""
    rng = np.random.default_rng(seed)
    return float(np.mean([seat_test(world.play(blocks, rng)).differ for _ in range(times)]))


def test_seats_that_are_alike_are_seldom_said_to_differ() -> None:
    assert found(World(BOTS), 20, 400, 1) < 0.075
    assert found(World(BOTS, shared=0.0), 8, 400, 2) < 0.075


def test_seats_as_unlike_as_those_of_the_default_line_up_are_found() -> None:
    """49, 14, 24 and 14 % of the wins."""
    seats = tuple(np.log([0.49, 0.14, 0.24, 0.14]))
    assert found(World(BOTS, seats=seats), 30, 50, 3) == 1.0


def test_one_block_tells_nothing() -> None:
    test = seat_test(World(BOTS).play(1, np.random.default_rng(4)))
    assert (test.p, test.differ) == (None, False)


def test_no_games_tell_nothing() -> None:
    results = World(BOTS).play(1, np.random.default_rng(4))
    assert seat_test(results.from_rows(results.names, [], [], [], [], [], [])).p is None
