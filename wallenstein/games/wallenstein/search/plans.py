"""Plans worth a look: the best of a table of values, those that are best if it is a little wrong, and near ones."""

from collections.abc import Iterator, Sequence
from random import Random

from wallenstein.games.wallenstein.advice.assign import assign
from wallenstein.games.wallenstein.advice.plan_table import PlanTable
from wallenstein.games.wallenstein.editions.mat import legal
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import ACTIONS, BLANK
from wallenstein.games.wallenstein.plan import Plan, bid_county, county_bid


def likely_plans(
    table: PlanTable, offer: Offer, noise: float, rng: Random, court: tuple[int, ...] = ()
) -> Iterator[Plan]:
    """The best plan of the table, then without end the best if each value is wrong by up to so many points.

    So a plan comes the more often the better it is; equal plans come again. `court`: the court boxes of each.
    """
    columns = table.assigned()
    yield plan_of(table, columns, offer, court)
    while True:
        yield plan_of(table, mistaken(table, columns, noise, rng), offer, court)


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
