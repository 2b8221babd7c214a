"""Strengths with seats and line-ups taken out: true where plain ones are not, else the same."""

import numpy as np
import pytest

from tests.stats.coverage import holds
from tests.stats.simulate import World
from wallenstein.stats.figures import Effects
from wallenstein.stats.results import Results
from wallenstein.stats.strength import strengths
from wallenstein.stats.summary import effects, lineups_of

SEATS = (0.6, 0.1, -0.1, -0.6)


def found_in(results: Results) -> Effects:
    found = effects(results, lineups_of(results))
    assert found is not None
    return found


def test_what_seats_are_worth_is_found() -> None:
    world = World((0.5, 0.0, -0.2, -0.3), shared=0.3, seats=SEATS)
    found = found_in(world.play(400, np.random.default_rng(1)))
    for effect, truth in zip(found.seats, SEATS, strict=True):
        assert holds(effect, truth)
        assert effect.value == pytest.approx(truth, abs=0.15)
    for strength, truth in zip(found.strengths.values(), world.strengths, strict=True):
        assert holds(strength, truth)


def unrotated(blocks: int) -> Results:
    """Equal bots, each always in its seat, but for one game in eight, in which the first two have changed seats."""
    rng = np.random.default_rng(2)
    seat = np.tile(np.arange(4), (blocks, 1))
    entrant = seat.copy()
    entrant[::8, :2] = (1, 0)
    level = np.array(SEATS) + rng.gumbel(size=(blocks, 4))
    rank = 1 + (level[:, :, None] < level[:, None, :]).sum(axis=2)
    game = np.repeat(np.arange(blocks), 4)
    return Results.from_rows(
        list("abcd"), game, game, seat.reshape(-1), entrant.reshape(-1), rank.reshape(-1), np.zeros(4 * blocks)
    )


def test_a_bot_is_not_praised_for_its_seat() -> None:
    """Ann sits almost always on the best chair: the plain strength believes her to be better than bob."""
    results = unrotated(1600)
    plain = strengths(results)
    assert plain[0].strength.low is not None
    assert plain[1].strength.high is not None
    assert plain[0].strength.low > plain[1].strength.high
    ann, bob = (found_in(results).strengths[name] for name in "ab")
    assert ann.low is not None
    assert bob.high is not None
    assert ann.low < bob.high


def test_without_effects_the_strengths_are_the_plain_ones() -> None:
    results = World((0.5, 0.0, -0.2, -0.3), shared=0.0).play(300, np.random.default_rng(3))
    plain = [each.strength.value for each in strengths(results)]
    assert [each.value for each in found_in(results).strengths.values()] == pytest.approx(plain, abs=0.01)


def test_line_ups_shift_strengths() -> None:
    """In line-ups with the last bot, the first is as weak as that; elsewhere it is strong."""
    world = World((1.0, 0.3, 0.0, -0.4, -1.0), shared=0.0)
    results = world.play(250, np.random.default_rng(4))
    last = (results.entrant == 4).any(axis=1)
    swapped = results.entrant.copy()
    both = last & (results.entrant == 0).any(axis=1)
    swapped[both] = np.select([swapped[both] == 0, swapped[both] == 4], [4, 0], swapped[both])
    turned = Results.from_rows(
        results.names,
        np.repeat(np.arange(results.games), 4),
        np.repeat(results.block, 4),
        np.tile(np.arange(4), results.games),
        swapped.reshape(-1),
        results.rank.reshape(-1),
        results.score.reshape(-1),
    )
    shifts = found_in(turned).shifts
    first = [shift["bot-0"] or 0.0 for shift in shifts if "bot-0" in shift and "bot-4" not in shift]
    beside = [shift["bot-0"] or 0.0 for shift in shifts if "bot-0" in shift and "bot-4" in shift]
    assert (len(first), len(beside)) == (1, 3)
    assert first[0] > max(beside) + 0.5


def test_where_nothing_can_be_told_there_are_no_effects() -> None:
    alone = Results.from_rows(["a"], [0, 1], [0, 1], [0, 0], [0, 0], [1, 1], [3.0, 4.0])
    assert effects(alone, lineups_of(alone)) is None


def test_who_has_kept_one_seat_is_not_told_from_it() -> None:
    results = unrotated(7)
    assert effects(results, lineups_of(results)) is not None
    kept = Results.from_rows(list("ab"), [0, 0, 1, 1], [0, 0, 1, 1], [0, 1] * 2, [0, 1] * 2, [1, 2] * 2, [0.0] * 4)
    assert effects(kept, lineups_of(kept)) is None
