"""Playing the expansions sensibly, whatever a bot's style: court boxes, favors, Landsknechte (C3-C6, L2)."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.bots.advice.sites import site_value
from wallenstein.bots.advice.worth import Worth, scorings_left
from wallenstein.games.wallenstein.court.cards import PRICES, Favor, box
from wallenstein.games.wallenstein.court.conversion import SIZES
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.names import BENEFITS, BLANK, DICE_TOWER, NEUTRAL
from wallenstein.games.wallenstein.view import View

POINTS: Final = {"vp": 1.0, "thalers": 0.4, "grain": 0.3, "armies": 0.2, "tray-armies": 0.2}  # for one of each
OTHERS: Final = {"protection": 0.5, "calm": 0.5, "cancel-event": 0.1}  # points for the whole favor
COURTIER: Final = 0.1  # points for one that stays at court for the next favor


def court_boxes(view: View) -> tuple[int, ...]:
    """The court boxes of a plan: dice tower cards for the armies that lie idle in the tray, which cost nothing."""
    if view.court is None:
        return ()
    idle, waiting = view.tray[view.seat], view.court.supply[view.seat]
    boxes = []
    for armies in SIZES:
        if armies <= min(idle, waiting):
            idle, waiting = idle - armies, waiting - armies
            boxes.append(DICE_TOWER)
        else:
            boxes.append(BLANK)
    return tuple(boxes)


def sensible(view: View, choice: Decision) -> Any:
    """A sensible answer to what the expansions ask; to anything else the default."""
    opinions: dict[str, Callable[[Any], float]] = {
        "benefit": lambda benefit: POINTS[BENEFITS[benefit]],
        "favor": lambda number: favor_value(view, number) if number else 0.0,
        "favor-build": lambda county: site_value(Worth(view), box().favors[choice.step[2]].building, county),
        "favor-calm": lambda county: Worth(view).county(view.seat, county),
        "favor-garrison": lambda county: garrison_value(view, Worth(view), county),
    }
    opinion = opinions.get(choice.kind)
    return max(choice.options, key=opinion) if opinion else choice.default


def favor_value(view: View, number: int) -> float:
    """Points that a favor on display should bring, less its price in courtiers."""
    favor = box().favors[number]
    price = PRICES[view.court.open.index(number)] if view.court and number in view.court.open else 0
    return _effect(view, favor) - COURTIER * price


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
