"""The bot "random": every legal plan and every option has a chance."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

from bots.random_bot import RandomBot
from wallenstein.bots import Decision, Offer
from wallenstein.bots.conformance import assert_conforms

VIEW: Any = None  # it does not look


def bot(seed: int) -> RandomBot:
    made = RandomBot()
    made.rng = Random(seed)
    return made


def test_conforms() -> None:
    assert_conforms(RandomBot)


def test_every_option_is_chosen_about_equally_often() -> None:
    one = bot(1)
    seen = Counter(one.decide(VIEW, Decision(0, "tile", (3, 5, 8, 13), ("tile", 0))) for _ in range(4000))
    assert sorted(seen) == [3, 5, 8, 13]
    assert all(860 < count < 1140 for count in seen.values())  # five standard deviations


def test_every_box_bid_and_blank_occurs_in_plans() -> None:
    one = bot(2)
    offer = Offer(0, tuple(range(20, 31)), 3)
    plans = [one.decide(VIEW, Decision(0, "plan", offer, ("plan", 0))) for _ in range(3000)]
    assert all(offer.check(plan) is None for plan in plans)
    for box in range(10):
        assert {plan.boxes[box] for plan in plans} == {-1, *range(20, 31)}
    assert {plan.bid for plan in plans} == {0, 1, 2, 3, *(10 + county for county in range(20, 31))}
    assert all(first != second for first, second in pairwise(plans))
