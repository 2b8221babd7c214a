"""The base class of bots for Sixteen Thirty Something."""

from typing import Any, ClassVar

from wallenstein.bots.bot import BaseBot
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.view import View


class Bot(BaseBot):
    """A player. Each object plays one seat of one game.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    plays: ClassVar[str] = "sixteen-thirty"

    def choose(self, view: View, choice: Decision) -> Any:
        """Returns one of `choice.options`. By default, `choice.default`."""
        return choice.default

    def decide(self, view: View, decision: Decision) -> Any:
        """Calls `choose`. The runner calls this; a bot need not override it."""
        return self.choose(view, decision)
