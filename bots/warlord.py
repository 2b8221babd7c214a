"""Warlord: attacks where the odds of the tower favour it.

The idea: land taken is worth twice, it scores for the taker and no longer for the loser (W72), buildings and all.
So the warlord plans both combats first, from where its armies have the best odds (W50), reinforces the front, taxes
to pay for it, and builds with what is left.
"""

from functools import partial
from typing import Any, Final

from wallenstein.bots import Bot, Decision, Offer, Plan, View, register
from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.odds import attack_odds
from wallenstein.games.wallenstein.advice.threat import open_to_attack
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

TASTE: Final = {
    "armies": 1.5,
    "tray-armies": 1.5,
    "garrison": 1.5,
}  # prefers armies


@register("warlord")
class Warlord(Bot):
    """Options: `courage`, the odds from which on it plans an attack."""

    def __init__(self, courage: float = 0.55) -> None:
        self.courage = courage

    def plan(self, view: View, offer: Offer) -> Plan:
        worth, mat = Worth(view), Mat(view, offer)
        for combat in (COMBAT_A, COMBAT_B):
            mat.lay(combat, lambda county: self.prospect(view, worth, county))
        for deploy in (DEPLOY_5, DEPLOY_3):
            mat.lay(deploy, lambda county: self.front(view, worth, county))
        mat.lay(TAXES, lambda county: expected_income(view, TAXES, county) - 3 * view.markers[county])
        mat.lay(GRAIN, lambda county: expected_income(view, GRAIN, county) - 2 * view.markers[county])
        for kind in (POST, PALACE, CHURCH):
            mat.lay(kind, partial(site_value, worth, kind))
        mat.lay(DEPLOY_1, lambda county: self.front(view, worth, county))
        return mat.finish(bid=1 if view.thalers[view.seat] > 8 else 0)

    def prospect(self, view: View, worth: Worth, county: int) -> float:
        """The value of the best march from a county."""
        armies = view.armies[county] - 1
        if armies < 1:
            return 0.0
        return max([self.prey(view, worth, to, armies) for to in open_to_attack(view, county)], default=0.0)

    def prey(self, view: View, worth: Worth, to: int, armies: int) -> float:
        """The odds times the gain, doubled if another player loses it; nothing if the odds are bad."""
        odds = attack_odds(view, view.seat, to, armies)
        if odds.win < self.courage:
            return 0.0
        height = worth.county(view.seat, to)
        return odds.win * height * (1 if view.owner[to] == NEUTRAL else 2)

    def front(self, view: View, worth: Worth, county: int) -> float:
        """Where more armies are useful: next to valuable counties."""
        prizes = [worth.county(view.seat, to) for to in open_to_attack(view, county)]
        return total(prizes) + view.armies[county]

    def choose(self, view: View, choice: Decision) -> Any:
        worth = Worth(view)
        if choice.kind == "march":
            return max(choice.options, key=lambda march: self.assault(view, worth, *march))
        if choice.kind == "move":
            return max(choice.options, key=lambda move: self.gathering(view, worth, move))
        if choice.kind == "muster":
            return max(choice.options, key=lambda muster: muster[0] + self.gathering(view, worth, self.moved(muster)))
        return sensible(view, choice, TASTE)

    def assault(self, view: View, worth: Worth, to: int, armies: int) -> float:
        """The best target, with as many armies as the odds need; without good odds, the cheapest move."""
        if view.owner[to] == view.seat:
            return 0.2 + self.front(view, worth, to) / 100
        return self.prey(view, worth, to, armies) or -armies

    def moved(self, muster: tuple[int, int, int]) -> tuple[int, int] | None:
        """The move that is part of a muster (F6)."""
        _, to, armies = muster
        return (to, armies) if armies else None

    def gathering(self, view: View, worth: Worth, move: tuple[int, int] | None) -> float:
        """Moves armies to the front."""
        if move is None:
            return 0.0
        to, armies = move
        return (self.front(view, worth, to) - 8) * armies
