"""Favors, benefits and defence by common sense, for bots with their minds on other things (C5, C6, L2, F3, F7)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from wallenstein.games.wallenstein.advice.defence import best_defence, least_missed
from wallenstein.games.wallenstein.advice.sites import site_value
from wallenstein.games.wallenstein.advice.worth import Worth, scorings_left
from wallenstein.games.wallenstein.editions.court.cards import PRICES, Favor, box
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BENEFITS, NEUTRAL

POINTS: Final = {"vp": 1.0, "thalers": 0.4, "grain": 0.3, "armies": 0.5, "tray-armies": 0.5}  # for one of each
OTHERS: Final = {"protection": 0.5, "calm": 0.5, "cancel-event": 0.1}  # points for the whole favor
COURTIER: Final = 0.1  # points for one that stays at court for the next favor
PLAIN: Final[Mapping[str, float]] = MappingProxyType({})  # the taste of a bot that has none


def sensible(view: View, choice: Decision, taste: Mapping[str, float] = PLAIN) -> Any:
    """A sensible answer to what expansions and the first edition ask; to anything else the default.

    `taste`: by effect or benefit, how much more than its points it is worth to the bot.
    """
    if choice.kind == "defend":
        return best_defence(view, choice)
    if choice.kind == "declare":
        return least_missed(choice.options)
    opinions: dict[str, Callable[[Any], float]] = {
        "benefit": lambda benefit: POINTS[BENEFITS[benefit]] * taste.get(BENEFITS[benefit], 1.0),
        "favor": lambda number: favor_value(view, number, taste) if number else 0.0,
        "favor-build": lambda county: site_value(Worth(view), box().favors[choice.favor].building, county),
        "favor-calm": lambda county: Worth(view).county(view.seat, county),
        "favor-garrison": lambda county: garrison_value(view, Worth(view), county),
    }
    opinion = opinions.get(choice.kind)
    return max(choice.options, key=opinion) if opinion else choice.default


def favor_value(view: View, number: int, taste: Mapping[str, float] = PLAIN) -> float:
    """Points that a favor on display should bring, less its price in courtiers."""
    favor = box().favors[number]
    price = PRICES[view.court.open.index(number)] if view.court and number in view.court.open else 0
    return _effect(view, favor) * taste.get(favor.effect, 1.0) - COURTIER * price


def _effect(view: View, favor: Favor) -> float:
    worth, left = Worth(view), scorings_left(view)
    if favor.effect == "build":
        return left * max([site_value(worth, favor.building, county) for county in view.mine()], default=0.0)
    if favor.effect == "garrison":
        open_to = [*view.mine(), *view.neutral()]
        return left * max([garrison_value(view, worth, county) for county in open_to], default=0.0)
    return POINTS.get(favor.effect, 0.0) * favor.amount + OTHERS.get(favor.effect, 0.0)


def garrison_value(view: View, worth: Worth, county: int) -> float:
    """Points at each scoring for three armies in an own or a neutral county: land is better than strength."""
    if view.owner[county] == NEUTRAL:
        return worth.county(view.seat, county)
    return POINTS["armies"] + worth.county(view.seat, county) / (10 + 10 * view.armies[county])
