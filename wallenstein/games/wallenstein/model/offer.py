"""The choices that are too many to list: plans (W23, W24), which are checked, drawn and repaired, and marches."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from wallenstein.core.chance import shuffled
from wallenstein.core.choices import Choices, Unchangeable, new_record
from wallenstein.core.documents import JsonObject
from wallenstein.core.engine import MISSING
from wallenstein.core.errors import RuleError
from wallenstein.core.plain import NotPlain, are_ints, brief
from wallenstein.games.wallenstein.model.decision import March
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, COUNTY_BID, MONEY_CARDS, NO_BID, UNSEEN
from wallenstein.games.wallenstein.plan import Plan, bid_county, plain_plan

BOXES: Final = len(ACTIONS)
PARTS: Final = len(Plan._fields)
MOST_COUNTIES: Final = 60  # more than on any board


class Offer(Unchangeable):
    """The cards of a seat's plan: its counties, five money cards, and the amount that it can pay."""

    __slots__ = ("_rng", "counties", "payable", "seat", "short")

    rule: ClassVar[str] = "W23"  # broken by anything else than a plan of this form
    form: ClassVar[str] = "a Plan with ten boxes and a bid"

    seat: int
    counties: tuple[int, ...]
    payable: int  # money bids are 0 .. payable - 1
    short: int  # boxes that stay uncovered, because there are too few cards
    _rng: Random | None

    def __init__(self, seat: int, counties: tuple[int, ...], thalers: int, rng: Random | None = None) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "counties", counties)
        # W24: a bid must be payable
        object.__setattr__(self, "payable", thalers + 1 if thalers < MONEY_CARDS else MONEY_CARDS)
        object.__setattr__(self, "short", self.boxes_short(len(counties)))
        object.__setattr__(self, "_rng", rng)

    def boxes_short(self, counties: int) -> int:
        """The number of the ten boxes and the bid that get no card."""
        return max(0, BOXES + 1 - MONEY_CARDS - counties)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.seat, self.counties, self.payable - 1)

    def with_rng(self, rng: Random | None) -> "Offer":
        """The same offer, drawing from this generator."""
        return type(self)(self.seat, self.counties, self.payable - 1, rng)

    def random(self, rng: Random | None = None) -> Plan:
        """A plan dealt at random from the cards; every legal plan is possible.

        Without a generator, given here or with `with_rng`, it is the same plan every time.
        """
        source = (rng or self._rng or Random(0)).random
        counties = list(self.counties)
        bids = self.payable + len(counties)
        pick = int(source() * (bids + (1 if self.short else 0)))
        blanks = MONEY_CARDS + self.short
        if pick < self.payable:
            bid = pick
            blanks -= 1
        elif pick < bids:
            bid = COUNTY_BID + counties.pop(pick - self.payable)
        else:
            bid = NO_BID
            blanks -= 1
        hand = counties + [BLANK] * blanks
        cards = len(hand)
        boxes = [BLANK] * BOXES
        for box in range(BOXES):  # every box takes one of the remaining cards
            boxes[box] = hand.pop(int(source() * (cards - box)))
        plan: Plan = new_record(Plan, (tuple(boxes), bid, ()))
        return plan

    def check(self, plan: object) -> str | None:
        """The reason why the plan is illegal, as a sentence that begins with the rule; None if it is legal."""
        try:
            self.refuse(self.plain(plan))
        except RuleError as error:
            return str(error)
        return None

    def plain(self, plan: object) -> Plan:
        """The plan in plain types; raises RuleError if it is not a plan."""
        if type(plan) is not Plan or len(plan) != PARTS:
            why = f"; {MISSING}" if plan is None else ""
            raise RuleError(self.rule, f"seat {self.seat} must lay {self.form}, not {brief(plan)}{why}")
        parts: tuple[Any, ...] = plan  # each of any type
        boxes, bid, court = parts
        if type(boxes) is type(court) is tuple and type(bid) is int and are_ints(boxes) and are_ints(court):
            return plan  # the usual case, and quick
        try:
            return plain_plan(boxes, bid, court)
        except NotPlain as doubt:
            raise RuleError(self.rule, f"seat {self.seat} cannot lay this plan; {doubt}") from None

    def refuse(self, plan: Plan) -> None:
        """Raises the RuleError of `check`, for a plan in plain types."""
        boxes, bid = plan.boxes, plan.bid
        if len(boxes) != BOXES or plan.court:
            raise RuleError("W23", f"a plan has ten boxes and a bid, not {len(boxes)} boxes and {brief(plan.court)}")
        blanks = self.count_blanks(boxes, bid)
        self.refuse_bid(bid)
        self.refuse_blanks(blanks, bid)

    def refuse_blanks(self, blanks: int, bid: int, boxes: str = "action boxes") -> None:
        most = self.most_blanks(bid)
        if blanks > most:
            raise RuleError(self.rule, f"seat {self.seat} leaves {blanks} {boxes} without a county; {most} are allowed")

    def refuse_bid(self, bid: int) -> None:
        """W23, W24: payable money, a county, or nothing if there are too few cards."""
        if 0 <= bid < MONEY_CARDS:
            if bid >= self.payable:
                raise RuleError("W24", f"seat {self.seat} bids {bid} Thalers but has only {self.payable - 1}")
        elif bid == NO_BID:
            if not self.short:
                raise RuleError("W23", f"seat {self.seat} has enough cards and must bid")
        elif bid < COUNTY_BID:
            raise RuleError("W23", f"{brief(bid)} is not a bid")

    def most_blanks(self, bid: int) -> int:
        """W23: the number of action boxes that may stay without a county; one fewer with a money bid or no bid."""
        return MONEY_CARDS + self.short - (1 if bid < MONEY_CARDS else 0)

    def limits(self) -> JsonObject:
        """The limits of the plan in a question, besides its counties."""
        return {"blanks": self.most_blanks(0), "payable": self.payable - 1, "no_bid": self.short > 0}

    def count_blanks(self, boxes: tuple[int, ...], bid: int) -> int:
        """The number of boxes without a county; every county must be the seat's own and be used once."""
        hand = 0  # a bit for each remaining card
        for county in self.counties:
            hand |= 1 << county
        blanks = 0
        for county in boxes if bid < COUNTY_BID else (*boxes, bid - COUNTY_BID):
            if county == BLANK:
                blanks += 1
            elif 0 <= county < MOST_COUNTIES and hand >> county & 1:
                hand ^= 1 << county
            else:
                self.misplaced(boxes, bid)
        return blanks

    def misplaced(self, boxes: tuple[int, ...], bid: int) -> None:
        seen: list[int] = []
        for county in boxes if bid < COUNTY_BID else (*boxes, bid - COUNTY_BID):
            if county != BLANK and county not in self.counties:
                raise RuleError("W23", f"seat {self.seat} has no card of county {brief(county)}")
            if county != BLANK and county in seen:
                raise RuleError("W23", f"seat {self.seat} uses the card of county {county} twice")
            seen.append(county)

    def repair(self, plan: object) -> Plan:
        """The nearest legal plan: illegal cards are removed, and boxes are covered as far as they must be.

        It only mends illegal plans; anything else, or an unknown county, raises the error of `plain`.
        Boxes keep their counties where they can; missing ones are filled from the left with the unused counties,
        in their order. A bid that cannot be paid becomes the highest that can.
        """
        plan = self.plain(plan)
        free = list(self.counties)
        bid = self.repair_bid(plan.bid, free)
        boxes = self.repair_boxes(ten(plan.boxes), free)
        cover(boxes, free, self.most_blanks(bid))
        return Plan(tuple(boxes), bid)

    def repair_bid(self, bid: int, free: list[int]) -> int:
        """The bid if it is legal, otherwise the highest money bid below it; a county bid uses up the county."""
        county = bid_county(bid)
        if county in free:
            free.remove(county)
            return bid
        if bid == NO_BID and self.short:
            return bid
        return min(bid, self.payable - 1) if 0 <= bid < MONEY_CARDS else 0

    def repair_boxes(self, boxes: Sequence[int], free: list[int]) -> list[int]:
        """Every box with its county if that is free, otherwise blank."""
        kept: list[int] = []
        for box in boxes:
            if box in free:
                free.remove(box)
                kept.append(box)
            else:
                kept.append(BLANK)
        return kept

    def complete(self, plan: Plan, cards: Sequence[int], rng: Random) -> Plan:
        """The plan with its face-down boxes drawn from these county cards and the remaining blanks."""
        unseen = plan.boxes.count(UNSEEN)
        blanks = self.most_blanks(plan.bid) - plan.boxes.count(BLANK)
        hand = shuffled(rng.random, [*cards, *[BLANK] * max(blanks, unseen - len(cards))])
        return Plan(tuple([hand.pop() if box == UNSEEN else box for box in plan.boxes]), plan.bid)


