"""Whether a table is possible: all cards and markers are there, no limit is exceeded."""

from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import COUNTRIES, COUNTRY_OF, NONE, OPEN, SPECIAL

CARDS = 112


def faults(state: State) -> list[str]:
    """All that is wrong with the table."""
    return [*faults_of_cards(state), *faults_of_stacks(state), *faults_of_countries(state), *faults_of_markers(state)]


def faults_of_cards(state: State) -> list[str]:
    """R43: every card lies somewhere, and nothing lies out of its order."""
    held = [*state.deck, *state.discard]
    for seat in range(state.book.players):
        held += state.hands[seat] + state.markets[seat]
        for stack in state.displays[seat]:
            held += stack
    lists = [*state.hands, *state.markets, *(stack for display in state.displays for stack in display)]
    wrong = [] if len(held) == CARDS and sorted(held) == list(state.book.deck) else ["cards are lost or new"]
    return wrong + [f"{cards} is not in order" for cards in lists if list(cards) != sorted(cards)]


def faults_of_stacks(state: State) -> list[str]:
    """5.3.1, 5.3.4: one to three cards, one of them named, none of another country or special."""
    wrong = []
    for seat, display in enumerate(state.displays):
        for country, stack in enumerate(display):
            if not stack:
                if state.descendant[seat] >> country & 1:
                    wrong.append("a stack that is gone is descendant")
            elif len(stack) > 3 or stack[0] >= OPEN or stack[-1] >= SPECIAL:
                wrong.append(f"the stack {stack}")
            elif any(COUNTRY_OF[card] != country for card in stack if card < OPEN):
                wrong.append(f"the stack {stack} in {COUNTRIES[country]}")
    return wrong


def faults_of_countries(state: State) -> list[str]:
    """Limits of the tracks; 5.8: who is in a league."""
    wrong = []
    if not (set(state.status) <= set(range(8)) and {*state.army, *state.ability} <= set(range(4))):
        wrong.append("a figure beyond its track")
    if state.leagues & state.unrest:
        wrong.append("a league in unrest")
    members = [state.faction[country] for country in range(len(COUNTRIES)) if state.leagues >> country & 1]
    if NONE in members:
        wrong.append("a league without a faction")
    if any(members.count(colour) not in (0, 2) for colour in (0, 1)):
        wrong.append("a league without two members of its colour")
    return wrong


def faults_of_markers(state: State) -> list[str]:
    """3.2: everybody holds the quota, nothing more often than it is there."""
    held = [country for markers in state.markers for country in markers]
    wrong = [] if {len(markers) for markers in state.markers} == {state.book.quota} else ["a seat without its quota"]
    if any(held.count(country) > state.book.markers.count(country) for country in set(held)):
        wrong.append("too many VP markers of a country")
    return wrong
