"""The seer and the envoy behave as other reference bots do, with small budgets; and the seer is strong."""

from functools import partial
from random import Random
from typing import Any, Final

import pytest

from tests.bots.reference.family import Player, block_shares, bot_class, likely_above, play
from wallenstein.bots.conformance import assert_conforms
from wallenstein.games.wallenstein.model.entries import PlanLaid
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

SMALL: Final = {"playouts": 24, "trials": 8, "plans": 6}
RULES: Final = (
    Rules(),
    Rules(edition="first", setup="draft"),
    Rules(edition="first", variant="manual"),
    Rules(expansions=("emperors-court", "landsknechte"), setup="draft"),
)
of_each = pytest.mark.parametrize("rules", RULES, ids=["second", "first", "manual", "expansions"])


def seer(**options: Any) -> Player:
    """A maker of seers with small budgets, unless these options say otherwise."""
    return partial(bot_class("seer"), **{**SMALL, **options})


@pytest.mark.long
def test_it_is_legal_everywhere_and_reproducible() -> None:
    assert_conforms("seer", SMALL, rounds=1)


@pytest.mark.long
def test_the_envoy_is_legal_everywhere_and_reproducible() -> None:
    assert_conforms("envoy", {"playouts": 20, "trials": 8}, rounds=1)


@of_each
def test_the_envoy_plays_all_rules(rules: Rules) -> None:
    envoy: Any = bot_class("envoy")
    state = play([partial(envoy, playouts=20, trials=8), "regent", "random"], 1, rules)
    assert max(place.score for place in state.result()) > 20


def test_the_envoy_lays_the_regents_plan_and_bids_money_too() -> None:
    envoy: Any = bot_class("envoy")
    bids = set()
    for seed in range(3):
        journal = play([partial(envoy, playouts=40, trials=8), "random", "random"], seed).journal
        bids |= {entry.plan.bid for entry in journal or () if isinstance(entry, PlanLaid) and entry.seat == 0}
    assert bids & {1, 2, 3, 4}
    assert max(bids) > 4
    state = asked_for_a_plan()
    assert state.decision is not None
    offer, view = state.decision.options, state.view(state.decision.seat)
    bot, regent = envoy(playouts=40), bot_class("regent")()
    bot.rng = Random(1)
    assert bot.plan(view, offer).boxes == regent.plan(view, offer).boxes  # type: ignore[attr-defined]


@of_each
def test_it_plays_all_rules(rules: Rules) -> None:
    state = play([seer(), "regent", "random"], 1, rules)
    assert max(place.score for place in state.result()) > 20


def test_it_plans_with_few_cards_most_of_which_go_to_court() -> None:
    state = new_game(Rules(expansions=("emperors-court",)), 4, seeded(1))
    assert state.decision is not None
    seat = state.decision.seat
    for county in state.view(seat).mine()[7:]:
        state.owner[county] = -1
    view, offer = state.view(seat), state.functions.offer(state, seat)
    bot: Any = bot_class("seer")(**SMALL)
    bot.rng = Random(1)
    first = offer.random(Random(1))
    seed = 1
    while sum(county in offer.counties for county in first.court) < 3:
        seed += 1
        first = offer.random(Random(seed))
    assert all(offer.check(plan) is None for plan in bot.candidates(view, offer, first))


def test_its_games_repeat() -> None:
    first, second = [play([seer(), "regent", "warlord"], 2).journal for _ in range(2)]
    assert first == second


def asked_for_a_plan() -> State:
    """A game at its first plan."""
    return new_game(Rules(), 4, seeded(1))


def test_some_of_the_plans_it_compares_bid_money() -> None:
    state = asked_for_a_plan()
    assert state.decision is not None
    offer, view = state.decision.options, state.view(state.decision.seat)
    bot: Any = bot_class("seer")()
    bot.rng = Random(1)
    plans = bot.candidates(view, offer, bot_class("regent")().plan(view, offer))  # type: ignore[attr-defined]
    assert len(plans) == bot.plans
    assert all(offer.check(plan) is None for plan in plans)
    assert {plan.bid for plan in plans} & set(range(5)), "some candidates bid money"
    assert any(plan.bid > 4 for plan in plans), "others bid a county card"


def test_it_remembers_how_well_its_guesses_fitted() -> None:
    bots: list[Any] = [bot_class("seer")(**SMALL), bot_class("regent")(), bot_class("random")()]
    play([partial(bots.__getitem__, seat) for seat in range(3)], 4)
    seer = bots[0]
    fits = [agreed / revealed for agreed, revealed in zip(seer.agreed, seer.revealed, strict=True)]
    assert fits[1] > 0.8 > 0.4 > fits[2], "it foresees a regent, and not a random player"


@pytest.mark.long
def test_it_wins_most_games_against_three_regents() -> None:
    assert likely_above(block_shares(("seer", "regent", "regent", "regent"), 20)) > 0.55


@pytest.mark.long
def test_the_envoy_wins_a_little_more_than_its_share_against_three_regents() -> None:
    assert likely_above(block_shares(("envoy", "regent", "regent", "regent"), 100)) > 0.25
