"""The story of Emperor's Court (C1-C6)."""

from typing import Final

from wallenstein.core.story import tellers_in
from wallenstein.core.text import Items, Sentence, Words, listed
from wallenstein.games.wallenstein.editions.court import records
from wallenstein.games.wallenstein.editions.court.audience import court_of
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import CONVERTED, DICE_TOWER, LOST_BEFORE, TOO_FEW_ARMIES
from wallenstein.games.wallenstein.story.story import Story, armies, gains

COURT: Final = "Court"
BUILDINGS: Final = ("palace", "church", "trading post")
AGAINST: Final = ("", "combat A", "combat B", "combat A and B")  # by the bits of a guard


def tell_courtiers(story: Story, entry: records.CourtiersCounted) -> Items:
    if story.actions:
        yield from story.end_slots()
    counts: list[Words] = [(story.names.player(seat), f" {count}") for seat, count in enumerate(entry.courtiers)]
    yield Sentence(("Courtiers at court: ", *listed(counts, ", "), "."))


def tell_favors(story: Story, entry: records.FavorsShown) -> Items:
    shown = [
        f"{number} ({promise(number)}) for {price}"
        for number, price in zip(entry.favors, records.PRICES, strict=True)
        if number != records.NO_FAVOR
    ]
    yield Sentence((f"Favors: {', '.join(shown) or 'none are left'}.",))


def promise(number: int) -> str:
    favor = records.box().favors[number]
    offers = {
        **gains(favor.amount),
        "cancel-event": "cancels the event",
        "calm": "removes or prevents a revolt marker",
        "build": f"a free {BUILDINGS[favor.building]}",
        "protection": f"protection from {AGAINST[favor.against]}",
        "garrison": f"{armies(favor.amount)} into a county",
    }
    return offers[favor.effect]


def tell_convert(story: Story, entry: records.Converted) -> Items:
    seat, count, card, outcome = entry
    names = story.names
    yield from story.open_part(COURT)
    source: Words = ("the tray",) if card == DICE_TOWER else (names.county(card),)
    if outcome == CONVERTED:
        yield Sentence((names.player(seat), f" sends {armies(count)} from ", *source, " to court."), 1)
        return
    reasons = {LOST_BEFORE: "the county was lost", TOO_FEW_ARMIES: "too few armies"}
    reason = reasons.get(outcome, "too few courtiers are left")
    yield Sentence((names.player(seat), f" cannot send {armies(count)} from ", *source, f" to court: {reason}."), 1)


def tell_favor(story: Story, entry: records.FavorTaken) -> Items:
    seat, number, price = entry
    yield from story.open_part(COURT)
    yield Sentence((story.names.player(seat), f" pays {price} courtiers for favor {number}: {promise(number)}."), 1)


def tell_effect(story: Story, entry: records.FavorWorked) -> Items:
    _, number, amount, county = entry
    favor = records.box().favors[number]
    if county >= 0:
        yield Sentence(("Used in ", story.names.county(county), "."), 2)
    elif favor.effect == "calm":
        yield Sentence(("It is kept for the next revolt marker.",), 2)
    elif not amount:
        yield Sentence(("It has no effect.",), 2)
    elif favor.amount > amount:
        yield Sentence((f"The supply has only {armies(amount)}.",), 2)


def tell_parry(story: Story, entry: records.MarkerParried) -> Items:
    seat, county = entry
    names = story.names
    yield Sentence((names.player(seat), " prevents the revolt marker in ", names.county(county), " with favor 4."), 2)


def seat_words(state: State, seat: int) -> list[str]:
    court = court_of(state)
    found = [f"{court.hall[seat]} at court"]
    if court.kept_calm[seat]:
        found.append(f"keeps favor {records.CALM}")
    if court.protected[seat]:
        found.append(f"safe from {AGAINST[court.protected[seat]]}")
    return found


def table_words(state: State) -> list[str]:
    shown = zip(court_of(state).open, records.PRICES, strict=True)
    return [f"Favor {number} for {price}: {promise(number)}" for number, price in shown if number != records.NO_FAVOR]


TELLERS: Final = tellers_in(globals())
