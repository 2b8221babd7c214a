"""Fixing the turn order (W26): bids are revealed and paid, positions and their tiles are chosen."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import DICE_TOWER_BID, NO_BID, NO_TILE, ORDER

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


# W26: higher chooses earlier. Money 4 to 1, then a county card (not listed), then money 0, then no bid.
RANKS: Final = {4: 6, 3: 5, 2: 4, 1: 3, 0: 1, DICE_TOWER_BID: 1, NO_BID: 0}
COUNTY_RANK: Final = 2


def reveal_bids(state: "State", step: Step) -> None:
    """Bids are paid; who bid the same is drawn for; then everybody chooses in turn."""
    state.phase = ORDER
    ranks: list[int] = []
    for seat, plan in enumerate(state.plans):
        bid = NO_BID if plan is None else plan.bid
        ranks.append(RANKS.get(bid, COUNTY_RANK))
        paid = bid if 0 < bid < DICE_TOWER_BID else 0
        state.thalers[seat] -= paid
        if state.journal is not None:
            state.journal.append(("bid", seat, bid, paid))
    choosers: list[int] = []
    for value in sorted(set(ranks), reverse=True):
        tied = [seat for seat, other in enumerate(ranks) if other == value]
        choosers += tied if len(tied) == 1 else state.chance.draw("tie", tied, len(tied))
    state.agenda.extend([("tile", seat) for seat in reversed(choosers)])


def ask_tile(state: "State", step: Step) -> None:
    """Asks for one of the free positions, named by its tile."""
    free = tuple([tile for tile in state.tiles_on_offer if tile not in state.tiles])
    state.ask(step, step[1], "tile", free)


def take_tile(state: "State", step: Step, tile: int) -> None:
    """The military leader takes the tile's position."""
    seat = step[1]
    state.tiles[seat] = tile
    if state.journal is not None:
        state.journal.append(("tile", seat, state.tiles_on_offer.index(tile), tile))


def fix_order(state: "State", step: Step) -> None:
    """Turn order is by position; positions nobody took do not count."""
    state.order = [state.tiles.index(tile) for tile in state.tiles_on_offer if tile in state.tiles]
    assert NO_TILE not in state.tiles, "every seat has chosen a tile"
    if state.journal is not None:
        state.journal.append(("order", *state.order))
