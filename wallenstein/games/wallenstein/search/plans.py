"""Making plans (W23): box by box, the best of a table of values, those nearly as good, and near ones."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from wallenstein.games.wallenstein.advice.plan_table import PlanTable, assign
from wallenstein.games.wallenstein.editions.court.audience import SIZES
from wallenstein.games.wallenstein.editions.court.records import PRICES
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, DICE_TOWER
from wallenstein.games.wallenstein.plan import Plan, bid_county, county_bid

IDLE = (9, 8, 7, 6, 5, 2, 1, 0, 4, 3)  # boxes to cover: the least harmful one comes last


class Mat:
    """A plan in progress: fill the most important boxes first; `finish` covers the rest as required."""

    def __init__(self, view: View, offer: Offer) -> None:
        self.view = view
        self.offer = offer
        self.free = list(offer.counties)
        self.boxes = [BLANK] * len(ACTIONS)
        self.court = [BLANK] * len(SIZES) if view.court else []

    def lay(self, action: int, worth: Callable[[int], float], least: float = 0.0) -> int:
        """Plans an action with the most valuable free county, if it is worth more than `least`.

        Returns the county, or BLANK if none was laid. Equal ones: the first.
        """
        best, height = BLANK, least
        for county in self.free:
            value = worth(county)
            if value > height:
                best, height = county, value
        if best != BLANK:
            self.free.remove(best)
            self.boxes[action] = best
        return best

    def convert(self, spare: Callable[[int], int]) -> None:
        """Fills court boxes until the most expensive favor can be paid (C3), from the tray or from free counties.

        `spare`: the number of armies that a county can spare.
        """
        if self.view.court is None:
            return
        seat, idle = self.view.seat, self.view.tray[self.view.seat]
        need = min(max(PRICES) - self.view.court.hall[seat], self.view.court.supply[seat])
        for place, size in enumerate(SIZES):
            if size > need:
                continue
            able = [county for county in self.free if spare(county) >= size]
            if idle >= size:
                self.court[place] = DICE_TOWER
                idle -= size
            elif able:
                self.court[place] = max(able, key=spare)
                self.free.remove(self.court[place])
            else:
                continue
            need -= size

    def finish(self, bid: int, idle: Sequence[int] = IDLE, worth: Callable[[int], float] | None = None) -> Plan:
        """The plan; boxes that must have a county get those of least `worth`, in the order of `idle`."""
        if worth is not None:
            self.free.sort(key=worth)
        plan = Plan(tuple(self.boxes), bid, tuple(self.court))
        for box in idle:
            if not self.free or self.offer.check(plan) is None:
                break
            if self.boxes[box] == BLANK:
                self.boxes[box] = self.free.pop(0)
                plan = plan._replace(boxes=tuple(self.boxes))
        return legal(self.offer, plan)


def legal(offer: Offer, plan: Plan) -> Plan:
    return plan if offer.check(plan) is None else offer.repair(plan)


# Promising plans: the best of a table of values, those that are best under small errors, and similar ones.


def likely_plans(
    table: PlanTable, offer: Offer, noise: float, rng: Random, court: tuple[int, ...] = ()
) -> Iterator[Plan]:
    """The best plan of the table, then an endless stream of plans that are best under random errors of up to `noise`.

    So better plans come more often; equal plans come again. `court`: the court boxes of each.
    """
    columns, random = table.assigned(), rng.random
    yield plan_of(table, columns, offer, court)
    rows = table.without_unpaid(table.rows, columns)
    while True:
        mistaken = [[value + noise * (random() + random() - 1) for value in row] for row in rows]
        yield plan_of(table, assign(mistaken + table.more), offer, court)


def plan_of(table: PlanTable, columns: Sequence[int], offer: Offer, court: tuple[int, ...] = ()) -> Plan:
    counties = table.counties
    cards = [counties[column] if column < len(counties) else BLANK for column in columns]
    bids = len(cards) > len(ACTIONS) and cards[len(ACTIONS)] != BLANK
    bid = county_bid(cards[len(ACTIONS)]) if bids else 0
    return legal(offer, Plan(tuple(cards[: len(ACTIONS)]), bid, court))


def neighbours(offer: Offer, plans: Sequence[Plan], count: int, rng: Random) -> list[Plan]:
    """Up to `count` legal plans that differ from one of these in two boxes, in one card, or in the bid."""
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
