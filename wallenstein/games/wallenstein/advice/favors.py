"""Favors of the court and benefits of the Landsknechte, weighed in victory points (C6, L2)."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.sites import site_value
from wallenstein.games.wallenstein.advice.threat import combats_left
from wallenstein.games.wallenstein.editions.court.cards import PRICES, box
from wallenstein.games.wallenstein.editions.landsknechte.expansion import CARDS, amounts
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.names import BENEFITS, NEUTRAL

HASTE: Final = 0.8  # how much of a gain is lost that rivals have the whole game to answer
PLANNED: Final = 0.5  # what a building is worth as a gift that was to be bought this season
GARRISON: Final = 12  # the favor that sends armies
TRIFLE: Final = 0.1  # points for cancelling the event


def thing_points(outlook: Outlook, effect: str, amount: int) -> float:
    """Points for victory points, Thalers, grain, or armies in the tray. Who leads early is hunted down."""
    if effect == "vp":
        return amount * (1 - HASTE * outlook.future)
    if effect == "thalers":
        return amount * outlook.thaler
    if effect == "grain":
        return outlook.bread(amount)
    return amount * outlook.levy


def favor_points(outlook: Outlook, number: int) -> float:
    """Points that a favor should bring."""
    favor, view = box().favors[number], outlook.view
    mine = view.mine()
    if favor.effect == "build":
        return max([site_points(outlook, favor.building, county) for county in mine], default=0.0)
    if favor.effect == "garrison":
        return max([garrison_points(outlook, county) for county in (*mine, *view.neutral())], default=0.0)
    if favor.effect == "protection":
        # each combat is as dangerous as any other that is still to come
        fear = sum([outlook.stake(county) * outlook.risk(county, view.armies[county]) for county in mine])
        return fear * favor.against.bit_count() / max(1.0, combats_left(view))
    if favor.effect == "calm":
        return max([calm_points(outlook, county) for county in mine], default=0.0)
    if favor.effect == "cancel-event":
        return TRIFLE
    return thing_points(outlook, favor.effect, favor.amount)


def site_points(outlook: Outlook, kind: int, county: int) -> float:
    """Points for a free building in a county; fewer where the plan has one of the kind already."""
    view = outlook.view
    lasting = (1 - outlook.risk(county, view.armies[county])) * (1 - HASTE * outlook.future)
    planned = view.plan is not None and view.plan.boxes[kind] == county
    return outlook.scorings * site_value(outlook.worth, kind, county) * lasting * (PLANNED if planned else 1.0)


def garrison_points(outlook: Outlook, county: int) -> float:
    """Points for the armies of the favor in an own or a neutral county."""
    view, armies = outlook.view, box().favors[GARRISON].amount
    if view.owner[county] == NEUTRAL:
        return outlook.prize(view.seat, county) * (1 - outlook.risk(county, armies)) + outlook.mouth
    return outlook.posting(county, view.armies[county], view.armies[county] + armies)


def calm_points(outlook: Outlook, county: int) -> float:
    """Points for a revolt marker less in a county; half where there is none, for parrying the next one."""
    unrest = outlook.weights.unrest * outlook.will * outlook.stake(county)
    return unrest if outlook.view.markers[county] else unrest / 2


def bargain(outlook: Outlook, number: int | None) -> float:
    """Points for taking a favor on display, less the courtiers that it costs."""
    court = outlook.view.court
    if number is None or court is None:
        return 0.0
    return favor_points(outlook, number) - PRICES[court.open.index(number)] * outlook.courtier


def benefit_points(outlook: Outlook, benefit: int) -> float:
    """Points for a benefit of the next Landsknecht card."""
    view = outlook.view
    amount = amounts()[view.landsknechte[view.seat] % CARDS + 1][benefit]
    return thing_points(outlook, BENEFITS[benefit], amount)


def expansion_opinions(outlook: Outlook, choice: Decision) -> dict[str, Callable[[Any], float]]:
    """By kind of decision, what each option is worth."""
    return {
        "benefit": partial(benefit_points, outlook),
        "favor": partial(bargain, outlook),
        "favor-build": lambda county: site_points(outlook, box().favors[choice.favor].building, county),
        "favor-calm": partial(calm_points, outlook),
        "favor-garrison": partial(garrison_points, outlook),
    }
