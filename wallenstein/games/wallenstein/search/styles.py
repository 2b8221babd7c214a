"""The rivals' probable plans, as a mixture of styles: known ways of playing, weighted by how well they fit the game.

A style is a reference bot, asked what it would plan in the rival's place. Each revealed box makes the styles that
foresaw it likelier, in this season and the next ones. One more style stands for all others: plans with mistakes. Before
it there may be another, of rivals that search: plans that a short search in their place found.
"""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Final, cast

from wallenstein.bots import BaseBot, Setup
from wallenstein.bots.discovery import find
from wallenstein.core.arithmetic import exponential
from wallenstein.core.chance import draw_from
from wallenstein.core.errors import ConfigError
from wallenstein.core.search.playout import Composed
from wallenstein.games.wallenstein.model.decision import AskPlan, Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import UNSEEN
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.search.guesses import Guesses, likeness

STYLES: Final = ("regent", "warlord", "miller", "settler")
# before anything was seen, logarithms: about 40, 20, 10, 10 and 20 % for everybody else
PRIOR: Final = (-0.9, -1.6, -2.3, -2.3, -1.6)
FORESEEN: Final = -0.16  # added to the logarithm of a style that foresaw a box: 85 %
SURPRISE: Final = -3.5  # otherwise: 3 %
ANYHOW: Final = -2.3  # for everybody else: a box that no plan with mistakes has, 10 %
PART: Final = 1.95  # added to that if all of them have it: 70 %
SEARCHING: Final = 1.4  # for those who search, where plans of theirs are given: 60 % before anything was seen
UNFOUND: Final = -2.8  # for them: a box that no search found, 6 %
FOUND: Final = 2.7  # added to that if all of them found it: 90 %; the root is nearly the logarithm of what lies between
MEMORY: Final = 0.8  # weight of a season's evidence in the next one
FAITHFUL: Final = 0.9  # probability that a style keeps to its plan


class Styles(Composed):
    """How each rival plays, and its possible plans in this season."""

    def __init__(self, players: int, styles: Sequence[str] = STYLES, prior: Sequence[float] = PRIOR) -> None:
        """`styles`: bots by name. `prior`: logarithms of their chances before anything was seen, then of others'."""
        if len(prior) != len(styles) + 1:
            raise ConfigError(f"styles: {len(styles)} of them need {len(styles) + 1} prior chances, not {len(prior)}")
        self.styles: Final = tuple(styles)
        self.before = [list(prior) for _ in range(players)]  # by seat and style: logarithms of chances
        self.now = [list(prior) for _ in range(players)]  # with the boxes revealed in this season
        self.plans: dict[int, list[Plan]] = {}  # by rival, then by style
        self.pools: dict[int, list[Sequence[Plan]]] = {}  # by rival: found by searches, if any; with mistakes

    def begin(self, view: View, state: State, rng: Random) -> None:
        """A new season: makes the plan of each style. `state` is a sample of the view before anything was revealed."""
        self.before = [[MEMORY * (value - max(row)) for value in row] for row in self.now]
        self.now = [list(row) for row in self.before]
        self.pools = {seat: [plans] for seat, plans in Guesses(view, state, rng).plans.items()}
        self.plans = {seat: [style_plan(style, state, seat, rng) for style in self.styles] for seat in self.pools}

    def expect(self, seat: int, searched: Sequence[Plan]) -> None:
        """Plans that searches in a rival's place found in this season; they must be given in all seasons or none."""
        self.pools[seat].insert(0, searched)
        for rows in (self.before, self.now):
            if len(rows[seat]) == len(self.styles) + 1:
                rows[seat].insert(len(self.styles), SEARCHING)

    def look(self, view: View) -> None:
        """Weighs the styles by the boxes revealed so far."""
        for seat, plans in self.plans.items():
            seen = view.plans[seat]
            if seen is not None:
                self.now[seat] = weighed(self.before[seat], seen.boxes, plans, self.pools[seat])

    def chances(self, seat: int) -> list[float]:
        most = max(self.now[seat])
        weights = [exponential(value - most) for value in self.now[seat]]
        whole = sum(weights)  # exact: the same numbers in the same order
        return [weight / whole for weight in weights]

    def draw(self, view: View, rng: Random) -> dict[int, Plan]:
        drawn: dict[int, Plan] = {}
        for seat, plans in self.plans.items():
            style = draw_from(self.chances(seat), rng)
            if style < len(plans) and rng.random() < FAITHFUL:
                drawn[seat] = plans[style]
            else:
                pool = self.pools[seat][style - len(plans) if style >= len(plans) else -1]
                drawn[seat] = pool[draw_from([likeness(view.plans[seat], plan) for plan in pool], rng)]
        return drawn


def weighed(
    before: Sequence[float], seen: Sequence[int], plans: Sequence[Plan], pools: Sequence[Sequence[Plan]]
) -> list[float]:
    """The logarithms of the chances, given the visible part of a plan."""
    row = list(before)
    for box, shown in enumerate(seen):
        if shown == UNSEEN:
            continue
        for style, plan in enumerate(plans):
            row[style] += FORESEEN if plan.boxes[box] == shown else SURPRISE
        for place, pool in enumerate(pools, len(plans)):
            found = sum([plan.boxes[box] == shown for plan in pool])  # exact: ints
            if place < len(row) - 1:
                row[place] += UNFOUND + FOUND * sqrt(found / len(pool))
            else:
                row[place] += ANYHOW + PART * found / len(pool)
    return row


@cache
def player_of(style: str) -> type[BaseBot]:
    found = find(style)
    if found.plays not in ("", "wallenstein"):
        raise ConfigError(f"styles: {style} plays {found.plays}, not wallenstein")
    return found


def style_plan(style: str, state: State, seat: int, rng: Random) -> Plan:
    player, book, functions = player_of(style)(), state.book, state.functions
    player.rng = rng
    player.start(Setup("wallenstein", seat, book.players, book.rules))
    asked = Decision(seat, "plan", functions.offer(state, seat), AskPlan(seat, state.declared[seat]))
    return cast(Plan, functions.kinds["plan"].check(asked, player.decide(state.view(seat), asked)))
