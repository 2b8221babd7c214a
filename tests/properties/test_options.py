"""Every legal choice is accepted, and every plan drawn or mended is legal."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.photo import photo
from tests.properties.players import TABLES, Table, moments, name_of, start
from wallenstein.core.chance import FreeChance
from wallenstein.games.wallenstein.names import BLANK, COUNTY_BID, NO_BID
from wallenstein.games.wallenstein.offer import Offer
from wallenstein.games.wallenstein.plan import Plan

BOXES = 10


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_choice_among_the_options_is_accepted(table: Table) -> None:
    tried = Counter[str]()
    for seed in range(3):
        for state in moments(table, seed, every=4):
            decision = state.decision
            assert decision is not None
            if decision.kind == "plan":
                options = [decision.options.random(Random(i)) for i in range(5)]
            else:
                options = list(decision.options)
                assert len(options) > 1, "a decision with one legal choice is not asked"
                assert all(option in decision.options for option in options)
                assert len(set(options)) == len(options)
            for option in options:
                copy = state.copy(FreeChance(Random(1)))
                copy.apply(option)
                assert photo(copy, journal=False) != photo(state, journal=False)
            tried[decision.kind] += 1
    assert {"plan", "tile", "march", "move"} <= set(tried)


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    """Anything a seat may plan from."""
    counties = draw(st.lists(st.integers(0, 44), unique=True, max_size=45))
    return Offer(0, tuple(sorted(counties)), draw(st.integers(0, 9)))


@given(offers(), st.integers())
def test_w23_every_plan_drawn_is_legal(offer: Offer, seed: int) -> None:
    plan = offer.random(Random(seed))
    assert offer.check(plan) is None
    assert offer.with_rng(Random(seed)).random() == plan


JUNK = st.one_of(
    st.integers(-3, 60), st.booleans(), st.floats(), st.none(), st.text(max_size=2), st.integers(), st.just(()),
)  # fmt: skip


@given(offers(), st.lists(JUNK, max_size=14), JUNK)
@settings(max_examples=300)
def test_w23_any_plan_is_mended_into_a_legal_one(offer: Offer, boxes: list[Any], bid: Any) -> None:
    mended = offer.repair(Plan(tuple(boxes), bid))
    assert offer.check(mended) is None


@given(offers(), st.integers())
def test_w23_a_legal_plan_needs_no_mending(offer: Offer, seed: int) -> None:
    plan = offer.random(Random(seed))
    assert offer.repair(plan) == plan


def every_plan(offer: Offer) -> set[Plan]:
    """All legal plans of a seat with few counties, found by trying everything."""
    bids = [NO_BID, 0, 1, 2, 3, 4, *(COUNTY_BID + county for county in offer.counties)]
    found = set()
    for places in product([None, *range(BOXES)], repeat=len(offer.counties)):
        boxes = [BLANK] * BOXES
        for county, place in zip(offer.counties, places, strict=True):
            if place is not None:
                boxes[place] = county
        found |= {Plan(tuple(boxes), bid) for bid in bids}
    return {plan for plan in found if offer.check(plan) is None}


@pytest.mark.parametrize(
    ("counties", "thalers", "number"),
    [((), 0, 2), ((), 2, 4), ((7,), 0, 21), ((7,), 4, 61), ((3, 40), 0, 200), ((3, 40), 1, 290)],
)
def test_w23_every_legal_plan_can_be_drawn(counties: tuple[int, ...], thalers: int, number: int) -> None:
    """The numbers are counted by hand: all cards are laid, so each bid leaves its counties 10, 90 or 1 ways to lie."""
    offer = Offer(0, counties, thalers)
    legal = every_plan(offer)
    assert len(legal) == number
    rng = Random(1)
    assert {offer.random(rng) for _ in range(60 * number)} == legal


def test_w23_with_many_counties_every_number_of_blanks_is_drawn() -> None:
    offer = Offer(0, tuple(range(16)), 4)
    rng = Random(1)
    blanks = Counter(
        plan.boxes.count(BLANK) + (plan.bid < COUNTY_BID) for plan in (offer.random(rng) for _ in range(3000))
    )
    assert sorted(blanks) == [0, 1, 2, 3, 4, 5]


def test_a_plan_decision_has_no_list_of_options_but_an_offer() -> None:
    for table in TABLES[:3]:
        state = start(table, 1)
        assert state.decision is not None
        assert isinstance(state.decision.options, Offer)
