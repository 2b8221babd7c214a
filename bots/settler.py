"""Settler: builds and keeps quiet.

The idea: every building scores in each winter it sees, and a fight that never happens loses nothing. So the settler
puts its money into palaces, churches and posts where they bring most (W72), garrisons the borders that look weak,
and marches only where it must (W44), into its own land or against the weakest neighbour that nobody owns.
"""

from functools import partial
from typing import Any, Final

from wallenstein.bots import Bot, Decision, Offer, Plan, View, register
from wallenstein.games.wallenstein.advice.odds import attack_odds
from wallenstein.games.wallenstein.advice.threat import danger, idle_armies
from wallenstein.games.wallenstein.advice.worth import Worth, expected_income, site_value
from wallenstein.games.wallenstein.editions.sensible import sensible
from wallenstein.games.wallenstein.names import (
    CHURCH,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1,
    DEPLOY_3,
    DEPLOY_5,
    GRAIN,
    NEUTRAL,
    PALACE,
    POST,
    TAXES,
)
from wallenstein.games.wallenstein.search.plans import Mat

# boxes that must be covered somehow: building what was too dear comes late, fighting last
QUIET = (DEPLOY_1, DEPLOY_3, DEPLOY_5, POST, CHURCH, PALACE, TAXES, GRAIN, COMBAT_A, COMBAT_B)
TASTE: Final = {"build": 1.5, "protection": 2.0, "vp": 1.5}  # what it prefers at court


@register("settler")
class Settler(Bot):
    """Options: `reserve`, the Thalers it keeps for building before it pays for armies."""

    def __init__(self, reserve: int = 6) -> None:
        self.reserve = reserve

    def plan(self, view: View, offer: Offer) -> Plan:
        worth, mat = Worth(view), Mat(view, offer)
        for kind in (PALACE, CHURCH, POST):
            mat.lay(kind, partial(self.site, worth, kind))
        mat.lay(TAXES, lambda county: expected_income(view, TAXES, county) - 3 * view.markers[county])
        mat.lay(GRAIN, lambda county: expected_income(view, GRAIN, county) - 2 * view.markers[county])
        if view.thalers[view.seat] >= self.reserve:
            for deploy in (DEPLOY_3, DEPLOY_5):
                mat.lay(deploy, lambda county: danger(view, county) * worth.county(view.seat, county))
        mat.convert(lambda county: idle_armies(view, county))
        return mat.finish(bid=0, idle=QUIET, worth=lambda county: -len(view.book.neighbours[county]))

    def site(self, worth: Worth, kind: int, county: int) -> float:
        """What a building is worth, less if the county may be lost soon."""
        return site_value(worth, kind, county) * (1 - danger(worth.view, county))

    def choose(self, view: View, choice: Decision) -> Any:
        if choice.kind == "march":
            return max(choice.options, key=lambda march: self.calm(view, *march))
        return sensible(view, choice, TASTE)

    def calm(self, view: View, to: int, armies: int) -> float:
        """The less fighting the better: own counties first, then neutral ones, and never many armies."""
        if view.owner[to] == view.seat:
            return 2 + danger(view, to) - armies / 100
        win = attack_odds(view, view.seat, to, armies).win
        return win - armies / 20 if view.owner[to] == NEUTRAL else -1 - armies
