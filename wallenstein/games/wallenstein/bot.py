"""What a bot for Wallenstein is: it is asked for plans, and for everything else."""

from typing import Any, ClassVar

from wallenstein.bots.bot import BaseBot
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan


class Bot(BaseBot):
    """A player. One object plays one seat of one game; the next game gets a new one.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    plays: ClassVar[str] = "wallenstein"

    def plan(self, view: View, offer: Offer) -> Plan:
        """The season's plan; `offer` knows which are legal. Unless overridden, a random one."""
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        """One of `choice.options`, for every decision but the plan. Unless overridden, the default."""
        return choice.default

    def decide(self, view: View, decision: Decision) -> Any:
        """Asks the method that the decision is for. The runner calls this; a bot need not override it."""
        if decision.kind == "plan":
            return self.plan(view, decision.options.with_rng(self.rng))
        return self.choose(view, decision)
