"""The first edition: every legal choice is accepted and packed, every other is refused and changes nothing."""

import re
from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.first_edition import FIRST, name_of
from tests.properties.junk import SubInt, junk_for
from tests.properties.photo import photo
from tests.properties.players import Table, moments
from tests.properties.test_options import JUNK
from wallenstein.core.chance import FreeChance
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.first.offer import FirstOffer, boxes_short
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.names import BLANK, NO_BID
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.state import State

EVERY_TABLE = pytest.mark.parametrize("table", FIRST, ids=name_of)
BOXES = 10
GAME = Wallenstein()
RULE_OF = {
    "plan": {"F3", "W23"},
    "declare": {"F3"},
    "muster": {"F6"},
    "defend": {"F7"},
    "march": {"W44"},
    "revolt": {"W71"},
    "draft-card": {"W13"},
    "draft-group": {"W13"},
}


def same(choice: Any, option: Any) -> bool:
    """Equal, and of the very types that choices are made of."""
    if type(choice) is not type(option):
        return False
    if type(choice) is tuple:
        return len(choice) == len(option) and all(map(same, choice, option))
    return bool(choice == option)


def legal(decision: Decision, choice: Any) -> bool:
    """Whether it may be chosen after all, found out without the code under test where that is simple."""
    if decision.kind == "plan":
        return decision.options.check(choice) is None
    return any(same(choice, option) for option in decision.options)


def check_refused(state: State, choice: Any) -> None:
    decision = state.decision
    assert decision is not None
    before = photo(state)
    with pytest.raises(RuleError) as refusal:
        state.apply(choice)
    assert refusal.value.rule in RULE_OF[decision.kind]
    assert re.match(r"[WF]\d+: ", str(refusal.value))
    assert len(str(refusal.value)) < 300
    assert state.decision is decision
    assert photo(state) == before


def wrong_parts(decision: Decision) -> list[Any]:
    """Tuples of the right length with a part of a wrong type, or out of range."""
    if decision.kind not in ("muster", "declare"):
        return []
    good = decision.options[0]
    parts = [True, 1.0, SubInt(good[0]), -7, 99, None, "1", (0,)]
    return [(*good[:place], part, *good[place + 1 :]) for place in range(len(good)) for part in parts] + [
        good[::-1] if len(good) > 1 and good[::-1] not in decision.options else (),
        good + good,
        list(good),
    ]


@EVERY_TABLE
def test_an_illegal_choice_is_refused_and_changes_nothing(table: Table) -> None:
    rng = Random(1)
    provoked = Counter[str]()
    for seed in (12, 13):
        for state in moments(table, seed, every=1):
            decision = state.decision
            assert decision is not None
            if provoked[decision.kind] == 2:
                continue
            choices = [*junk_for_any(decision, rng), *wrong_parts(decision)]
            wrong = [choice for choice in choices if not legal(decision, choice)]
            assert len(wrong) > 60
            for choice in wrong:
                check_refused(state, choice)
            provoked[decision.kind] += 1
    assert {"plan", "march", "muster", "defend"} - {"defend" if table[0].variant else ""} <= set(provoked)


def junk_for_any(decision: Decision, rng: Random) -> list[Any]:
    """Junk that fits the decision; musters and declarations have their own beside it."""
    if decision.kind in ("muster", "declare"):
        decision = decision._replace(options=(0, *range(2)))
    return list(junk_for(decision, rng))


@EVERY_TABLE
def test_every_choice_among_the_options_is_accepted_and_packed(table: Table) -> None:
    tried = Counter[str]()
    for state in moments(table, 4, every=2):
        decision = state.decision
        assert decision is not None
        if decision.kind == "plan":
            options = [decision.options.random(Random(i)) for i in range(5)]
        else:
            options = list(decision.options)
            assert len(options) > 1, "a decision with one legal choice is not asked"
            assert len(set(options)) == len(options)
            assert decision.default == options[0]
        for option in options:
            assert GAME.decode(state, GAME.encode(state, option)) == option
            copy = state.copy(FreeChance(Random(1)))
            copy.apply(option)
            assert photo(copy, journal=False) != photo(state, journal=False)
        tried[decision.kind] += 1
    assert {"plan", "march"} <= set(tried)


@st.composite
def offers(draw: st.DrawFn) -> FirstOffer:
    """Anything a seat may plan from."""
    counties = draw(st.lists(st.integers(0, 44), unique=True, max_size=20))
    empty = draw(st.permutations(range(BOXES)))[: boxes_short(len(counties))]
    return FirstOffer(0, tuple(sorted(counties)), tuple(sorted(empty)))


@given(offers(), st.integers())
def test_f3_every_plan_drawn_is_legal(offer: FirstOffer, seed: int) -> None:
    plan = offer.random(Random(seed))
    assert offer.check(plan) is None
    assert offer.with_rng(Random(seed)).random() == plan
    assert offer.repair(plan) == plan


@given(offers(), st.lists(JUNK, max_size=14), JUNK)
@settings(max_examples=300)
def test_f3_any_plan_is_mended_into_a_legal_one(offer: FirstOffer, boxes: list[Any], bid: Any) -> None:
    assert offer.check(offer.repair(Plan(tuple(boxes), bid))) is None


@pytest.mark.parametrize("counties", [(), (7,), (3, 40), (3, 11, 40)])
def test_f3_every_legal_plan_can_be_drawn(counties: tuple[int, ...]) -> None:
    """Counted by hand: c counties lie in c of the 5 + c boxes that are not empty, in every order."""
    empty = tuple(range(2, 2 + boxes_short(len(counties))))
    offer = FirstOffer(0, counties, empty)
    legal_plans = set()
    for places in product([None, *range(BOXES)], repeat=len(counties)):
        boxes = [BLANK] * BOXES
        for county, place in zip(counties, places, strict=True):
            if place is not None:
                boxes[place] = county
        legal_plans.add(Plan(tuple(boxes), NO_BID))
    legal_plans = {plan for plan in legal_plans if offer.check(plan) is None}
    free = BOXES - len(empty)
    assert len(legal_plans) == len(list(combinations(range(free), len(counties)))) * (1, 1, 2, 6)[len(counties)]
    rng = Random(1)
    assert {offer.random(rng) for _ in range(15 * len(legal_plans) + 20)} == legal_plans
