"""Guesses at rivals' plans: those of regents are met, mistakes are legal, and what is revealed counts."""

from itertools import islice
from random import Random

import pytest

from tests.bots.reference.family import bot_class
from tests.games.wallenstein.search.moments import moments
from wallenstein.core.chance import draw_from
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import MONEY_CARDS, UNSEEN
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.guesses import Guesses, likeness
from wallenstein.games.wallenstein.search.plans import likely_plans, neighbours
from wallenstein.games.wallenstein.search.rehearsal import CommonChance, Luck, Rehearsal


def guesses_of(state: State) -> Guesses:
    """What the deciding seat guesses."""
    assert state.decision is not None
    view = state.view(state.decision.seat)
    return Guesses(view, view.sample(Random(1)), Random(2))


def test_regents_plan_what_is_guessed_first() -> None:
    for state in list(moments("plan", seeds=range(1)))[::3]:
        assert state.decision is not None
        guesses = guesses_of(state)
        for seat, plans in guesses.plans.items():
            offer = state.functions.offer(state, seat)
            assert plans[0] == bot_class("regent")().plan(state.view(seat), offer)  # type: ignore[attr-defined]
            assert all(offer.check(plan) is None for plan in plans)
            assert len(set(plans)) > 2


@pytest.mark.parametrize("rules", [Rules(edition="first"), Rules(expansions=("emperors-court",))])
def test_guesses_are_legal_under_other_rules(rules: Rules) -> None:
    for state in list(moments("plan", rules, range(1)))[::5]:
        for seat, plans in guesses_of(state).plans.items():
            offer = state.functions.offer(state, seat)
            assert all(offer.check(plan) is None for plan in plans)


def test_likely_plans_begin_with_the_best_and_are_legal() -> None:
    state = next(moments("plan"))
    assert state.decision is not None
    view, offer = state.view(state.decision.seat), state.decision.options
    table = plan_table(Outlook(view, Weights()), offer.counties, MONEY_CARDS, early=0.1)
    plans = list(islice(likely_plans(table, offer, 1.0, Random(1)), 30))
    assert plans[0] == bot_class("regent")().plan(view, offer)  # type: ignore[attr-defined]
    assert all(offer.check(plan) is None for plan in plans)
    assert len(set(plans)) > 5
    assert len(set(islice(likely_plans(table, offer, 0.0, Random(1)), 9))) == 1, "without mistakes always the best"


def test_neighbours_are_legal_new_and_near() -> None:
    for state in moments("plan", seeds=range(1)):
        assert state.decision is not None
        offer = state.decision.options
        plan = offer.random(Random(1))
        found = neighbours(offer, [plan], 12, Random(3))
        assert len(found) > 3
        assert plan not in found
        for near in found:
            assert offer.check(near) is None
            changed = sum(one != other for one, other in zip(near.boxes, plan.boxes, strict=True))
            assert changed <= 2
            assert changed == 0 or near.bid == plan.bid


def test_what_is_revealed_makes_a_plan_likely() -> None:
    plan, other = Plan((1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), Plan((2, 1, 3, 4, 5, 6, 7, 8, 9, 10))
    seen = Plan((1, *[UNSEEN] * 9))
    assert likeness(None, plan) == likeness(seen, plan) == 1
    assert likeness(seen, other) == 0.25
    drawn = [draw_from([1.0, 0.0, 3.0], Random(seed)) for seed in range(200)]
    assert drawn.count(1) == 0
    assert 120 < drawn.count(2) < 180


def test_draws_follow_how_often_the_first_guess_fits() -> None:
    state = next(moments("plan"))
    assert state.decision is not None
    view, guesses = state.view(state.decision.seat), guesses_of(state)
    rival = next(iter(guesses.plans))
    for fits, least, most in ((1.0, 50, 50), (0.5, 15, 35)):
        drawn = [guesses.draw(view, [fits] * 4, Random(seed))[rival] for seed in range(50)]
        assert least <= drawn.count(guesses.plans[rival][0]) <= most


def test_agreement_counts_revealed_boxes_with_a_county() -> None:
    before = next(moments("plan"))
    guesses = guesses_of(before)
    rival = next(iter(guesses.plans))
    state = next(moments("march"))
    assert state.decision is not None
    view = state.view((rival + 1) % 4)
    agreed, revealed = guesses.agreement(view, rival)
    seen = view.plans[rival]
    assert seen is not None
    assert revealed == sum(box >= 0 for box in seen.boxes)
    assert agreed <= revealed


def rehearsal_of(view: View, guesses: Guesses, rng: Random) -> Rehearsal:
    """Deals in which the first guess fits in half of all cases."""
    return Rehearsal(view, rng, lambda: guesses.draw(view, [0.5] * 4, rng))


def test_a_rehearsal_repeats_and_its_deals_are_common() -> None:
    state = next(moments("plan", seeds=range(3, 4)))
    assert state.decision is not None
    view, guesses = state.view(state.decision.seat), guesses_of(state)
    rehearsals = [rehearsal_of(view, guesses, Random(7)) for _ in range(2)]
    plan = state.decision.options.random(Random(1))
    values = [[rehearsal.trial(plan, number) for number in range(6)] for rehearsal in rehearsals]
    assert values[0] == values[1]
    assert len(set(values[0])) > 1
    assert values[0][3] == rehearsals[0].trial(plan, 3)
    assert all(0 < value < 1 for value in values[0])


def test_a_trial_is_not_played_twice() -> None:
    state = next(moments("plan", seeds=range(3, 4)))
    assert state.decision is not None
    rehearsal = rehearsal_of(state.view(state.decision.seat), guesses_of(state), Random(7))
    plan = state.decision.options.random(Random(1))
    before = [rehearsal.trial(plan, number) for number in range(6)]
    rehearsal.deals.clear()
    assert [rehearsal.trial(plan, number) for number in range(6)] == before
    assert not rehearsal.deals


def test_common_chance_draws_the_same_however_often_is_thrown() -> None:
    luck = Luck(3)
    first, second = CommonChance(luck), CommonChance(luck)
    second.throwing()
    assert first.draw("event", range(9), 4) == second.draw("event", range(9), 4)
