"""Quick play of Sixteen Thirty Something: legal everywhere, and it looks after its own."""

from random import Random

import pytest

from wallenstein.games.sixteen_thirty.advice.outlook import colour_of
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE
from wallenstein.games.sixteen_thirty.names import COUNTRIES, JOIN, LEAGUE, WAR
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.quick import issue_points, quick_policy, quick_vote, status_points

FRANCE, SPAIN = COUNTRIES.index("france"), COUNTRIES.index("spain")


def game(players: int = 4, seed: int = 1) -> State:
    """A new game."""
    return new_game(Rules(), players, seeded(seed))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_plays_to_the_end_legally(players: int) -> None:
    state, rng = game(players), Random(2)
    while state.decision is not None:
        state.apply(quick_policy(state, state.decision.seat, rng))
    assert state.turn >= 8
    assert min(state.vp) > 20, "it scores with its markers"


def test_a_bid_never_goes_where_nothing_is_to_be_gained() -> None:
    state, rng = game(), Random(3)
    laid = 0
    while (decision := state.decision) is not None:
        choice = quick_policy(state, decision.seat, rng)
        step = decision.step
        if decision.kind == "bid" and choice is not None and not step.compulsory:  # type: ignore[attr-defined]
            country = step.country  # type: ignore[attr-defined]
            assert country in state.markers[decision.seat]
            assert INFLUENCE[state.displays[decision.seat][country]] < state.status[country]
            laid += 1
        state.apply(choice)
    assert laid > 10


def test_status_is_worth_something_to_those_with_markers_alone() -> None:
    state = game()
    state.markers[0], state.markers[1] = (FRANCE, FRANCE), (SPAIN,)
    assert status_points(state, 0, FRANCE, 1) > 0 > status_points(state, 0, FRANCE, -1)
    assert status_points(state, 1, FRANCE, 1) == 0
    state.status[FRANCE] = 7
    assert status_points(state, 0, FRANCE, 1) == 0, "7 is the highest"


def test_it_votes_for_wars_that_its_countries_win() -> None:
    state = game()
    state.markers[0], state.markers[1], state.markers[2] = (FRANCE,), (SPAIN,), ()
    state.faction[FRANCE], state.faction[SPAIN] = 0, 1
    state.ability[FRANCE], state.ability[SPAIN] = 3, 0
    assert issue_points(state, 0, FRANCE, WAR, SPAIN) > 0 > issue_points(state, 1, FRANCE, WAR, SPAIN)
    state.country, state.issue, state.target = FRANCE, WAR, SPAIN
    rng = Random(1)
    assert [quick_vote(state, seat, (0, 1), rng) for seat in range(3)] == [0, 1, 0], "the third does not care"


def test_colours_mean_what_the_issue_says() -> None:
    state = game()
    state.faction[FRANCE], state.faction[SPAIN] = -1, 1
    assert colour_of(state.faction, FRANCE, JOIN, -1) == 0, "red, without a faction"
    assert colour_of(state.faction, SPAIN, JOIN, -1) == 1, "the present faction"
    assert colour_of(state.faction, FRANCE, LEAGUE, SPAIN) == 1
    assert colour_of(state.faction, SPAIN, WAR, FRANCE) == 0
