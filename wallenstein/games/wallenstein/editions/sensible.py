"""The reference bots' answers to the decisions of expansions and of the first edition."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.threat import best_defence, least_missed
from wallenstein.games.wallenstein.editions import parts_of
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View

Opinions: TypeAlias = dict[str, Callable[[Any], float]]  # by kind of decision, the worth of each option
POINTS: Final = {"vp": 1.0, "thalers": 0.4, "grain": 0.3, "armies": 0.5, "tray-armies": 0.5}  # for one of each
HASTE: Final = 0.8  # share of a gain that is lost because rivals have the whole game to answer


def thing_points(outlook: Outlook, effect: str, amount: int) -> float:
    """Points for victory points, Thalers, grain, or armies in the tray. An early leader is attacked."""
    if effect == "vp":
        return amount * (1 - HASTE * outlook.future)
    if effect == "thalers":
        return amount * outlook.thaler
    if effect == "grain":
        return outlook.bread(amount)
    return amount * outlook.levy


PLAIN: Final[Mapping[str, float]] = MappingProxyType({})  # the taste of a bot without its own


def sensible(view: View, choice: Decision, taste: Mapping[str, float] = PLAIN) -> Any:
    """A sensible answer to decisions of expansions and the first edition; otherwise the default.

    `taste`: the bot's own factors for the points of effects and benefits.
    """
    if choice.kind == "defend":
        return best_defence(view, choice)
    if choice.kind == "declare":
        return least_missed(choice.options)
    for advice in advisers(view):
        opinion = advice.common_sense(view, choice, taste).get(choice.kind)
        if opinion is not None:
            return max(choice.options, key=opinion)
    return choice.default


def advisers(view: View) -> list[Any]:
    modules = [part.module("advice") for part in parts_of(view.book.rules)]
    return [module for module in modules if module is not None]
