"""Rehearsals: one choice played to the end of the season in dealt positions, with the same luck for every choice."""

from collections.abc import Callable, Mapping, Sequence
from itertools import tee
from random import Random
from typing import Any, Final

from wallenstein.core.search.playout import Composed, Policy, Value
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.search.forecast import win_chance
from wallenstein.games.wallenstein.search.quick import quick_policy
from wallenstein.games.wallenstein.tower.models import TowerModel


class Luck:
    """The random numbers of a deal, each drawn once for all its trials: one stream for draws, one for throws.

    So draws do not depend on the number of throws.
    """

    def __init__(self, seed: int) -> None:
        self.drawing: Final[Any] = tee(iter(Random(seed).random, None), 1)[0]
        self.throwing: Final[Any] = tee(iter(Random(seed + 1).random, None), 1)[0]


class CommonChance:
    """Chance that begins anew with the same luck."""

    def __init__(self, luck: Luck) -> None:
        self.drawing: Final[Callable[[], float]] = luck.drawing.__copy__().__next__
        self.throwing: Final[Callable[[], float]] = luck.throwing.__copy__().__next__

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        rest = list(items)
        size = len(rest)
        return [rest.pop(int(self.drawing() * left)) for left in range(size, size - count, -1)]

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        return tower.drop(self.throwing, falling, inside)


class Rehearsal(Composed):
    """The deals of one question; each is made when a trial first needs it, and is the same for all choices."""

    def __init__(
        self,
        view: View,
        rng: Random,
        draw_plans: Callable[[], Mapping[int, Plan]],
        value: Value = win_chance,
        policy: Policy = quick_policy,
    ) -> None:
        """`value`: of the state in which a season ends, for the view's seat. `policy`: for all seats until then."""
        self.view = view
        self.value = value
        self.policy = policy
        self.rng = rng
        self.draw_plans = draw_plans
        self.first: State = view.sample(rng, draw_plans())
        self.deals: list[tuple[State, Luck]] = []
        self.known: dict[tuple[Any, int], float] = {}  # by choice and deal: searches come back to their best choices

    def deal(self, number: int) -> tuple[State, Luck]:
        while number >= len(self.deals):
            state = self.view.resample(self.first, self.rng, self.draw_plans())
            self.deals.append((state, Luck(int(self.rng.random() * (1 << 48)))))
        return self.deals[number]

    def trial(self, choice: object, number: int) -> float:
        """The chance to win at the end of the season, if this choice is made in that deal."""
        chance = self.known.get((choice, number))
        if chance is None:
            dealt, luck = self.deal(number)
            state = dealt.copy(CommonChance(luck))
            state.make(choice)
            while (decision := state.decision) is not None and decision.kind != "plan":
                state.make(self.policy(state, decision.seat, self.rng))
            chance = self.known[choice, number] = self.value(state, self.view.seat)
        return chance
