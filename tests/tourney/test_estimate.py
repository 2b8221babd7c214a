"""What a few games say about the time of all, if a bot hangs in some."""

import pytest

from wallenstein.tourney.expectation import TimedGame, seconds_of


def test_without_slow_bots_it_is_the_mean() -> None:
    assert seconds_of([TimedGame(1.0, (0, 1)), TimedGame(3.0, (1, 2))], set()) == (2.0, {})


def test_what_a_slow_bot_takes_is_apart() -> None:
    tried = [TimedGame(1.0, (0, 1)), TimedGame(11.0, (0, 2)), TimedGame(2.0, (1, 0))]
    usual, beyond = seconds_of(tried, {2})
    assert (usual, beyond) == (1.5, {2: 9.5})


def test_two_slow_bots_at_one_table_share_it() -> None:
    usual, beyond = seconds_of([TimedGame(1.0, (0, 1)), TimedGame(21.0, (2, 3))], {2, 3})
    assert usual == 1.0
    assert beyond == {2: 10.0, 3: 10.0}


def test_a_slow_bot_in_every_game_takes_what_games_take() -> None:
    assert seconds_of([TimedGame(10.0, (0, 2)), TimedGame(14.0, (1, 2))], {2}) == (12.0, {})


def test_it_never_gains_time() -> None:
    _, beyond = seconds_of([TimedGame(5.0, (0, 1)), TimedGame(4.0, (1, 2))], {2})
    assert beyond == {2: pytest.approx(0.0)}
