"""Advice on favors for the reference bots: by common sense, or in victory points by an outlook (C5, C6)."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.threat import combats_left
from wallenstein.games.wallenstein.advice.worth import Worth, scorings_left, site_value
from wallenstein.games.wallenstein.editions.court.records import PRICES, box
from wallenstein.games.wallenstein.editions.sensible import HASTE, POINTS, Opinions, thing_points
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import NEUTRAL

PLANNED: Final = 0.5  # share of a free building's points if it was to be bought this season
GARRISON: Final = 12  # the favor that sends armies
TRIFLE: Final = 0.1  # points for cancelling the event
OTHERS: Final = {"protection": 0.5, "calm": 0.5, "cancel-event": 0.1}  # points for the whole favor
COURTIER: Final = 0.1  # points for each courtier that stays at court for the next favor


def opinions(outlook: Outlook, choice: Decision) -> Opinions:
    """By kind of decision, the expected points of each option."""
    return {
        "favor": partial(bargain, outlook),
        "favor-build": lambda county: site_points(outlook, box().favors[choice.favor].building, county),
        "favor-calm": partial(calm_points, outlook),
        "favor-garrison": partial(garrison_points, outlook),
    }


def common_sense(view: View, choice: Decision, taste: Mapping[str, float]) -> Opinions:
    """By kind of decision, the worth of each option to a bot without opinions of its own."""
    return {
        "favor": lambda number: favor_value(view, number, taste) if number else 0.0,
        "favor-build": lambda county: site_value(Worth(view), box().favors[choice.favor].building, county),
        "favor-calm": lambda county: Worth(view).county(view.seat, county),
        "favor-garrison": lambda county: garrison_value(view, Worth(view), county),
    }


def favor_points(outlook: Outlook, number: int) -> float:
    favor, view = box().favors[number], outlook.view
    mine = view.mine()
    if favor.effect == "build":
        return max([site_points(outlook, favor.building, county) for county in mine], default=0.0)
    if favor.effect == "garrison":
        return max([garrison_points(outlook, county) for county in (*mine, *view.neutral())], default=0.0)
    if favor.effect == "protection":
        # each combat is as dangerous as any later one
        fear = total([outlook.stake(county) * outlook.risk(county, view.armies[county]) for county in mine])
        return fear * favor.against.bit_count() / max(1.0, combats_left(view))
    if favor.effect == "calm":
        return max([calm_points(outlook, county) for county in mine], default=0.0)
    if favor.effect == "cancel-event":
        return TRIFLE
    return thing_points(outlook, favor.effect, favor.amount)


def site_points(outlook: Outlook, kind: int, county: int) -> float:
    """Points for a free building in a county; fewer where the plan already has one of this kind."""
    view = outlook.view
    lasting = (1 - outlook.risk(county, view.armies[county])) * (1 - HASTE * outlook.future)
    planned = view.plan is not None and view.plan.boxes[kind] == county
    return outlook.scorings * site_value(outlook.worth, kind, county) * lasting * (PLANNED if planned else 1.0)


def garrison_points(outlook: Outlook, county: int) -> float:
    view, armies = outlook.view, box().favors[GARRISON].amount
    if view.owner[county] == NEUTRAL:
        return outlook.prize(view.seat, county) * (1 - outlook.risk(county, armies)) + outlook.mouth
    return outlook.posting(county, view.armies[county], view.armies[county] + armies)


def calm_points(outlook: Outlook, county: int) -> float:
    """Points for removing a revolt marker from a county; half without one, for preventing the next one."""
    unrest = outlook.weights.unrest * outlook.will * outlook.stake(county)
    return unrest if outlook.view.markers[county] else unrest / 2


def bargain(outlook: Outlook, number: int | None) -> float:
    """Points for taking a favor on display, less the courtiers that it costs."""
    court = outlook.view.court
    if number is None or court is None:
        return 0.0
    return favor_points(outlook, number) - PRICES[court.open.index(number)] * outlook.courtier


def favor_value(view: View, number: int, taste: Mapping[str, float]) -> float:
    """The expected points of a favor on display, less its price in courtiers."""
    favor = box().favors[number]
    price = PRICES[view.court.open.index(number)] if view.court and number in view.court.open else 0
    worth, left, mine = Worth(view), scorings_left(view), view.mine()
    if favor.effect == "build":
        value = left * max([site_value(worth, favor.building, county) for county in mine], default=0.0)
    elif favor.effect == "garrison":
        value = left * max([garrison_value(view, worth, county) for county in (*mine, *view.neutral())], default=0.0)
    else:
        value = POINTS.get(favor.effect, 0.0) * favor.amount + OTHERS.get(favor.effect, 0.0)
    return value * taste.get(favor.effect, 1.0) - COURTIER * price


def garrison_value(view: View, worth: Worth, county: int) -> float:
    """Points at each scoring for three armies in an own or a neutral county; land counts more than strength."""
    if view.owner[county] == NEUTRAL:
        return worth.county(view.seat, county)
    return POINTS["armies"] + worth.county(view.seat, county) / (10 + 10 * view.armies[county])
