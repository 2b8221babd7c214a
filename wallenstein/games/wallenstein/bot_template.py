"""The bot that `wallenstein bots new` writes."""

from typing import Final

BOT: Final = '''"""{title}: collects taxes where they are highest, and builds a palace there."""

from typing import Any

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, View


@register("{name}")
class {title}(Bot):
    """A first bot. Change `plan`, then see with `wallenstein bots check {name}` whether it still behaves."""

    def __init__(self, bid: int = 1) -> None:
        """Typed keywords are options of the bot: a tournament may set `bid`, what is bid for the turn order."""
        self.bid = bid

    def plan(self, view: View, offer: Offer) -> Plan:
        """What each county does this season; what is not named here stays without."""
        taxes = view.book.board.taxes
        richest = sorted(offer.counties, key=lambda county: -taxes[county])
        wishes = dict(zip(["taxes", "palace"], richest, strict=False))
        return offer.repair(Plan.of(wishes, bid=self.bid))  # repair covers the boxes that must not stay empty

    def choose(self, view: View, choice: Decision) -> Any:
        """Every other decision: `choice.kind` says which, `choice.options` are the legal answers."""
        if choice.kind == "tile":
            return self.rng.choice(choice.options)  # chance always from self.rng, so that games can be repeated
        return choice.default
'''
