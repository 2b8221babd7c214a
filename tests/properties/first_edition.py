"""Tables of the first edition for the properties, and the count of what its box holds (F1)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from tests.properties import HERE
from tests.properties.players import Table
from wallenstein.games.wallenstein.names import NEUTRAL, NO_EVENT, NO_TILE
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.rules import SETUPS
from wallenstein.games.wallenstein.state import State

ARMIES, PEASANTS, MARKERS, EVENTS = 61, 20, 42, 25
BUILDINGS = (28, 26, 26)
VARIANTS: Final[tuple[dict[str, str], ...]] = ({}, {"variant": "manual"})

FIRST: Final[tuple[Table, ...]] = tuple(
    (rules_from({"edition": "first", "setup": setup, **variant}, HERE), players)
    for variant, setup, players in product(VARIANTS, SETUPS, PLAYERS)
)


def name_of(table: Table) -> str:
    """How a test of this table is called."""
    rules, players = table
    return f"{players}-{rules.setup}-{rules.variant or 'first'}"


def shortfalls(state: State) -> list[str]:
    """Everything that does not add up, as sentences; empty when all is well."""
    return [*cubes(state), *stock(state), *board(state), *cards(state)]


def cubes(state: State) -> Iterator[str]:
    """Armies and peasants: supply, board, tower, tray; a march leaves its county when it is thrown."""
    players = state.book.players
    for colour in range(players + 1):
        owned = [armies for armies, owner in zip(state.armies, state.owner, strict=True) if owner == colour]
        parts = [state.supply[colour], state.tower[colour], state.tray[colour], *owned]
        if sum(parts) != (ARMIES if colour < players else PEASANTS) or min(parts) < 0:
            yield f"colour {colour} has {parts} cubes"


def stock(state: State) -> Iterator[str]:
    """Buildings and revolt markers: stock and board."""
    for kind, total in enumerate(BUILDINGS):
        built = sum(bits >> kind & 1 for bits in state.buildings)
        if state.stock[kind] < 0 or state.stock[kind] + built != total:
            yield f"{state.stock[kind]} and {built} buildings of kind {kind}; there are {total}"
    if state.stock[3] < 0 or state.stock[3] + sum(state.markers) != MARKERS:
        yield f"{state.stock[3]} and {sum(state.markers)} markers; there are {MARKERS}"


def board(state: State) -> Iterator[str]:
    """Neutral counties are empty, and what is out of play is never touched; an owned county may be empty (F10)."""
    for county, owner in enumerate(state.owner):
        lying = (state.armies[county], state.markers[county], state.buildings[county])
        if owner == NEUTRAL and lying != (0, 0, 0):
            yield f"neutral county {county} has {lying}"
        if owner != NEUTRAL and county not in state.book.counties:
            yield f"county {county} is out of play and has an owner"
        if lying[2].bit_count() > state.book.board.sites[county]:
            yield f"county {county} has more buildings than sites"


def cards(state: State) -> Iterator[str]:
    """F1: no tiles; 25 events, each in one place; nobody has less than nothing."""
    for name, held in (("thalers", state.thalers), ("grain", state.grain), ("vp", state.vp)):
        if min(held) < 0:
            yield f"{name}: {held}"
    events = [*state.events, *state.gone] + ([state.event] if state.event != NO_EVENT else [])
    if len(set(events)) != len(events) or not set(events) <= set(range(EVENTS)):
        yield f"event cards {events}"
    if state.tiles_on_offer or set(state.tiles) != {NO_TILE}:
        yield f"bonus tiles {state.tiles_on_offer}, {state.tiles}"
    if sorted(state.order) != list(range(state.book.players)):
        yield f"order {state.order}"
