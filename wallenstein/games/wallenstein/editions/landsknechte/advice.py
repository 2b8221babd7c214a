"""Values of benefits for the reference bots (L2)."""

from collections.abc import Mapping
from functools import partial

from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.editions.landsknechte.part import CARDS, amounts
from wallenstein.games.wallenstein.editions.sensible import POINTS, Opinions, thing_points
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BENEFITS


def opinions(outlook: Outlook, choice: Decision) -> Opinions:
    return {"benefit": partial(benefit_points, outlook)}


def common_sense(view: View, choice: Decision, taste: Mapping[str, float]) -> Opinions:
    return {"benefit": lambda benefit: POINTS[BENEFITS[benefit]] * taste.get(BENEFITS[benefit], 1.0)}


def benefit_points(outlook: Outlook, benefit: int) -> float:
    view = outlook.view
    amount = amounts()[view.landsknechte[view.seat] % CARDS + 1][benefit]
    return thing_points(outlook, BENEFITS[benefit], amount)
