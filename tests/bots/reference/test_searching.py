"""The bots that search: the same as other reference bots with small budgets, and strong with large ones."""

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
from wallenstein.games.wallenstein.search.styles import STYLES, Styles, style_plan

SMALL: Final[dict[str, dict[str, Any]]] = {
    "seer": {"playouts": 24, "trials": 8, "plans": 6},
    "marshal": {"playouts": 24, "trials": 8, "plans": 6, "rounds": 1},
    "generalissimo": {"playouts": 240, "trials": 8, "plans": 6, "searches": 1},
    "envoy": {"playouts": 20, "trials": 8},
}
RULES: Final = (
    Rules(),
    Rules(edition="first", setup="draft"),
    Rules(edition="first", variant="manual"),
    Rules(expansions=("emperors-court", "landsknechte"), setup="draft"),
)
of_each = pytest.mark.parametrize("rules", RULES, ids=["second", "first", "manual", "expansions"])


def small(name: str) -> Player:
    """A maker of such bots with small budgets."""
    return partial(bot_class(name), **SMALL[name])


@of_each
@pytest.mark.parametrize("name", SMALL)
def test_they_play_all_rules(name: str, rules: Rules) -> None:
    state = play([small(name), "regent", "random"], 1, rules)
    assert max(place.score for place in state.result()) > 20


@pytest.mark.parametrize(("name", "other"), [("seer", "warlord"), ("marshal", "settler"), ("generalissimo", "miller")])
def test_their_games_repeat(name: str, other: str) -> None:
    first, second = [play([small(name), "regent", other], 2).journal for _ in range(2)]
    assert first == second


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_they_are_legal_everywhere_and_reproducible(name: str) -> None:
    assert_conforms(name, SMALL[name], rounds=1)


@pytest.mark.long
@pytest.mark.parametrize(("name", "blocks", "share"), [("seer", 20, 0.55), ("marshal", 10, 0.55), ("envoy", 100, 0.25)])
def test_they_win_against_three_regents(name: str, blocks: int, share: float) -> None:
    assert likely_above(block_shares((name, "regent", "regent", "regent"), blocks)) > share


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


def test_it_plans_with_few_cards_most_of_which_go_to_court() -> None:
    state = new_game(Rules(expansions=("emperors-court",)), 4, seeded(1))
    assert state.decision is not None
    seat = state.decision.seat
    for county in state.view(seat).mine()[7:]:
        state.owner[county] = -1
    view, offer = state.view(seat), state.functions.offer(state, seat)
    bot: Any = bot_class("seer")(**SMALL["seer"])
    bot.rng = Random(1)
    first = offer.random(Random(1))
    seed = 1
    while sum(county in offer.counties for county in first.court) < 3:
        seed += 1
        first = offer.random(Random(seed))
    assert all(offer.check(plan) is None for plan in bot.candidates(view, offer, first))


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
    bots: list[Any] = [bot_class("seer")(**SMALL["seer"]), bot_class("regent")(), bot_class("random")()]
    play([partial(bots.__getitem__, seat) for seat in range(3)], 4)
    seer = bots[0]
    fits = [agreed / revealed for agreed, revealed in zip(seer.agreed, seer.revealed, strict=True)]
    assert fits[1] > 0.8 > 0.4 > fits[2], "it foresees a regent, and not a random player"


def test_the_marshal_finds_out_who_plays_in_which_style() -> None:
    bots: list[Any] = [
        bot_class("marshal")(**SMALL["marshal"]),
        *(bot_class(name)() for name in ("warlord", "settler", "random")),
    ]
    play([partial(bots.__getitem__, seat) for seat in range(4)], 4)
    warlord, settler, random = [bots[0].styles.chances(seat) for seat in (1, 2, 3)]
    assert warlord[STYLES.index("warlord")] > 0.9
    assert settler[STYLES.index("settler")] > 0.9
    assert random[-1] > 0.9, "like none of them"


@pytest.mark.slow
def test_the_generalissimo_finds_out_who_searches() -> None:
    marshal = {**SMALL["marshal"], "plans": 60, "playouts": 900}
    bots: list[Any] = [
        bot_class("generalissimo")(**{**SMALL["generalissimo"], "searches": 8}),
        bot_class("marshal")(**marshal),
        bot_class("regent")(),
    ]
    play([partial(bots.__getitem__, seat) for seat in range(3)], 2)
    searching, regent = [bots[0].styles.chances(seat) for seat in (1, 2)]
    assert searching[len(STYLES)] > 0.9
    assert regent[STYLES.index("regent")] > 0.9


def test_plans_of_rivals_that_search_are_expected() -> None:
    state = new_game(Rules(), 4, seeded(1))
    view, rng = state.view(0), Random(1)
    offer = view.offer(1)
    searched, other = offer.random(Random(2)), offer.random(Random(3))
    styles = Styles(4)
    for likely in (0.6, 0.5):  # seasons
        styles.begin(view, view.sample(rng), rng)
        styles.expect(1, [searched])
        assert len(styles.chances(1)) == len(STYLES) + 2
        assert styles.chances(1)[len(STYLES)] == pytest.approx(likely, abs=0.02)
    assert len(styles.chances(2)) == len(STYLES) + 1
    drawn = [styles.draw(view, rng)[1] for _ in range(100)]
    assert 35 < drawn.count(searched) < 65
    for plan, agrees in ((searched, True), (other, False)):
        styles.look(view._replace(plans=(None, plan, None, None)))
        assert (styles.chances(1)[len(STYLES)] > 0.9) == agrees


def test_plans_are_drawn_as_often_as_their_style_is_likely() -> None:
    state = new_game(Rules(), 4, seeded(1))
    view, rng = state.view(0), Random(1)
    styles = Styles(4)
    styles.begin(view, view.sample(rng), rng)
    styles.now[1] = [0.0, -30.0, -30.0, -30.0, -30.0]
    drawn = [styles.draw(view, rng)[1] for _ in range(50)]
    assert drawn.count(style_plan("regent", state, 1, rng)) > 40
    assert len(set(drawn)) > 1, "nobody keeps to a style for sure"
