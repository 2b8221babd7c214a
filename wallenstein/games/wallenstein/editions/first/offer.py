"""What a seat may plan in the first edition (F3): ten boxes, five blank cards, no bid."""

from random import Random
from typing import Any

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model.offer import BOXES, Offer, ten
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, NO_BID
from wallenstein.games.wallenstein.plan import Plan

BLANK_CARDS = 5


class FirstOffer(Offer):
    """The seat's counties and five blank cards; boxes declared empty stay empty."""

    __slots__ = ("empty",)

    empty: tuple[int, ...]  # boxes that it has declared empty

    rule = "F3"
    form = "a Plan with ten boxes"

    def __init__(
        self, seat: int, counties: tuple[int, ...], empty: tuple[int, ...] = (), rng: Random | None = None
    ) -> None:
        super().__init__(seat, counties, 0, rng)
        object.__setattr__(self, "empty", empty)

    def __reduce__(self) -> tuple[Any, ...]:
        return FirstOffer, (self.seat, self.counties, self.empty)

    def with_rng(self, rng: Random | None) -> "FirstOffer":
        """The same offer, drawing from this generator."""
        return FirstOffer(self.seat, self.counties, self.empty, rng)

    def random(self, rng: Random | None = None) -> Plan:
        """A plan dealt at random from the cards; every legal plan is possible.

        Without a generator, given here or with `with_rng`, it is the same plan every time.
        """
        source = (rng or self._rng or Random(0)).random
        hand = [*self.counties, *[BLANK] * BLANK_CARDS]
        boxes = [BLANK if action in self.empty else hand.pop(int(source() * len(hand))) for action in range(BOXES)]
        return Plan(tuple(boxes), NO_BID)

    def refuse(self, plan: Plan) -> None:
        """Raises the RuleError that `check` reports."""
        if len(plan.boxes) != BOXES or plan.court or plan.bid not in (0, NO_BID):
            raise RuleError("F3", "a plan of the first edition has ten boxes, no bid and no court")
        blanks = self.count_blanks(plan.boxes, NO_BID)
        for action in self.empty:
            if plan.boxes[action] != BLANK:
                raise RuleError("F3", f"seat {self.seat} has declared {ACTIONS[action]} empty")
        most = self.most_blanks(NO_BID)
        if blanks > most:
            raise RuleError("F3", f"seat {self.seat} leaves {blanks} action boxes without a county; {most} are allowed")

    def boxes_short(self, counties: int) -> int:
        """F3: five blank cards, and no bid."""
        return boxes_short(counties)

    def most_blanks(self, bid: int) -> int:
        """F3: how many boxes may stay without a county."""
        return BLANK_CARDS + self.short

    def limits(self) -> dict[str, Any]:
        """How many boxes may stay without a county, and those that have been declared empty."""
        return {"blanks": self.most_blanks(NO_BID), "empty": [ACTIONS[action] for action in self.empty]}

    def repair(self, plan: Any) -> Plan:
        """The nearest legal plan: illegal cards are removed, and boxes are covered from the left."""
        plan = self.plain(plan)
        free = list(self.counties)
        boxes = self.repair_boxes(
            [BLANK if action in self.empty else box for action, box in enumerate(ten(plan.boxes))], free
        )
        places = [action for action, box in enumerate(boxes) if box == BLANK and action not in self.empty]
        missing = boxes.count(BLANK) - self.most_blanks(NO_BID)
        for action, county in zip(places[: max(0, missing)], free, strict=False):
            boxes[action] = county
        return Plan(tuple(boxes), NO_BID)


def boxes_short(counties: int) -> int:
    """F3: how many of the ten boxes stay empty because there are too few cards."""
    return max(0, BOXES - counties - BLANK_CARDS)
