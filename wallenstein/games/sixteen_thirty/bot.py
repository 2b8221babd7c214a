"""The base class of bots for Sixteen Thirty Something, and the bots that `wallenstein bots new` writes."""

from typing import Any, ClassVar, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.scaffold import examples
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


EXAMPLES: Final = {"js": "javascript/sixteen-thirty.js"}  # in the folder of examples, by language

BOT: Final = '''"""{title}: lobbies and bids where it holds VP markers."""

from typing import Any

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.bot import Bot
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.view import View


@register("{name}")
class {title}(Bot):
    """A first bot. Change `choose`, then run `wallenstein bots check {name}`."""

    def __init__(self, patience: int = 3) -> None:
        """Typed keywords are options of the bot: a tournament can set `patience`, up to which turn it bids gladly."""
        self.patience = patience

    def choose(self, view: View, choice: Decision) -> Any:
        """Answer every question: `choice.kind` says which it is, `choice.options` are the legal answers."""
        if choice.kind == "lobby":
            mine = [call for call in choice.options if call.country in view.markers]
            return self.rng.choice(mine or choice.options)  # always use self.rng, so that games can be repeated
        if choice.kind == "bid" and view.turn > self.patience:
            return choice.default  # the first of the options: None, which passes, unless a card must be placed
        if choice.kind in ("bid", "open-display", "vote"):
            return choice.random(self.rng)
        return choice.default
'''


def programs() -> dict[str, str]:
    return examples(EXAMPLES)
