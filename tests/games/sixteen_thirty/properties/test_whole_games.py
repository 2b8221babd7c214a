"""What holds at every decision of whole games played at random."""

import pytest

from tests.games.sixteen_thirty.properties.games import at_every_table, finish, moments, start
from tests.games.sixteen_thirty.properties.possible import faults
from wallenstein.core.seeds import stream
from wallenstein.games.sixteen_thirty.names import FIRST_END_TURN, OVER, SPECIAL_STEP, TO_MARKET, TURNS
from wallenstein.games.sixteen_thirty.rows import PLAIN


@pytest.mark.long
@at_every_table(50, 250)
def test_every_decision_finds_a_possible_table_and_several_choices(players: int, seeds: range) -> None:
    """R45 too: nobody is asked who has no choice."""
    for state, decision in moments(players, seeds):
        assert faults(state) == []
        assert decision.kind == "open-display" or len(decision.options) > 1
        assert 0 <= state.specials <= 2
        assert state.specials == 0 or SPECIAL_STEP <= state.step <= TO_MARKET


@at_every_table(10, 40)
def test_games_end_when_they_should_with_all_that_was_scored(players: int, seeds: range) -> None:
    for seed in seeds:
        state = finish(start(players, seed), stream(seed, "players"))
        assert state.step == OVER
        assert FIRST_END_TURN <= state.turn <= TURNS
        assert len(state.scores) == state.turn
        assert state.vp == [sum(gains) for gains in zip(*(scores.gains for scores in state.scores), strict=True)]
        ranks = [place.rank for place in state.result()]
        assert ranks == [1 + sum(other > vp for other in state.vp) for vp in state.vp]


@at_every_table(2, 10)
def test_equal_seeds_give_equal_games(players: int, seeds: range) -> None:
    for seed in seeds:
        games = [finish(start(players, seed), stream(seed, "players")) for _ in range(2)]
        told = [PLAIN.of(game.journal or ()) for game in games]
        assert told[0] == told[1]
        other = finish(start(players, seed + 1000), stream(seed, "players"))
        assert PLAIN.of(other.journal or ()) != told[0]


def test_every_kind_is_asked() -> None:
    asked = {decision.kind for _, decision in moments(4, range(3))}
    assert asked == set(start(4, 0).functions.kinds)
