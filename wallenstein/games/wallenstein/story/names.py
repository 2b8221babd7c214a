"""Who plays and how things are called: players by bot and colour, counties, events, cubes."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.reports.page import Toned, Words, listed, several
from wallenstein.games.wallenstein.model.book import Book

COLOURS: Final = ("red", "blue", "yellow", "purple", "cyan")  # by seat; peasants are green, as in the box
PEASANTS: Final = "green"
ACTIONS: Final = (
    "palace", "church", "trading post", "grain", "taxes", "deploy 5", "deploy 3", "deploy 1 / move", "combat A",
    "combat B",
)  # fmt: skip
TILES: Final = ("+1 Thaler", "+1 grain", "6 armies", "+1 attack", "+1 defence")
EFFECTS: Final = {
    "post-calms": "building a trading post removes a revolt marker",
    "angry-peasants": "neutral counties are defended by 2 peasants",
    "palace-guard": "one more army defends a county with a palace",
    "church-peace": "no attack on another player's county with a church",
    "tax-cap": "taxes bring at most {amount} Thalers",
    "tax-floor": "taxes bring at least {amount} Thalers",
    "grain-floor": "a harvest brings at least {amount} grain",
    "grain-cap": "a harvest brings at most {amount} grain",
    "short-muster": "deploy 5 and deploy 3 place only 3 and 2 armies",
    "crop-failure": "a harvest brings 2 less grain",
    "good-harvest": "a harvest brings 2 more grain",
    "weary-peasants": "no peasants defend neutral counties",
    "trade-bonus": "a trading post brings 1 Thaler instead of costing one",
}
FIRST_EFFECTS: Final = {"palace-guard": "a peasant joins the battle for a county with a palace"}  # F5


class StoryNames:
    """The names of one game's things."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        """`bots`: the name of every seat's bot."""
        self.bots = tuple(bots)
        self.book = book

    def player(self, seat: int) -> Toned:
        """The seat's bot with its colour."""
        return Toned(f"{self.bots[seat]} ({COLOURS[seat]})", COLOURS[seat])

    def colour(self, seat: int) -> Toned:
        """The seat's colour alone."""
        return Toned(COLOURS[seat], COLOURS[seat])

    def county(self, county: int) -> Toned:
        """The county as the board spells it."""
        return Toned(self.book.board.names[county], "strong")

    def cubes(self, counts: Sequence[int]) -> Words:
        """Cubes by colour, peasants last."""
        parts: list[Words] = [
            (Toned(f"{count} {COLOURS[seat]}", COLOURS[seat]),) for seat, count in enumerate(counts[:-1]) if count
        ]
        if counts[-1]:
            parts.append((Toned(peasants(counts[-1]), PEASANTS),))
        return listed(parts) or ("nothing",)

    def event(self, event: int) -> str:
        """What an event does, and where."""
        card, rules, board = self.book.cards.events[event], self.book.rules, self.book.board
        effects = EFFECTS | (FIRST_EFFECTS if rules.edition == "first" else {})
        where = f" in {board.region_names[board.regions.index(card.region)]}" if card.region else ""
        return effects[card.effect].format(amount=card.amount) + where

    def event_id(self, event: int) -> str:
        """The event as positions and logs name it."""
        return self.book.cards.events[event].id

    def loss(self, event: int) -> int:
        """The grain that the event costs in winter."""
        return self.book.cards.events[event].loss


def armies(count: int) -> str:
    """So many armies."""
    return several(count, "army", "armies")


def peasants(count: int) -> str:
    """So many peasants."""
    return several(count, "peasant", "peasants")
