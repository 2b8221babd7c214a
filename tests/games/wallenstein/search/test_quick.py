"""Quick play knows the odds nearly, and is legal under all rules."""

from random import Random

import pytest

from tests.games.wallenstein.search.moments import moments
from wallenstein.games.wallenstein.advice.odds import attack_odds
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.quick import NORMAL, quick_policy, spreads_of, win_chance


def test_the_table_is_a_distribution() -> None:
    assert list(NORMAL) == sorted(NORMAL)
    assert NORMAL[len(NORMAL) // 2 - 1] == pytest.approx(0.5, abs=1e-6)
    assert NORMAL[-1] == pytest.approx(1)


def test_its_odds_are_near_those_of_the_tower() -> None:
    errors = []
    for state in moments("march"):
        decision = state.decision
        assert decision is not None
        view = state.view(decision.seat)
        for to, armies in decision.options:
            if state.owner[to] != decision.seat:
                exact = attack_odds(view, decision.seat, to, armies).win
                errors.append(abs(win_chance(state, decision.seat, to, armies, spreads_of(state.book.odds)) - exact))
    assert len(errors) > 100
    assert sum(errors) / len(errors) < 0.06


RULES = (
    Rules(),
    Rules(setup="draft"),
    Rules(edition="first"),
    Rules(edition="first", variant="manual"),
    Rules(expansions=("emperors-court", "landsknechte")),
)


@pytest.mark.parametrize("rules", RULES, ids=["second", "draft", "first", "manual", "expansions"])
def test_it_plays_all_rules_to_the_end(rules: Rules) -> None:
    state, rng = new_game(rules, 4, seeded(5)), Random(5)
    while state.decision is not None:
        state.apply(quick_policy(state, state.decision.seat, rng))
    assert len(state.result()) == 4


def test_it_marches_with_all_armies_against_what_it_can_take() -> None:
    taken = 0
    for state in moments("march", seeds=range(1)):
        decision = state.decision
        assert decision is not None
        to, armies = quick_policy(state, decision.seat, Random(1))
        if state.owner[to] != decision.seat:
            assert armies == state.armies[decision.county] - 1
            taken += win_chance(state, decision.seat, to, armies, spreads_of(state.book.odds)) > 0.5
    assert taken > 5


def test_a_state_that_is_over_asks_nobody() -> None:
    state: State = next(moments("plan"))
    state.decision = None
    with pytest.raises(AssertionError, match="needs a decision"):
        quick_policy(state, 0, Random(1))
