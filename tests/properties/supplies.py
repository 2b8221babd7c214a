"""The count of everything in the box (W2-W4, F1, C1, C2, L1): an army, a tile or a card is in exactly one place."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.editions.landsknechte.part import cards_of
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, COURT, NEUTRAL, NO_EVENT, NO_TILE, PLAN, TILES

PEASANTS, MARKERS = 20, 42
BUILDINGS = (28, 26, 26)  # palaces, churches, trading posts
COURTIERS, FAVORS, KEPT = 7, 21, 4  # the favor that its owner may keep before him
LANDSKNECHTE = {1, 2, 3, 4}


class Box(NamedTuple):
    """What one edition's box holds, and what may lie on its board."""

    armies: int  # of every seat
    events: int
    tiles: int
    garrison: int  # so many armies at least lie on an owned county (W3, F10)


BOXES: Final = {"second": Box(62, 12, len(TILES), 1), "first": Box(61, 25, 0, 0)}


def box_of(state: State) -> Box:
    """The box that this game was taken from."""
    return BOXES[state.book.rules.edition]


def shortfalls(state: State) -> list[str]:
    """Everything that does not add up, as sentences; empty when all is well."""
    return [*cubes(state), *stock(state), *board(state), *cards(state), *court(state), *piles(state)]


def cubes(state: State) -> Iterator[str]:
    """Armies and peasants: supply, board, tower, tray; a march leaves its county when it is thrown."""
    players = state.book.players
    for colour in range(players + 1):
        owned = [armies for armies, owner in zip(state.armies, state.owner, strict=True) if owner == colour]
        parts = [state.supply[colour], state.tower[colour], state.tray[colour], *owned]
        total = box_of(state).armies if colour < players else PEASANTS
        if sum(parts) != total or min(parts) < 0:
            yield f"colour {colour} has {parts} cubes of {total}"


def stock(state: State) -> Iterator[str]:
    """Buildings and revolt markers: stock and board."""
    for kind, total in enumerate(BUILDINGS):
        built = sum(bits >> kind & 1 for bits in state.buildings)
        if state.stock[kind] < 0 or state.stock[kind] + built != total:
            yield f"{state.stock[kind]} buildings of kind {kind} in the stock and {built} on the board of {total}"
    lying = sum(state.markers)
    if state.stock[3] < 0 or state.stock[3] + lying != MARKERS:
        yield f"{state.stock[3]} markers in the stock and {lying} on the board of {MARKERS}"


def board(state: State) -> Iterator[str]:
    """W3, W4: neutral counties are empty, and what is out of play is never touched."""
    used, garrison = set(state.book.counties), box_of(state).garrison
    for county, owner in enumerate(state.owner):
        lying = (state.armies[county], state.markers[county], state.buildings[county])
        if owner == NEUTRAL and lying != (0, 0, 0):
            yield f"neutral county {county} has {lying}"
        if owner != NEUTRAL and lying[0] < garrison:
            yield f"county {county} of seat {owner} has {lying[0]} armies"
        if owner != NEUTRAL and county not in used:
            yield f"county {county} is out of play and has an owner"
        if lying[2].bit_count() > state.book.board.sites[county]:
            yield f"county {county} has more buildings than sites"


def cards(state: State) -> Iterator[str]:
    """Cards and bonus tiles are where they can be, and nobody has less than nothing."""
    box = box_of(state)
    for name, held in (("thalers", state.thalers), ("grain", state.grain), ("vp", state.vp)):
        if min(held) < 0:
            yield f"{name}: {held}"
    events = [*state.events, *state.spent_events] + ([state.event] if state.event != NO_EVENT else [])
    if len(set(events)) != len(events) or not set(events) <= set(range(box.events)):
        yield f"event cards {events}"
    if state.actions and sorted(state.actions) != list(range(len(ACTIONS))):
        yield f"action cards {state.actions}"
    if state.tiles_on_offer and (not box.tiles or sorted(state.tiles_on_offer) != list(range(box.tiles))):
        yield f"bonus tiles {state.tiles_on_offer}"
    taken = [tile for tile in state.tiles if tile != NO_TILE]
    if len(set(taken)) != len(taken) or not set(taken) <= set(range(box.tiles)):
        yield f"bonus tiles {state.tiles} are held"
    if sorted(state.order) != list(range(state.book.players)):
        yield f"order {state.order}"


def court(state: State) -> Iterator[str]:
    """C1: seven courtiers a player. C2, C5: every favor is in the pile, on display, kept, or gone."""
    court = state.parts.get("emperors-court")
    if (court is not None) != ("emperors-court" in state.book.rules.expansions):
        yield f"the court is {court}"
    if court is None:
        return
    for seat, counts in enumerate(zip(court.supply, court.hall, strict=True)):
        if sum(counts) != COURTIERS or min(counts) < 0:
            yield f"seat {seat} has {counts} courtiers"
    favors = [*court.pile(), *court.gone, *[number for number in court.open if number]]
    favors += [KEPT] * court.kept_calm.count(True)
    if sorted(favors) != list(range(1, FAVORS + 1)):
        yield f"favors {sorted(favors)}"
    if any(court.open) and not PLAN <= state.phase <= COURT:
        yield f"favors {court.open} on display in phase {state.phase}"
    if any(court.protected) and state.phase not in (COURT, ACTION):
        yield f"protected {court.protected} in phase {state.phase}"


def piles(state: State) -> Iterator[str]:
    """L1: the card on top of every player's pile, if there are any."""
    number = state.book.players if "landsknechte" in state.book.rules.expansions else 0
    cards = cards_of(state) if "landsknechte" in state.parts else []
    if len(cards) != number or not set(cards) <= LANDSKNECHTE:
        yield f"piles {cards}"
