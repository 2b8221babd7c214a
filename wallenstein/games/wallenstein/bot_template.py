"""The bots that `wallenstein bots new` writes."""

from typing import Final

from wallenstein.bots.programs import examples

EXAMPLES: Final = {"js": "javascript/otter.js", "c": "c/otter.c"}  # in the folder of examples, by language

BOT: Final = '''"""{title}: collects taxes where they are highest, and builds palaces where nothing stands."""

from typing import Any

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, View


@register("{name}")
class {title}(Bot):
    """A first bot. Change `plan`, then run `wallenstein bots check {name}`."""

    def __init__(self, bid: int = 1) -> None:
        """Typed keywords are options of the bot: a tournament can set `bid`, the bid for the turn order."""
        self.bid = bid

    def plan(self, view: View, offer: Offer) -> Plan:
        """Choose a county for each action of the season; other actions need none."""
        taxes = view.book.board.taxes
        counties = sorted(offer.counties, key=lambda county: -taxes[county])
        wishes = dict(zip(["taxes", "grain"], counties, strict=False))
        for county in counties[2:]:
            if not view.buildings[county]:  # nothing has been built there yet
                wishes["palace"] = county
        return offer.repair(Plan.of(wishes, bid=self.bid))  # repair covers the boxes that must not stay empty

    def choose(self, view: View, choice: Decision) -> Any:
        """Make every other decision: `choice.kind` says which, `choice.options` are the legal answers."""
        if choice.kind == "tile":
            return self.rng.choice(choice.options)  # always use self.rng, so that games can be repeated
        return choice.default
'''


def programs() -> dict[str, str]:
    """The bots in other languages."""
    return examples(EXAMPLES)
