"""Rehearsals: one choice played on in dealt positions, with the same luck for every choice."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from wallenstein.core.chance import FreeChance
from wallenstein.core.search.playout import Composed, Policy, Value
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.search.prospects import win_chance
from wallenstein.games.sixteen_thirty.search.quick import quick_policy

PolicyOf: TypeAlias = Callable[[State], Policy]  # the policy of all seats in a dealt position


class Rehearsal(Composed):
    """The deals of one question; each is made when a trial first needs it, and is the same for all choices."""

    def __init__(
        self,
        view: View,
        rng: Random,
        rounds: int = 1,
        policy_of: PolicyOf = lambda state: quick_policy,
        value: Value = win_chance,
        foresight: bool = False,
    ) -> None:
        """`rounds`: the number of players' rounds to play on, including the present one. `value`: of the state then.

        `foresight`: in a vote, the others vote by the policy; a sample has random votes.
        """
        self.value = value
        self.foresight = foresight
        self.view = view
        self.rng = rng
        self.rounds = rounds
        self.policy_of = policy_of
        self.deals: list[tuple[State, int, Policy]] = []

    def deal(self, number: int) -> tuple[State, int, Policy]:
        """The position, the seed of its luck, and the policy of all seats."""
        while number >= len(self.deals):
            state: State = self.view.sample(self.rng)
            seed, policy = int(self.rng.random() * (1 << 48)), self.policy_of(state)
            if self.foresight and state.stage == const.VOTE:
                self.ask_voters(state, policy, Random(seed))
            self.deals.append((state, seed, policy))
        return self.deals[number]

    def ask_voters(self, state: State, policy: Policy, luck: Random) -> None:
        """Takes all votes back, and asks those before the seat again."""
        state.vote_again()
        while (decision := state.decision) is not None and decision.seat != self.view.seat:
            state.make(policy(state, decision.seat, luck))

    def trial(self, choice: object, number: int) -> float:
        """The chance to win some rounds later, if this choice is made in that deal."""
        dealt, seed, policy = self.deal(number)
        luck = Random(seed)
        state = dealt.copy(FreeChance(luck))
        state.make(choice)
        left, current = self.rounds, state.current
        while (decision := state.decision) is not None:
            if state.current != current:
                left -= 1
                current = state.current
                if not left:
                    break
            state.make(policy(state, decision.seat, luck))
        return self.value(state, self.view.seat)
