"""Every plan drawn or mended is legal, and every legal plan can be drawn (W23, F3, C3)."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.editions.court.part import CourtOffer
from wallenstein.games.wallenstein.editions.first.functions import FirstOffer, boxes_short
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import BLANK, COUNTY_BID, DICE_TOWER, DICE_TOWER_BID, NO_BID
from wallenstein.games.wallenstein.plan import Plan

BOXES = 10
EMPTY = tuple(range(2, BOXES))  # declared by those who must, as many as they must
NUMBERS = st.one_of(st.integers(-3, 60), st.integers(), st.none(), st.sampled_from(["bremen", "dice-tower"]))
CARDS = st.one_of(st.integers(-3, 60), st.integers(), st.none(), st.just("bremen"))
MISTYPED = st.one_of(st.booleans(), st.floats(), st.text(max_size=2), st.just(()), st.just("bremn"), st.just(b"bremen"))


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    """Anything a seat may plan from: of the base game, the court, or the first edition."""
    counties = tuple(sorted(draw(st.lists(st.integers(0, 44), unique=True, max_size=45))))
    if draw(st.booleans()):
        empty = draw(st.permutations(range(BOXES)))[: boxes_short(len(counties))]
        return FirstOffer(0, counties, tuple(sorted(empty)))
    thalers = draw(st.integers(0, 9))
    return CourtOffer(0, counties, thalers) if draw(st.booleans()) else Offer(0, counties, thalers)


@given(offers(), st.integers())
@settings(max_examples=200)
def test_w23_f3_c3_every_plan_drawn_is_legal_and_needs_no_mending(offer: Offer, seed: int) -> None:
    plan = offer.random(Random(seed))
    assert offer.check(plan) is None
    assert offer.with_rng(Random(seed)).random() == plan
    assert offer.repair(plan) == plan


@given(offers(), st.lists(CARDS, max_size=14), NUMBERS, st.lists(NUMBERS, max_size=4))
@settings(max_examples=600)
def test_w23_f3_c3_any_plan_is_mended_into_a_legal_one(
    offer: Offer, boxes: list[Any], bid: Any, court: list[Any]
) -> None:
    mended = offer.repair(Plan(tuple(boxes), bid, tuple(court)))
    assert offer.check(mended) is None
    assert offer.repair(Plan(cast(Any, boxes), bid, cast(Any, court))) == mended, "a list is as good as a tuple"


@given(offers(), MISTYPED, st.integers(0, 9))
@settings(max_examples=200)
def test_w23_f3_c3_what_was_mistyped_is_not_mended(offer: Offer, wrong: Any, place: int) -> None:
    good = offer.random()
    boxes = (*good.boxes[:place], wrong, *good.boxes[place + 1 :])
    for plan in (Plan(boxes, good.bid), Plan(good.boxes, wrong), Plan(good.boxes, good.bid, (wrong,)), wrong):
        told = offer.check(plan)
        assert told is not None
        with pytest.raises(RuleError) as refusal:
            offer.repair(plan)
        assert str(refusal.value) == told


def every_plan(offer: Offer) -> set[Plan]:
    """All legal plans of a seat with few counties, found by trying everything."""
    bids = [NO_BID, 0, 1, 2, 3, 4, DICE_TOWER_BID, *(COUNTY_BID + county for county in offer.counties)]
    if isinstance(offer, FirstOffer):
        bids = [NO_BID]  # F1: nothing is bid
    courts = product((BLANK, DICE_TOWER, *offer.counties), repeat=3) if isinstance(offer, CourtOffer) else [()]
    found = set()
    for places in product([None, *range(BOXES)], repeat=len(offer.counties)):
        boxes = [BLANK] * BOXES
        for county, place in zip(offer.counties, places, strict=True):
            if place is not None:
                boxes[place] = county
        found.add(tuple(boxes))
    tried = (Plan(*plan) for plan in product(found, bids, courts))
    return {plan for plan in tried if offer.check(plan) is None}


@pytest.mark.parametrize(
    ("offer", "number", "draws"),
    [
        # all cards are laid, so each bid leaves its counties 10, 90 or 1 ways to lie
        (Offer(0, (), 0), 2, 120),
        (Offer(0, (), 2), 4, 240),
        (Offer(0, (7,), 0), 21, 1260),
        (Offer(0, (7,), 4), 61, 3660),
        (Offer(0, (3, 40), 0), 200, 12000),
        (Offer(0, (3, 40), 1), 290, 17400),
        # c counties lie in c of the 5 + c boxes that are not empty, in every order
        (FirstOffer(0, (), EMPTY[: boxes_short(0)]), 1, 60),
        (FirstOffer(0, (7,), EMPTY[: boxes_short(1)]), 6, 360),
        (FirstOffer(0, (3, 40), EMPTY[: boxes_short(2)]), 42, 2520),
        (FirstOffer(0, (3, 11, 40), EMPTY[: boxes_short(3)]), 336, 20160),
        # of three court boxes any may have a dice tower card; as bid it leaves two of them: 8 + 8 + 7
        (CourtOffer(0, (), 0), 23, 15_000),
        # bid 0 or nothing: 10 x 8 + 3 x 4 each; a dice tower card: 10 x 7 + 3 x 4; the county: 8
        pytest.param(CourtOffer(0, (7,), 0), 2 * 92 + 82 + 8, 400_000, marks=pytest.mark.long),
    ],
)
def test_w23_f3_c3_every_legal_plan_can_be_drawn(offer: Offer, number: int, draws: int) -> None:
    """The numbers are counted by hand."""
    legal = every_plan(offer)
    assert len(legal) == number
    rng = Random(1)
    assert {offer.random(rng) for _ in range(draws)} == legal


def test_w23_with_many_counties_every_number_of_blanks_is_drawn() -> None:
    offer = Offer(0, tuple(range(16)), 4)
    rng = Random(1)
    blanks = Counter(
        plan.boxes.count(BLANK) + (plan.bid < COUNTY_BID) for plan in (offer.random(rng) for _ in range(3000))
    )
    assert sorted(blanks) == [0, 1, 2, 3, 4, 5]
