"""Miller: never starves; grain and safe counties first.

The idea: hunger in winter costs counties with all that stands on them (W71), and it is the one loss that can be
prevented for certain. So the miller reckons with the worst winter of the open event cards (W70), gathers grain until
every county is fed, keeps out of counties where peasants are unquiet, and takes only land that it can feed.
"""

from functools import partial
from typing import Any, Final

from wallenstein.bots import Bot, Decision, Offer, Plan, View, register
from wallenstein.games.wallenstein.advice.odds import attack_odds
from wallenstein.games.wallenstein.advice.threat import danger, enemies, idle_armies, open_to_attack
from wallenstein.games.wallenstein.advice.worth import Worth, expected_income, site_value, winter_losses
from wallenstein.games.wallenstein.editions.sensible import sensible
from wallenstein.games.wallenstein.names import (
    CHURCH,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_3,
    DEPLOY_5,
    FALL,
    GRAIN,
    NEUTRAL,
    PALACE,
    POST,
    TAXES,
    TILE_GRAIN,
)
from wallenstein.games.wallenstein.search.plans import Mat

LEAN = 3.5  # grain that a season brings at least, as a rule
TASTE: Final = {"grain": 2.0, "calm": 2.0}  # what it prefers at court


@register("miller")
class Miller(Bot):
    """Options: `certainty`, the odds from which on it marches into a neutral county."""

    def __init__(self, certainty: float = 0.8) -> None:
        self.certainty = certainty

    def plan(self, view: View, offer: Offer) -> Plan:
        worth, mat = Worth(view), Mat(view, offer)
        harvest = mat.lay(GRAIN, lambda county: self.yield_of(view, GRAIN, county))
        mat.lay(TAXES, lambda county: self.yield_of(view, TAXES, county))
        for kind in (POST, CHURCH, PALACE):
            mat.lay(kind, partial(self.site, worth, kind))
        for deploy in (DEPLOY_5, DEPLOY_3):
            mat.lay(deploy, lambda county: danger(view, county))
        spare = self.spare_grain(view) + (expected_income(view, GRAIN, harvest) if harvest >= 0 else 0)
        for combat in (COMBAT_A, COMBAT_B):
            if spare >= 1:
                mat.lay(combat, lambda county: self.room(view, county), self.certainty)
                spare -= 1
        mat.convert(lambda county: idle_armies(view, county))
        # earlier in the order means more of the tile that adds to the harvest
        return mat.finish(bid=0 if spare >= 0 else min(2, offer.payable - 1))

    def site(self, worth: Worth, kind: int, county: int) -> float:
        """What a building is worth, much less if the county may be attacked."""
        return site_value(worth, kind, county) * (1 - danger(worth.view, county, will=0.5))

    def yield_of(self, view: View, action: int, county: int) -> float:
        """The income without a revolt; counties with markers only if nothing else is left."""
        return expected_income(view, action, county) / (1 + 4 * view.markers[county]) - len(enemies(view, county)) / 10

    def spare_grain(self, view: View) -> float:
        """Grain beyond what the worst winter asks, reckoning with a lean harvest in each season still to come."""
        seasons = FALL - view.season
        need = len(view.mine()) + max(winter_losses(view), default=0)
        return view.grain[view.seat] + LEAN * seasons - need

    def room(self, view: View, county: int) -> float:
        """The best odds of taking a neutral neighbour."""
        armies = view.armies[county] - 1
        if armies < 1:
            return 0.0
        neutral = [to for to in open_to_attack(view, county) if view.owner[to] == NEUTRAL]
        return max([attack_odds(view, view.seat, to, armies).win for to in neutral], default=0.0)

    def choose(self, view: View, choice: Decision) -> Any:
        if choice.kind == "tile" and TILE_GRAIN in choice.options:
            return TILE_GRAIN
        if choice.kind == "march":
            return max(choice.options, key=lambda march: self.step(view, *march))
        return sensible(view, choice, TASTE)

    def step(self, view: View, to: int, armies: int) -> float:
        """Into a neutral county with good odds, otherwise home, otherwise with as few as possible."""
        if view.owner[to] == view.seat:
            return 0.5
        win = attack_odds(view, view.seat, to, armies).win
        if view.owner[to] == NEUTRAL:
            return win if win >= self.certainty else 0.3 * win
        return -armies
