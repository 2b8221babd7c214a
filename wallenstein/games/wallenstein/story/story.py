"""The progress of a story, the names in it, and the tellers of each type of entry."""

from collections.abc import Mapping, Sequence
from typing import Final

from wallenstein.core import story
from wallenstein.core.story import Teller as Teller
from wallenstein.core.text import Heading, Items, Sentence, Toned, Words, listed, one_or_many
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.names import BLANK

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
    def __init__(self, bots: Sequence[str], book: Book) -> None:
        self.bots = tuple(bots)
        self.book = book

    def player(self, seat: int) -> Toned:
        return Toned(f"{self.bots[seat]} ({COLOURS[seat]})", COLOURS[seat])

    def colour(self, seat: int) -> Toned:
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
            parts.append((self.peasants(counts[-1]),))
        return listed(parts) or ("nothing",)

    def peasants(self, count: int) -> Toned:
        return Toned(peasants(count), PEASANTS)

    def event(self, event: int) -> str:
        card, rules, board = self.book.cards.events[event], self.book.rules, self.book.board
        effects = EFFECTS | (FIRST_EFFECTS if rules.edition == "first" else {})
        where = f" in {board.region_names[board.regions.index(card.region)]}" if card.region else ""
        return effects[card.effect].format(amount=card.amount) + where

    def event_id(self, event: int) -> str:
        return self.book.event_ids[event]

    def loss(self, event: int) -> int:
        return self.book.cards.events[event].loss


def armies(count: int) -> str:
    return one_or_many(count, "army", "armies")


def gains(amount: int) -> dict[str, str]:
    """By effect of a card, the amount that it brings."""
    levy = f"{armies(amount)} into the tray"
    money, points = one_or_many(amount, "Thaler", "Thalers"), one_or_many(amount, "point", "points")
    return {"thalers": money, "grain": f"{amount} grain", "armies": levy, "tray-armies": levy, "vp": points}


def peasants(count: int) -> str:
    return one_or_many(count, "peasant", "peasants")


SLOT: Final = 2  # the level of headings


class Story(story.Story[StoryNames]):
    def __init__(self, names: StoryNames, tellers: Mapping[type, Teller]) -> None:
        super().__init__(names, tellers)
        self.actions: tuple[int, ...] = ()  # of the season, by slot
        self.plans: dict[int, tuple[int, ...]] = {}  # the boxes, by seat
        self.part = ""  # of the season before its slots
        self.slot = -1

    def open_part(self, name: str) -> Items:
        """A heading for the part before the slots, at its first entry."""
        if self.part != name:
            self.part = name
            yield Heading(name, SLOT)

    def open_slot(self, slot: int) -> Items:
        while self.slot < slot:
            self.slot += 1
            if self.slot >= len(self.actions):
                yield Heading(f"{self.slot + 1}. a card that the position does not list", SLOT)
                continue
            action = self.actions[self.slot]
            yield Heading(f"{self.slot + 1}. {ACTIONS[action]}", SLOT)
            if all(boxes[action] == BLANK for boxes in self.plans.values()):
                yield Sentence((Toned("no player", "quiet"),), 1)

    def end_slots(self) -> Items:
        """The last slots of the season, if nobody has planned them."""
        yield from self.open_slot(len(self.actions) - 1)
