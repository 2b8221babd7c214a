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
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.decision import March
from wallenstein.games.wallenstein.plan import Plan, bid_county, plain_plan

BOXES: Final = len(const.ACTIONS)
PARTS: Final = len(Plan._fields)
MOST_COUNTIES: Final = 60  # more than on any board


class Offer(Unchangeable):
    """The cards of a seat's plan: its counties, five money cards, and the amount that it can pay.

    A money card fits everywhere. An expansion may add boxes, and cards that are a bid of 0 and fill these boxes; in the
    ten others they are blank.
    """

    __slots__ = ("_rng", "counties", "payable", "seat", "short")

    rule: ClassVar[str] = "W23"  # broken by anything else than a plan of this form
    form: ClassVar[str] = "a Plan with ten boxes and a bid"
    court: ClassVar[int] = 0  # boxes that an expansion adds to the ten
    towers: ClassVar[int] = 0  # cards that it adds

    seat: int
    counties: tuple[int, ...]
    payable: int  # money bids are 0 .. payable - 1
    short: int  # boxes that stay uncovered, because there are too few cards
    _rng: Random | None

    def __init__(self, seat: int, counties: tuple[int, ...], thalers: int, rng: Random | None = None) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "counties", counties)
        # W24: a bid must be payable
        object.__setattr__(self, "payable", thalers + 1 if thalers < const.MONEY_CARDS else const.MONEY_CARDS)
        object.__setattr__(self, "short", self.boxes_short(len(counties)))
        object.__setattr__(self, "_rng", rng)

    def boxes_short(self, counties: int) -> int:
        """The number of the ten boxes and the bid that get no card."""
        return max(0, BOXES + 1 - const.MONEY_CARDS - counties)

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
        counties, towers, size = list(self.counties), self.towers, BOXES + self.court
        bids = self.payable + len(counties)
        pick = int(source() * (bids + (1 if towers else 0) + (1 if self.short else 0)))
        blanks = const.MONEY_CARDS + self.short
        if pick < self.payable:
            bid = pick
            blanks -= 1
        elif pick < bids:
            bid = const.COUNTY_BID + counties.pop(pick - self.payable)
        elif pick == bids and towers:
            bid = const.DICE_TOWER_BID
            towers -= 1
        else:
            bid = const.NO_BID
            blanks -= 1
        hand = counties + [const.BLANK] * blanks + [const.DICE_TOWER] * towers
        cards = len(hand)
        boxes = [const.BLANK] * size
        for box in range(size):  # every box takes one of the remaining cards
            boxes[box] = hand.pop(int(source() * (cards - box)))
        court = tuple(boxes[BOXES:])
        if court:
            boxes = [const.BLANK if card == const.DICE_TOWER else card for card in boxes[:BOXES]]
        plan: Plan = new_record(Plan, (tuple(boxes), bid, court))
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
        """Raises the RuleError of `check`, for a plan in plain types. Boxes of an expansion may be missing: blank."""
        boxes, bid, court = plan.boxes, plan.bid, plan.court or (const.BLANK,) * self.court
        if len(boxes) != BOXES or len(court) != self.court:
            raise RuleError("W23", f"a plan has ten boxes and a bid, not {len(boxes)} boxes and {brief(plan.court)}")
        towers = court.count(const.DICE_TOWER)
        laid = tuple([card for card in court if card != const.DICE_TOWER]) if towers else court
        blanks = self.count_blanks(boxes + laid, bid) + towers
        self.refuse_bid(bid)
        if bid == const.DICE_TOWER_BID:
            towers += 1
        if towers > self.towers:
            text = f"seat {self.seat} uses {towers} dice tower cards but has only {self.towers}"
            raise RuleError(self.rule, text)
        self.refuse_blanks(blanks, bid)

    def refuse_blanks(self, blanks: int, bid: int) -> None:
        most, boxes = self.most_blanks(bid), "boxes" if self.court else "action boxes"
        if blanks > most:
            raise RuleError(self.rule, f"seat {self.seat} leaves {blanks} {boxes} without a county; {most} are allowed")

    def refuse_bid(self, bid: int) -> None:
        """W23, W24: payable money, a county, a card of an expansion, or nothing if there are too few cards."""
        if 0 <= bid < const.MONEY_CARDS:
            if bid >= self.payable:
                raise RuleError("W24", f"seat {self.seat} bids {bid} Thalers but has only {self.payable - 1}")
        elif bid == const.NO_BID:
            if not self.short:
                raise RuleError("W23", f"seat {self.seat} has enough cards and must bid")
        elif bid < const.COUNTY_BID and not (bid == const.DICE_TOWER_BID and self.towers):
            raise RuleError("W23", f"{brief(bid)} is not a bid")

    def most_blanks(self, bid: int) -> int:
        """W23: the number of boxes that may stay without a county; one fewer if the bid is none either."""
        return const.MONEY_CARDS + self.towers + self.short - (1 if bid < const.COUNTY_BID else 0)

    def limits(self) -> JsonObject:
        """The limits of the plan in a question, besides its counties."""
        limits = {"blanks": self.most_blanks(0), "payable": self.payable - 1, "no_bid": self.short > 0}
        return {**limits, "dice_towers": self.towers} if self.towers else limits

    def count_blanks(self, boxes: tuple[int, ...], bid: int) -> int:
        """The number of boxes without a county; every county must be the seat's own and be used once."""
        hand = 0  # a bit for each remaining card
        for county in self.counties:
            hand |= 1 << county
        blanks = 0
        for county in boxes if bid < const.COUNTY_BID else (*boxes, bid - const.COUNTY_BID):
            if county == const.BLANK:
                blanks += 1
            elif 0 <= county < MOST_COUNTIES and hand >> county & 1:
                hand ^= 1 << county
            else:
                self.misplaced(boxes, bid)
        return blanks

    def misplaced(self, boxes: tuple[int, ...], bid: int) -> None:
        seen: list[int] = []
        for county in boxes if bid < const.COUNTY_BID else (*boxes, bid - const.COUNTY_BID):
            if county != const.BLANK and county not in self.counties:
                raise RuleError("W23", f"seat {self.seat} has no card of county {brief(county)}")
            if county != const.BLANK and county in seen:
                raise RuleError("W23", f"seat {self.seat} uses the card of county {county} twice")
            seen.append(county)

    def repair(self, plan: object) -> Plan:
        """The nearest legal plan: illegal cards are removed, and boxes are covered as far as they must be.

        It only mends illegal plans; anything else, or an unknown county, raises the error of `plain`.
        Boxes keep their counties where they can; missing ones are filled from the left with the unused counties,
        in their order. Boxes of an expansion come last. A bid that cannot be paid becomes the highest that can.
        """
        plan = self.plain(plan)
        free = list(self.counties)
        bid = self.repair_bid(plan.bid, free)
        boxes = self.repair_boxes(ten(plan.boxes), free)
        towers = self.towers - (1 if bid == const.DICE_TOWER_BID else 0)
        court: list[int] = []
        for card in (*plan.court, *[const.BLANK] * self.court)[: self.court]:
            if card == const.DICE_TOWER and towers:
                towers -= 1
                court.append(card)
            else:
                court += self.repair_boxes((card,), free)
        cover(boxes, free, self.most_blanks(bid) - without_county(court))
        return Plan(tuple(boxes), bid, tuple(court))

    def repair_bid(self, bid: int, free: list[int]) -> int:
        """The bid if it is legal, otherwise the highest money bid below it; a county bid uses up the county."""
        county = bid_county(bid)
        if county in free:
            free.remove(county)
            return bid
        if (bid == const.NO_BID and self.short) or (bid == const.DICE_TOWER_BID and self.towers):
            return bid
        return min(bid, self.payable - 1) if 0 <= bid < const.MONEY_CARDS else 0

    def repair_boxes(self, boxes: Sequence[int], free: list[int]) -> list[int]:
        """Every box with its county if that is free, otherwise blank."""
        kept: list[int] = []
        for box in boxes:
            if box in free:
                free.remove(box)
                kept.append(box)
            else:
                kept.append(const.BLANK)
        return kept

    def complete(self, plan: Plan, cards: Sequence[int], rng: Random) -> Plan:
        """The plan with its face-down boxes drawn from these county cards and the other cards that may lie there."""
        court, hidden = plan.court, plan.boxes.count(const.UNSEEN) + (0 if plan.court else self.court)
        left = self.most_blanks(plan.bid) - plan.boxes.count(const.BLANK) - without_county(court)
        left = max(left, hidden - len(cards))
        towers = 0 if court else min(left, self.towers - (1 if plan.bid == const.DICE_TOWER_BID else 0))
        hand = shuffled(rng.random, [*cards, *[const.BLANK] * (left - towers), *[const.DICE_TOWER] * towers])
        court = court or tuple([hand.pop() for _ in range(self.court)])
        boxes = [hand.pop() if card == const.UNSEEN else card for card in plan.boxes]
        if towers > 0:
            boxes = [const.BLANK if card == const.DICE_TOWER else card for card in boxes]
        return Plan(tuple(boxes), plan.bid, court)


def without_county(court: Sequence[int]) -> int:
    return sum([card < 0 for card in court])  # exact: truths


def ten(boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Exactly ten boxes: missing ones are blank, extra ones are dropped."""
    return boxes if len(boxes) == BOXES else (*boxes, *[const.BLANK] * BOXES)[:BOXES]


def cover(boxes: list[int], free: list[int], most: int) -> None:
    """Fills blank boxes from the left with free counties, until at most `most` are blank."""
    for box in range(len(boxes)):
        if boxes.count(const.BLANK) <= most:
            break
        if boxes[box] == const.BLANK:
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
