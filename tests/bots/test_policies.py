"""Bots as policies play as the bots do, with their options."""

from random import Random
from typing import Any

import pytest

from wallenstein.bots import BaseBot, Setup
from wallenstein.bots.policies import policy
from wallenstein.core.errors import ConfigError
from wallenstein.core.search.playout import playout, random_policy
from wallenstein.games.sixteen_thirty import new_game as thirty
from wallenstein.games.sixteen_thirty.rules import Rules as ThirtyRules
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules


def begun() -> Any:
    """A game at its first decision."""
    return new_game(Rules(), 4, seeded(5))


def test_a_regent_as_a_policy_is_better_than_random_play() -> None:
    ends = [begun().playout([policy("regent")] + [random_policy] * 3, Random(seed)) for seed in range(8)]
    assert sum(end.result()[0].rank == 1 for end in ends) > 5


def test_options_count_and_are_checked() -> None:
    plain, odd = [
        begun().playout([chosen] * 4, Random(1), until="year")
        for chosen in (policy("regent"), policy("regent", army=3.0, thaler=0.0))
    ]
    assert plain.view(0) != odd.view(0)
    with pytest.raises(ConfigError, match="armies"):
        policy("regent", armies=3)


def test_a_bot_of_any_game_is_started_once_a_seat_and_draws_from_the_generator_it_is_given() -> None:
    told: list[Setup] = []

    class Quiet(BaseBot):
        """Draws a choice."""

        def start(self, setup: Setup) -> None:
            told.append(setup)

        def decide(self, view: Any, decision: Any) -> Any:
            return decision.random(self.rng)

    state = thirty.new_game(ThirtyRules(), 3, thirty.seeded(1))
    ends = [
        playout(state, [policy(Quiet, rng=Random(3))] * 3, Random(seed), chance=thirty.seeded(2)) for seed in (1, 2)
    ]
    assert ends[0].view(0) == ends[1].view(0), "only its own generator counts"
    assert sorted(setup.seat for setup in told) == [0, 0, 1, 1, 2, 2]
    assert {(setup.game, setup.players) for setup in told} == {("sixteen-thirty", 3)}
