"""Guesses at the rivals' plans: those of one way of playing, with and without mistakes, and their success so far."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final

from wallenstein.core.chance import draw_from
from wallenstein.core.search.playout import Composed
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import MONEY_CARDS, UNSEEN
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.search.plans import likely_plans

WEIGHTS: Final = Weights()
EARLY: Final = 0.1
VARIANTS: Final = 6  # plans with mistakes for each rival
NOISE: Final = 1.2  # size of the mistakes in each value, in points
FITTING: Final = 0.6  # probability that a rival plans without mistakes, before anything was seen
TRUST: Final = 10.0  # the weight of that, in boxes


class Guesses(Composed):
    """The possible plans of each rival in this season."""

    def __init__(self, view: View, state: State, rng: Random) -> None:
        """`state` is a sample of the view, before anything was revealed."""
        self.plans: dict[int, list[Plan]] = {}
        for seat in range(view.book.players):
            if seat == view.seat:
                continue
            offer = state.functions.offer(state, seat)
            table = plan_table(Outlook(state.view(seat), WEIGHTS), offer.counties, MONEY_CARDS + offer.short, EARLY)
            self.plans[seat] = list(islice(likely_plans(table, offer, NOISE, rng), 1 + VARIANTS))

    def draw(self, view: View, fits: Sequence[float], rng: Random) -> dict[int, Plan]:
        """A plan for each rival that probably agrees with the revealed boxes; `fits`: how often it is the first."""
        drawn: dict[int, Plan] = {}
        for seat, plans in self.plans.items():
            others = (1 - fits[seat]) / (len(plans) - 1)
            chances = [
                likeness(view.plans[seat], plan) * (others if place else fits[seat]) for place, plan in enumerate(plans)
            ]
            drawn[seat] = plans[draw_from(chances, rng)]
        return drawn

    def agreement(self, view: View, seat: int) -> tuple[int, int]:
        """The number of revealed boxes with a county that the first guess has right, and the number of all of them."""
        seen = view.plans[seat]
        if seen is None:
            return 0, 0
        pairs = [(box, guess) for box, guess in zip(seen.boxes, self.plans[seat][0].boxes, strict=True) if box >= 0]
        return sum(box == guess for box, guess in pairs), len(pairs)


def likeness(seen: Plan | None, plan: Plan) -> float:
    """How well a plan agrees with its revealed boxes: a quarter for each different one."""
    if seen is None:
        return 1.0
    likely = 1.0
    for box, guess in zip(seen.boxes, plan.boxes, strict=True):
        if box not in (UNSEEN, guess):
            likely *= 0.25
    return likely
