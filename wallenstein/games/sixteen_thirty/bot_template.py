"""The bots that `wallenstein bots new --game sixteen-thirty` writes."""

from typing import Final

from wallenstein.bots.programs import examples

EXAMPLES: Final = {"js": "javascript/sixteen-thirty.js"}  # in the folder of examples, by language

BOT: Final = '''"""{title}: lobbies and bids where it holds VP markers."""

from typing import Any

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.bot import Bot
from wallenstein.games.sixteen_thirty.model.decision import Decision
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
    """The bots in other languages."""
    return examples(EXAMPLES)
