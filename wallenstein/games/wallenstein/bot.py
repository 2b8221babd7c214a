"""The base class of bots for Wallenstein: plans, and all other decisions."""

from typing import Any, ClassVar

from wallenstein.bots.bot import BaseBot
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import NAMING, Plan


class Bot(BaseBot):
    """A player. Each object plays one seat of one game.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    plays: ClassVar[str] = "wallenstein"

    def plan(self, view: View, offer: Offer) -> Plan:
        """Returns the season's plan; `offer` knows the legal ones. By default, a random one."""
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        """Returns one of `choice.options`, for every decision except the plan. By default, `choice.default`."""
        return choice.default

    def decide(self, view: View, decision: Decision) -> Any:
        """Calls the method for the decision. The runner calls this; a bot need not override it."""
        NAMING.ids = view.book.board.ids
        if decision.kind == "plan":
            return self.plan(view, decision.options.with_rng(self.rng))
        return self.choose(view, decision)
