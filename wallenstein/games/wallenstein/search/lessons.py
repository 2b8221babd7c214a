"""Plans that improve with each playout: the worth of a card in a box is learned from all of them.

A plan is worth about as much as its cards together, so a trial of one plan says something of every plan that has a
card in the same box. `Lessons` keeps an estimate for each card in each box, which begins with the plan table or with
the experience of other games, and its variance: a Kalman filter without covariances. New plans are neighbours of the
best ones, or those that are best under errors as large as the doubt about the estimates (Thompson sampling).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from wallenstein.core.arithmetic import total
from wallenstein.core.search.halving import halving
from wallenstein.games.wallenstein.advice.plan_table import PlanTable, assign
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import ACTIONS, BLANK
from wallenstein.games.wallenstein.plan import Plan, county_bid
from wallenstein.games.wallenstein.search.forecast import Stage, read_stages
from wallenstein.games.wallenstein.search.plans import neighbours, plan_of

POINT: Final = 0.012  # the chance to win that a point of the plan table stands for
DOUBT: Final = 0.0025  # variance of what a card adds, before it was tried
DOUBT_LEFT: Final = 0.0005  # the same with experience
LUCK: Final = 0.0144  # variance of a trial, before any was made
TRUST: Final = 20  # trials that this counts for
BATCH: Final = 12  # plans that are tried in the same deals
DEALS: Final = 2
KEPT: Final = 3  # plans that looked best before, in each batch
FIRST: Final = 3  # batches of plans that are given, if these are more than one batch
LAST: Final = 12  # plans in the contest at the end
SHARE: Final = 0.7  # of the playouts that come before it
NEAR: Final = 0.5  # share of new plans that are neighbours of the best
MONEY: Final = 0.3  # share of the others with a bid of money

Line: TypeAlias = tuple[float, float]  # what any card adds more than a blank one, and each point of the plan table

UNKNOWN: Final[Mapping[Stage, Sequence[Line]]] = {}


@cache
def experience_of(file: str = "") -> dict[Stage, list[Line]]:
    """What cards add, by stage and box."""
    return read_stages(file, "train", lambda stage: [(stage["base"][box], stage["slope"][box]) for box in ACTIONS])


class Lessons:
    """The worth of each card in each box for the chance to win, and the plans that follow from it."""

    def __init__(
        self, table: PlanTable, offer: Offer, court: tuple[int, ...], known: Mapping[Stage, Sequence[Line]] = UNKNOWN
    ) -> None:
        """`court`: the court boxes of all plans, whose counties are not in the table. `known`: the experience."""
        self.table: Final = table
        self.offer: Final = offer
        self.court: Final = court
        self.doubt: Final = DOUBT_LEFT if known else DOUBT
        self.means: Final[dict[int, float]] = {}  # by box and card
        self.doubts: Final[dict[int, float]] = {}  # their variances
        self.trials = TRUST
        self.squares = LUCK * TRUST
        self.points: Final = table.without_unpaid(table.rows, table.assigned())
        view = table.outlook.view
        lines = known.get((view.year, view.season), [(0.0, POINT)] * len(self.points))
        for (box, row), (base, slope) in zip(enumerate(self.points), lines, strict=True):
            for county, points in zip(table.counties, row, strict=False):
                self.means[place(box, county)] = base + slope * points

    def cells(self, plan: Plan) -> list[int]:
        """The cards of a plan in their boxes, and its bid."""
        cells = [place(box, card) for box, card in enumerate(plan.boxes)]
        cells.append(place(len(plan.boxes), plan.bid))
        for cell in cells:
            if cell not in self.doubts:
                self.doubts[cell] = self.doubt
                self.means.setdefault(cell, 0.0)
        return cells

    def expected(self, plan: Plan) -> float:
        """The plan's chance to win, up to a common constant."""
        return total([self.means[cell] for cell in self.cells(plan)])

    def learn(self, plans: Sequence[Plan], results: Sequence[float]) -> None:
        """Trials in one deal, whose luck is the same for all plans."""
        surprises = [result - self.expected(plan) for plan, result in zip(plans, results, strict=True)]
        luck = total(surprises) / len(plans)
        for plan, surprise in zip(plans, surprises, strict=True):
            cells = self.cells(plan)
            self.trials += 1
            self.squares += (surprise - luck) * (surprise - luck)
            variance = self.squares / self.trials + total([self.doubts[cell] for cell in cells])
            for cell in cells:
                gain = self.doubts[cell] / variance
                self.means[cell] += gain * (surprise - luck)
                self.doubts[cell] *= 1.0 - gain

    def plan(self, rng: Random) -> Plan:
        """The best plan, if each estimate is wrong by as much as it is in doubt; some bid money."""
        counties, boxes = self.table.counties, len(self.table.rows)
        blanks = len(self.table.rows[0]) - len(counties)
        rows = [[self.drawn(place(box, card), rng) for card in counties] for box in range(boxes)]
        for box, row in enumerate(rows):
            row += [self.means.get(place(box, BLANK), 0.0)] * blanks
        if self.table.more:  # the bid may be a county
            bids = [self.drawn(place(boxes, county_bid(card)), rng) for card in counties]
            rows.append(bids + [self.means.get(place(boxes, 0), 0.0)] * blanks)
        plan = plan_of(self.table, assign(rows), self.offer, self.court)
        if not self.table.more or rng.random() > MONEY:
            return plan
        paying = plan._replace(bid=int(rng.random() * self.offer.payable))
        return plan if self.offer.check(paying) is not None else paying

    def drawn(self, cell: int, rng: Random) -> float:
        """An estimate with an error whose standard deviation is about its own."""
        error = 2.4 * (rng.random() + rng.random() - 1)
        return self.means.get(cell, 0.0) + sqrt(self.doubts.get(cell, self.doubt)) * error


def search_plans(
    lessons: Lessons, plans: Sequence[Plan], trial: Callable[[Plan, int], float], budget: int, rng: Random
) -> Plan:
    """The plan that looks best after a budget of trials, of these and of those that the trials lead to."""
    known, best, tried = dict.fromkeys(plans), list(plans[:1]), 0
    for turn in range(int(budget * SHARE) // (BATCH * DEALS)):
        batch = dict.fromkeys(best[:KEPT])
        for _ in range(4 * BATCH):
            if len(batch) >= BATCH:
                break
            if turn < FIRST and len(plans) > BATCH:
                batch[plans[int(rng.random() * len(plans))]] = None
            elif rng.random() < NEAR:
                batch.update(dict.fromkeys(neighbours(lessons.offer, best[:KEPT], 1, rng)))
            else:
                batch[lessons.plan(rng)] = None
        chosen = list(batch)
        for deal in range(turn * DEALS, (turn + 1) * DEALS):
            lessons.learn(chosen, [trial(plan, deal) for plan in chosen])
        tried += DEALS * len(chosen)
        known.update(batch)
        best = sorted({**dict.fromkeys(best), **batch}, key=lessons.expected, reverse=True)[:LAST]
    best = sorted(known, key=lessons.expected, reverse=True)[:LAST]
    return halving(best, trial, budget - tried)[0][0]


def place(box: int, card: int) -> int:
    """One number for both; blank cards and the like are above -10."""
    return (box << 10) + card + 10
