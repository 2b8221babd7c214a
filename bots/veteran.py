"""Veteran: lays cards by experience, and does not search.

The idea: the regent adds up points until the end of the game, and takes a palace for the best card of the first
spring. Searches of other games found that building then loses, and that armies, taxes and grain win. So the veteran
takes the worth of a card in a box (W23) from them, season by season; all other choices are the regent's.
"""

from typing import Final

from wallenstein.bots import Offer, Plan, View, register
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.names import ACTIONS, MONEY_CARDS
from wallenstein.games.wallenstein.search.lessons import experience_of
from wallenstein.games.wallenstein.search.plans import plan_of

from .regent import Regent

BID: Final = 0.002  # for bidding a county card rather than nothing


@register("veteran")
class Veteran(Regent):
    """Option: `experience`, a file of `wallenstein train`."""

    def __init__(self, experience: str = "") -> None:
        super().__init__()
        self.experience = experience_of(experience)

    def plan(self, view: View, offer: Offer) -> Plan:
        """The cards that add most to the chance to win; the regent's in the boxes of the court."""
        court = super().plan(view, offer).court if view.court else ()
        counties = tuple([county for county in offer.counties if county not in court])
        blanks = max(MONEY_CARDS + offer.short, len(ACTIONS) + 1 - len(counties))  # the court may take many cards
        table = plan_table(self.outlook(view), counties, blanks, BID)
        points = table.without_unpaid(table.rows, table.assigned())
        adds = [
            [base + slope * worth for worth in row[: len(counties)]] + [0.0] * blanks
            for (base, slope), row in zip(self.experience[view.year, view.season], points, strict=True)
        ]
        table = table._replace(rows=adds)
        return plan_of(table, table.assigned(), offer, court)