def ten(boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Exactly ten boxes: missing ones are blank, extra ones are dropped."""
    return boxes if len(boxes) == BOXES else (*boxes, *[BLANK] * BOXES)[:BOXES]


def cover(boxes: list[int], free: list[int], most: int) -> None:
    """Fills blank boxes from the left with free counties, until at most `most` are blank."""
    for box in range(len(boxes)):
        if boxes.count(BLANK) <= most:
            break
        if boxes[box] == BLANK:
            boxes[box] = free.pop(0)


class Marches(Choices):
    """Moves of 1 to `most` armies to one of `targets`; `None` first if it is allowed."""

    __slots__ = ("most", "optional", "targets")

    targets: tuple[int, ...]
    most: int
    optional: bool

    def __init__(self, targets: tuple[int, ...], most: int, optional: bool = False) -> None:
        object.__setattr__(self, "targets", targets)
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "optional", optional)
        super().__init__(len(targets) * most + optional)

    def __reduce__(self) -> tuple[object, ...]:
        return Marches, (self.targets, self.most, self.optional)

    def at(self, place: int) -> March | None:
        """Target by target, few armies first."""
        if self.optional:
            if place == 0:
                return None
            place -= 1
        march: March = new_record(March, (self.targets[place // self.most], place % self.most + 1))
        return march

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return self.optional
        if (type(choice) is not March and type(choice) is not tuple) or len(choice) != 2:
            return False
        to, armies = choice
        return type(to) is int and type(armies) is int and to in self.targets and 1 <= armies <= self.most

    def __repr__(self) -> str:
        return f"Marches(targets={self.targets}, most={self.most}, optional={self.optional})"
