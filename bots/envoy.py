"""Envoy: the regent's plan with the bid and the place in the order that win most.

The idea: the regent bids a county card that it does not need, and never money. What an earlier place and its tile are
worth (W26) depends on who marches where, so the envoy asks the table: it lays the regent's plan with every bid that it
could make, plays each to the end of the season in positions that it deals itself, and takes the bid that wins most;
and so it chooses the tile. All else it does as the regent. The seer does the same with the whole plan, so the
difference between the two is what the boxes are worth, and that to the regent is what bidding is worth.
"""

from typing import Any

from wallenstein.bots import Decision, Offer, Plan, View, register
from wallenstein.core.search.halving import halving
from wallenstein.games.wallenstein.names import BLANK, MONEY_CARDS
from wallenstein.games.wallenstein.plan import bid_county, county_bid

from .regent import Regent
from .seer import Seer


@register("envoy")
class Envoy(Seer):
    """Options: `playouts` for the bid of a plan, and `trials` for the choice of a tile."""

    def __init__(self, playouts: int = 200, trials: int = 80) -> None:
        super().__init__(playouts, trials)

    def plan(self, view: View, offer: Offer) -> Plan:
        """The regent's plan with the bid that wins most rehearsals."""
        self.guess(view)
        plans = bids(Regent.plan(self, view, offer), offer) if view.book.rules.edition == "second" else []
        if len(plans) < 2:
            return Regent.plan(self, view, offer)
        return halving(plans, self.rehearsal(view).trial, self.playouts)[0][0]

    def choose(self, view: View, choice: Decision) -> Any:
        """The tile that wins most rehearsals; for all else, what the regent chooses."""
        return super().choose(view, choice) if choice.kind == "tile" else Regent.choose(self, view, choice)


def bids(plan: Plan, offer: Offer) -> list[Plan]:
    """The plan with each bid that differs: its own, all money that can be paid, and a county card that is not used."""
    free = [county for county in offer.counties if county not in plan.boxes and county not in plan.court]
    wanted = [plan.bid, *range(min(offer.payable, MONEY_CARDS))]
    if bid_county(plan.bid) == BLANK and free:
        wanted.append(county_bid(free[0]))
    plans = [plan._replace(bid=bid) for bid in dict.fromkeys(wanted)]
    return [bidding for bidding in plans if offer.check(bidding) is None]
