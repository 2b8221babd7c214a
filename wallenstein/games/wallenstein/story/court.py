"""Emperor's Court and the Landsknechte (C1-C6, L2)."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.editions.court.cards import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.names import (
    BENEFITS,
    CONVERTED,
    DICE_TOWER,
    LOST_BEFORE,
    TOO_FEW_ARMIES,
)
from wallenstein.games.wallenstein.story.page import Items, Sentence, Words, armies, listed, several
from wallenstein.games.wallenstein.story.slots import end_slots, open_part
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

COURT: Final = "Court"
BUILDINGS: Final = ("palace", "church", "trading post")
AGAINST: Final = ("", "combat A", "combat B", "combat A and B")  # by the bits of a guard


def tell_courtiers(story: "Story", entry: Entry) -> Items:
    """C1, C5: everybody's courtiers at court, after the fill and at a season's end."""
    if story.actions:
        yield from end_slots(story)
    counts: list[Words] = [(story.cast.player(seat), f" {count}") for seat, count in enumerate(entry[1:])]
    yield Sentence(("Courtiers at court: ", *listed(counts, ", "), "."))


def tell_favors(story: "Story", entry: Entry) -> Items:
    """C2: the three favors and what they cost."""
    shown = [
        f"{number} ({promise(number)}) for {price}"
        for number, price in zip(entry[1:], PRICES, strict=True)
        if number != NO_FAVOR
    ]
    yield Sentence((f"Favors: {', '.join(shown) or 'none are left'}.",))


def promise(number: int) -> str:
    """What a favor card offers."""
    favor = box().favors[number]
    offers = {
        "cancel-event": "cancels the event",
        "thalers": several(favor.amount, "Thaler", "Thalers"),
        "tray-armies": f"{armies(favor.amount)} into the tray",
        "calm": "removes or parries a revolt marker",
        "grain": f"{favor.amount} grain",
        "vp": several(favor.amount, "point", "points"),
        "build": f"a free {BUILDINGS[favor.building]}",
        "protection": f"protection from {AGAINST[favor.against]}",
        "garrison": f"{armies(favor.amount)} into a county",
    }
    return offers[favor.effect]


def tell_convert(story: "Story", entry: Entry) -> Items:
    """C4: one box of a player."""
    _, seat, count, card, outcome = entry
    cast = story.cast
    yield from open_part(story, COURT)
    source: Words = ("the tray",) if card == DICE_TOWER else (cast.county(card),)
    if outcome == CONVERTED:
        yield Sentence((cast.player(seat), f" sends {armies(count)} from ", *source, " to court."), 1)
        return
    reasons = {LOST_BEFORE: "the county was lost", TOO_FEW_ARMIES: "too few armies"}
    reason = reasons.get(outcome, "too few courtiers are left")
    yield Sentence((cast.player(seat), f" cannot send {armies(count)} from ", *source, f" to court: {reason}."), 1)


def tell_favor(story: "Story", entry: Entry) -> Items:
    """C5: a favor is taken; what came of it follows."""
    _, seat, number, price = entry
    yield from open_part(story, COURT)
    yield Sentence((story.cast.player(seat), f" pays {price} courtiers for favor {number}: {promise(number)}."), 1)


def tell_effect(story: "Story", entry: Entry) -> Items:
    """C6: what a favor brought."""
    _, _, number, amount, county = entry
    favor = box().favors[number]
    if county >= 0:
        yield Sentence(("It works in ", story.cast.county(county), "."), 2)
    elif favor.effect == "calm":
        yield Sentence(("It is kept: the next marker is parried.",), 2)
    elif not amount:
        yield Sentence(("It has no effect.",), 2)
    elif favor.amount > amount:
        yield Sentence((f"The supply has only {armies(amount)}.",), 2)


def tell_parry(story: "Story", entry: Entry) -> Items:
    """C6: favor 4, kept, turns a marker away."""
    _, seat, county = entry
    cast = story.cast
    yield Sentence((cast.player(seat), " parries the revolt marker in ", cast.county(county), " with favor 4."), 2)


def tell_benefit(story: "Story", entry: Entry) -> Items:
    """L2: what a card of the Landsknechte gave."""
    _, seat, card, benefit, amount = entry
    yield from open_part(story, "Landsknechte")
    gains = {
        "thalers": several(amount, "Thaler", "Thalers"),
        "grain": f"{amount} grain",
        "armies": f"{armies(amount)} into the tray",
        "vp": several(amount, "point", "points"),
    }
    yield Sentence((story.cast.player(seat), f" turns to card {card}: {gains[BENEFITS[benefit]]}."), 1)


TELLERS: Final[dict[str, Teller]] = {
    "courtiers": tell_courtiers,
    "favors": tell_favors,
    "convert": tell_convert,
    "favor": tell_favor,
    "effect": tell_effect,
    "parry": tell_parry,
    "benefit": tell_benefit,
}
