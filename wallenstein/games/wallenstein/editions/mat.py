"""Making a plan: one box at a time, or all boxes at once for the highest sum (W23)."""

from collections.abc import Callable, Sequence

from wallenstein.games.wallenstein.editions.court.cards import PRICES
from wallenstein.games.wallenstein.editions.court.conversion import SIZES
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, DICE_TOWER
from wallenstein.games.wallenstein.plan import Plan

IDLE = (9, 8, 7, 6, 5, 2, 1, 0, 4, 3)  # boxes that must be covered: the least harmful one comes last


class Mat:
    """A plan in progress: fill the most important boxes first; `finish` covers what must be covered."""

    def __init__(self, view: View, offer: Offer) -> None:
        self.view = view
        self.offer = offer
        self.free = list(offer.counties)
        self.boxes = [BLANK] * len(ACTIONS)
        self.court = [BLANK] * len(SIZES) if view.court else []

    def lay(self, action: int, worth: Callable[[int], float], least: float = 0.0) -> int:
        """Plans an action with the free county that is worth most, if it is worth more than `least`.

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
        """Fills court boxes until the most expensive favor can be paid (C3), from the tray or else from free counties.

        `spare`: how many armies a county can spare.
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
    """The plan if it is legal, otherwise the nearest legal one."""
    return plan if offer.check(plan) is None else offer.repair(plan)
