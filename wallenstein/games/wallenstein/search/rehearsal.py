"""Rehearsals: one choice played to the end of the season in dealt positions, with the same luck for every choice."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.search.forecast import win_chance
from wallenstein.games.wallenstein.search.quick import quick_policy
from wallenstein.games.wallenstein.tower.models import TowerModel


class CommonChance:
    """Chance with one stream for draws and one for throws: draws do not depend on the number of throws."""

    def __init__(self, seed: int) -> None:
        self.drawing = Random(seed).random
        self.throwing = Random(seed + 1).random

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        """`count` of the items in random order."""
        rest = list(items)
        size = len(rest)
        return [rest.pop(int(self.drawing() * left)) for left in range(size, size - count, -1)]

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        """The number of cubes of each colour that come out of the tower."""
        return tower.drop(self.throwing, falling, inside)


class Rehearsal:
    """The deals of one question; each is made when a trial first needs it, and is the same for all choices."""

    def __init__(self, view: View, rng: Random, draw_plans: Callable[[], Mapping[int, Plan]]) -> None:
        self.view = view
        self.rng = rng
        self.draw_plans = draw_plans
        self.first: State = view.sample(rng, draw_plans())
        self.deals: list[tuple[State, int]] = []

    def deal(self, number: int) -> tuple[State, int]:
        """The position and the seed of its luck."""
        while number >= len(self.deals):
            state = self.view.resample(self.first, self.rng, self.draw_plans())
            self.deals.append((state, int(self.rng.random() * (1 << 48))))
        return self.deals[number]

    def trial(self, choice: Any, number: int) -> float:
        """The chance to win at the end of the season, if this choice is made in that deal."""
        dealt, seed = self.deal(number)
        state = dealt.copy(CommonChance(seed))
        state.make(choice)
        rng = self.rng
        while (decision := state.decision) is not None and decision.kind != "plan":
            state.make(quick_policy(state, decision.seat, rng))
        return win_chance(state, self.view.seat)
