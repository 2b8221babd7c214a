"""Plans as bots write them: by name, by number, by id; and what is said of those that are none."""

from typing import Any

import numpy as np
import pytest

from wallenstein import Plan
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.editions.court.part import CourtOffer
from wallenstein.games.wallenstein.editions.first.functions import FirstOffer
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import BLANK, DICE_TOWER, DICE_TOWER_BID, NO_BID
from wallenstein.games.wallenstein.plan import county_bid

ID = board("default").ids
BREMEN, ANHALT = ID.index("bremen"), ID.index("anhalt")
EMPTY = (BLANK,) * 10
COUNTIES = (3, 4, 8, 11, 12, 20, 21, 30)


def taxed(county: int) -> tuple[int, ...]:
    """Boxes with one county, on the action taxes."""
    return (BLANK,) * 4 + (county,) + (BLANK,) * 5


def all_plain(plan: Plan) -> bool:
    return {type(value) for value in (*plan.boxes, plan.bid, *plan.court)} == {int}


@pytest.mark.parametrize("county", [BREMEN, "bremen", np.int64(BREMEN), np.str_("bremen")])
def test_a_county_is_a_number_or_an_id(county: Any) -> None:
    plan = Plan.of({"taxes": county, "grain": None}, bid=np.int8(2))
    assert plan == Plan(taxed(BREMEN), 2)
    assert all_plain(plan)


def test_a_bid_may_be_a_county() -> None:
    assert Plan.of({}, bid="anhalt") == Plan(EMPTY, county_bid(ANHALT))
    assert Plan.of({}, bid="dice-tower").bid == DICE_TOWER_BID
    assert Plan.of({}, bid=None).bid == NO_BID


def test_the_court_is_written_alike() -> None:
    plan = Plan.of({}, court=["bremen", None, "dice-tower"])
    assert plan.court == (BREMEN, BLANK, DICE_TOWER)
    assert Plan.of({}, court=(np.int64(45), 45, -2)).court == (45, 45, DICE_TOWER), "a number is no card by name"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"actions": {"taxs": 3}}, 'there is no action "taxs"; did you mean "taxes"?'),
        ({"actions": {4: 3}}, "an action has a name, such as palace; 4 is not one"),
        ({"actions": {"taxes": "bremn"}}, 'there is no county "bremn"; did you mean "bremen"?'),
        ({"actions": {"taxes": 3.0}}, "3.0 is not a whole number"),
        ({"actions": {"taxes": True}}, "True is not a whole number"),
        ({"actions": {}, "bid": "anhlt"}, 'there is no county "anhlt"; did you mean "anhalt"?'),
        ({"actions": {}, "bid": 1.5}, "1.5 is not a whole number"),
        ({"actions": {}, "court": 3}, "court boxes must be a tuple, not 3"),
        ({"actions": {}, "court": ["dice"]}, 'there is no county "dice"; .*'),
    ],
)
def test_what_was_mistyped_is_told(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told.replace('?', '[?]')}$"):
        Plan.of(**arguments)


def test_an_offer_takes_a_plan_by_what_it_means() -> None:
    offer = Offer(0, COUNTIES, 2)
    boxes: Any = [ID[3], np.int64(4), None, 8, "x", -1, -1, -1, -1, -1]
    boxes[4] = ID[11]
    bid: Any = np.int64(2)
    plan = Plan(boxes, bid)
    assert offer.check(plan) is not None, "too many boxes are empty"
    mended = offer.repair(plan)
    assert mended.boxes[:5] == (3, 4, 12, 8, 11)
    assert all_plain(mended)
    assert offer.plain(plan) == Plan((3, 4, -1, 8, 11, -1, -1, -1, -1, -1), 2)
    assert all_plain(offer.plain(plan))


def test_a_plan_in_plain_types_stays_what_it_is() -> None:
    plan = Plan(EMPTY)
    assert Offer(0, COUNTIES, 2).plain(plan) is plan


@pytest.mark.parametrize(
    ("offer", "form"),
    [
        (Offer(1, COUNTIES, 2), "W23: seat 1 must lay a Plan with ten boxes and a bid"),
        (CourtOffer(1, COUNTIES, 2), "C3: seat 1 must lay a Plan with ten boxes, a bid and three court boxes"),
        (FirstOffer(1, COUNTIES), "F3: seat 1 must lay a Plan with ten boxes"),
    ],
)
def test_what_is_no_plan_is_told(offer: Offer, form: str) -> None:
    for wrong, got in (
        (None, "None; is a `return` missing?"),
        ({"taxes": 3}, "{'taxes': 3}"),
        (7, "7"),
        (offer, f"an object of type {type(offer).__name__}"),
    ):
        told: Any = wrong
        assert offer.check(told) == f"{form}, not {got}"
        with pytest.raises(RuleError) as refusal:
            offer.repair(told)
        assert str(refusal.value) == f"{form}, not {got}"
