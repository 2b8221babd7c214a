"""What rivals may plan: the plans of one way of playing, as it is and with mistakes, and how far it fitted so far."""

from collections.abc import Sequence
from random import Random
from typing import Final

from wallenstein.games.wallenstein.advice.assign import assign
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import PlanTable, plan_table
from wallenstein.games.wallenstein.editions.mat import legal
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, MONEY_CARDS, UNSEEN
from wallenstein.games.wallenstein.plan import Plan, bid_county, county_bid

WEIGHTS: Final = Weights()
EARLY: Final = 0.1
VARIANTS: Final = 6  # plans with mistakes for each rival
NOISE: Final = 1.2  # how wrong these see each value, in points
FITTING: Final = 0.6  # how often a rival is taken to plan without mistakes, before anything was seen
TRUST: Final = 10.0  # boxes that this counts for


def plan_of(table: PlanTable, columns: Sequence[int], offer: Offer, court: tuple[int, ...] = ()) -> Plan:
    """The plan in which these columns of the table lie on its rows."""
    counties = table.counties
    cards = [counties[column] if column < len(counties) else BLANK for column in columns]
    bids = len(cards) > len(ACTIONS) and cards[len(ACTIONS)] != BLANK
    bid = county_bid(cards[len(ACTIONS)]) if bids else 0
    return legal(offer, Plan(tuple(cards[: len(ACTIONS)]), bid, court))


def mistaken(table: PlanTable, columns: Sequence[int], noise: float, rng: Random) -> list[int]:
    """The best columns if every value is wrong by some points; what `columns` cannot pay for stays unpaid."""
    random = rng.random
    rows = [
        [value + noise * (random() + random() - 1) for value in row]
        for row in table.without_unpaid(table.rows, columns)
    ]
    return assign(rows + table.more)


def neighbours(offer: Offer, plans: Sequence[Plan], count: int, rng: Random) -> list[Plan]:
    """Up to so many legal plans that differ from one of these in two boxes, in one card, or in the bid."""
    found = dict.fromkeys(plans)
    for number in range(3 * count):
        if len(found) >= count + len(plans):
            break
        plan = plans[number % len(plans)]
        cards, bid = list(plan.boxes), plan.bid
        used = {*cards, *plan.court, bid_county(bid)}
        cards += [county for county in offer.counties if county not in used]
        if number % 5 == 4 and offer.payable > 1:
            bid = int(rng.random() * offer.payable)
        else:
            one, other = int(rng.random() * len(plan.boxes)), int(rng.random() * len(cards))
            cards[one], cards[other] = cards[other], cards[one]
        changed = Plan(tuple(cards[: len(plan.boxes)]), bid, plan.court)
        if offer.check(changed) is None:
            found[changed] = None
    return list(found)[len(plans) :]


class Guesses:
    """What each rival may have planned in this season."""

    def __init__(self, view: View, state: State, rng: Random) -> None:
        """`state` is a sample of the view, before anything was revealed."""
        self.plans: dict[int, list[Plan]] = {}
        for seat in range(view.book.players):
            if seat == view.seat:
                continue
            offer = state.functions.offer(state, seat)
            table = plan_table(Outlook(state.view(seat), WEIGHTS), offer.counties, MONEY_CARDS + offer.short, EARLY)
            columns = table.assigned()
            plans = [plan_of(table, columns, offer)]
            plans += [plan_of(table, mistaken(table, columns, NOISE, rng), offer) for _ in range(VARIANTS)]
            self.plans[seat] = plans

    def draw(self, view: View, fits: Sequence[float], rng: Random) -> dict[int, Plan]:
        """A plan for each rival, rather one that agrees with what is revealed; `fits`: how often it is the first."""
        drawn: dict[int, Plan] = {}
        for seat, plans in self.plans.items():
            others = (1 - fits[seat]) / (len(plans) - 1)
            chances = [
                likeness(view.plans[seat], plan) * (others if place else fits[seat]) for place, plan in enumerate(plans)
            ]
            drawn[seat] = plans[draw_from(chances, rng)]
        return drawn

    def agreement(self, view: View, seat: int) -> tuple[int, int]:
        """How many of the revealed boxes with a county are as the first guess has them, and how many there are."""
        seen = view.plans[seat]
        if seen is None:
            return 0, 0
        pairs = [(box, guess) for box, guess in zip(seen.boxes, self.plans[seat][0].boxes, strict=True) if box >= 0]
        return sum(box == guess for box, guess in pairs), len(pairs)


def likeness(seen: Plan | None, plan: Plan) -> float:
    """How well a plan agrees with what is revealed of it: a quarter for each box that is different."""
    if seen is None:
        return 1.0
    likely = 1.0
    for box, guess in zip(seen.boxes, plan.boxes, strict=True):
        if box not in (UNSEEN, guess):
            likely *= 0.25
    return likely


def draw_from(chances: Sequence[float], rng: Random) -> int:
    """A place, as likely as its number says; the numbers need not add up to one."""
    mark = rng.random() * sum(chances)  # exact: the same numbers in the same order, and only a place is drawn
    for place, chance in enumerate(chances):
        mark -= chance
        if mark < 0:
            return place
    return len(chances) - 1
