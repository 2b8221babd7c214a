"""The count of everything in the box (W2-W4): an army, a tile or a card is always in exactly one place."""

from collections.abc import Iterator

from wallenstein.games.wallenstein.names import ACTIONS, NEUTRAL, NO_EVENT, NO_TILE, TILES
from wallenstein.games.wallenstein.state import State

ARMIES, PEASANTS, MARKERS = 62, 20, 42
BUILDINGS = (28, 26, 26)  # palaces, churches, trading posts
EVENTS = 12


def shortfalls(state: State) -> list[str]:
    """Everything that does not add up, as sentences; empty when all is well."""
    return [*cubes(state), *tiles(state), *board(state), *cards(state)]


def cubes(state: State) -> Iterator[str]:
    """Armies and peasants: supply, board, tower, tray."""
    players = state.book.players
    for colour in range(players + 1):
        parts = [state.supply[colour], state.tower[colour], state.tray[colour]]
        total = ARMIES if colour < players else PEASANTS
        if colour < players:
            parts.append(sum(a for a, owner in zip(state.armies, state.owner, strict=True) if owner == colour))
        if sum(parts) != total or min(parts) < 0:
            yield f"colour {colour} has {parts} cubes of {total}"


def tiles(state: State) -> Iterator[str]:
    """Buildings and revolt markers: stock and board."""
    for kind, total in enumerate(BUILDINGS):
        built = sum(bits >> kind & 1 for bits in state.buildings)
        if state.stock[kind] < 0 or state.stock[kind] + built != total:
            yield f"{state.stock[kind]} buildings of kind {kind} in the stock and {built} on the board of {total}"
    lying = sum(state.markers)
    if state.stock[3] < 0 or state.stock[3] + lying != MARKERS:
        yield f"{state.stock[3]} markers in the stock and {lying} on the board of {MARKERS}"
    taken = [tile for tile in state.tiles if tile != NO_TILE]
    if len(set(taken)) != len(taken):
        yield f"a bonus tile is held twice: {state.tiles}"


def board(state: State) -> Iterator[str]:
    """W3, W4: owned counties have armies, neutral ones nothing, and what is out of play is never touched."""
    used = set(state.book.counties)
    for county, owner in enumerate(state.owner):
        lying = (state.armies[county], state.markers[county], state.buildings[county])
        if owner == NEUTRAL and lying != (0, 0, 0):
            yield f"neutral county {county} has {lying}"
        if owner != NEUTRAL and lying[0] < 1:
            yield f"county {county} of seat {owner} has {lying[0]} armies"
        if owner != NEUTRAL and county not in used:
            yield f"county {county} is out of play and has an owner"
        if lying[2].bit_count() > state.book.board.sites[county]:
            yield f"county {county} has more buildings than sites"


def cards(state: State) -> Iterator[str]:
    """Cards are where they can be, and nobody has less than nothing."""
    for name, held in (("thalers", state.thalers), ("grain", state.grain), ("vp", state.vp)):
        if min(held) < 0:
            yield f"{name}: {held}"
    events = [*state.events, *state.gone] + ([state.event] if state.event != NO_EVENT else [])
    if len(set(events)) != len(events) or not set(events) <= set(range(EVENTS)):
        yield f"event cards {events}"
    if state.actions and sorted(state.actions) != list(range(len(ACTIONS))):
        yield f"action cards {state.actions}"
    if state.tiles_on_offer and sorted(state.tiles_on_offer) != list(range(len(TILES))):
        yield f"bonus tiles {state.tiles_on_offer}"
    if sorted(state.order) != list(range(state.book.players)):
        yield f"order {state.order}"
