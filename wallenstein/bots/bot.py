"""What every bot is: a class with a name, a random generator of its own, and four methods that may be overridden."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from wallenstein.core.game import Placing
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.table.conditions import Setup


class Bot:
    """A player. One object plays one seat of one game; the next game gets a new one.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    name: ClassVar[str] = ""
    """The registered name; `register` sets it."""

    rng: Random
    """The only source of chance that a reproducible bot uses; it is there from `start` on, not in the constructor."""

    def start(self, setup: Setup) -> None:
        """The game is about to begin: `setup` tells the seat, the number of players and the rules."""

    def plan(self, view: View, offer: Offer) -> Plan:
        """The season's plan; `offer` knows which are legal. Unless overridden, a random one."""
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        """One of `choice.options`, for every decision but the plan. Unless overridden, the default."""
        return choice.default

    def end(self, result: Sequence[Placing]) -> None:
        """The game is over: `result` has every seat's rank and score."""

    def decide(self, view: View, decision: Decision) -> Any:
        """Asks the method that the decision is for. The runner calls this; a bot need not override it."""
        if decision.kind == "plan":
            return self.plan(view, decision.options.with_rng(self.rng))
        return self.choose(view, decision)
