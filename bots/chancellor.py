"""Chancellor: tries what the broker likes in games that it deals itself, and takes what wins most of them.

The idea: what a lobby, a bid or a vote is worth depends on how the others bid and vote in it (5.6.1, 5.6.2). The
chancellor takes the choices that the broker likes best, deals what it cannot see (hands, and markers that explain all
gains, 4.2.1), and plays each choice to the end of the round with the same luck for all (common random numbers,
determinized Monte Carlo). The others bid and vote as brokers who know each other's markers. Then it asks how likely it
wins from there, by prospects that were fitted to games. Choices that do worse fall out early (successive halving).
Budgets are counted in playouts, so its games can be repeated anywhere.
"""

from random import Random
from typing import Any

from wallenstein.bots import register
from wallenstein.bots.discovery import find
from wallenstein.bots.policies import policy as bot_policy
from wallenstein.bots.search_log import search_note
from wallenstein.core.search.halving import halving
from wallenstein.core.search.playout import Policy
from wallenstein.games.sixteen_thirty.advice.outlook import Rivals
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.search.rehearsal import PolicyOf, Rehearsal

from .broker import Broker


@register("chancellor")
class Chancellor(Broker):
    """Options: `playouts` for a choice; `width`, how many choices it compares; `rounds`, how far it plays on; `trust`,
    by how much another choice must win more often than the one that the broker likes best; `policy`, a bot that plays
    on in place of the broker, with its own view; `log`, whether it notes what it has tried."""

    searched: tuple[str, ...] = ("special", "lobby", "bid", "vote")

    def __init__(
        self, playouts: int = 24, width: int = 5, rounds: int = 1, trust: float = 0.015, policy: str = "",
        log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        player = find(policy) if policy else None
        self.policy_of: PolicyOf = (lambda state: bot_policy(player)) if player else brokers
        self.playouts = playouts
        self.width = width
        self.rounds = rounds
        self.trust = trust
        self.log = log

    def choose(self, view: View, choice: Decision) -> Any:
        """The choice that wins most rehearsals, of those that the broker likes best."""
        opinion = self.opinion(view, choice)
        if choice.kind not in self.searched:
            return max(choice.options, key=opinion)
        likely = sorted(choice.options, key=opinion, reverse=True)[: self.width]
        if len(likely) < 2:
            return likely[0]
        rehearsal, first, made = self.rehearsal(view), likely[0], dict[tuple[Any, int], float]()

        def trial(tried: Any, number: int) -> float:
            made[tried, number] = rehearsal.trial(tried, number)
            return made[tried, number] + (self.trust if tried == first else 0.0)

        best = halving(likely, trial, self.playouts)[0][0]
        if self.log:
            self.note(search_note(made))
        return best

    def rehearsal(self, view: View) -> Rehearsal:
        return Rehearsal(view, self.rng, self.rounds, self.policy_of)


def brokers(state: State) -> Policy:
    """What everybody plays by in a dealt position: as brokers that know all markers of it."""
    broker = Broker()
    broker.rivals = Rivals.seen(state)

    def policy(played: Any, seat: int, rng: Random) -> Any:
        broker.rng = rng
        return broker.choose(played.view(seat), played.decision)

    return policy
