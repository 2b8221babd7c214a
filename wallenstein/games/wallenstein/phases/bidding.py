"""The turn order (W26): bids are revealed and paid, positions and their tiles are chosen."""

from typing import Final

from wallenstein.games.wallenstein.model.codes import TILE
from wallenstein.games.wallenstein.model.entries import BidRevealed, OrderFixed, TileTaken
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.model.steps import AskTile, FixOrder, RevealBids
from wallenstein.games.wallenstein.names import DICE_TOWER_BID, NO_BID, NO_TILE, ORDER

# W26: higher chooses earlier. Money 4 to 1, then a county card (not listed), then money 0, then no bid.
RANKS: Final = {4: 6, 3: 5, 2: 4, 1: 3, 0: 1, DICE_TOWER_BID: 1, NO_BID: 0}
COUNTY_RANK: Final = 2


def reveal_bids(state: State, step: RevealBids) -> None:
    """Bids are paid; ties are broken at random; then the players choose in turn."""
    state.phase = ORDER
    ranks: list[int] = []
    for seat, plan in enumerate(state.plans):
        bid = NO_BID if plan is None else plan.bid
        ranks.append(RANKS.get(bid, COUNTY_RANK))
        paid = bid if 0 < bid < DICE_TOWER_BID else 0
        state.thalers[seat] -= paid
        state.note(BidRevealed, seat, bid, paid)
    choosers: list[int] = []
    for value in sorted(set(ranks), reverse=True):
        tied = [seat for seat, other in enumerate(ranks) if other == value]
        choosers += tied if len(tied) == 1 else state.chance.draw("tie", tied, len(tied))
    for seat in reversed(choosers):
        state.then(AskTile, seat)


class ChoosingTile(Kind[AskTile, int]):
    """A position in the turn order, named by its bonus tile (W26)."""

    name = "tile"
    rule = "W26"
    asked_by = (AskTile,)
    code = TILE

    def ask(self, state: State, step: AskTile) -> None:
        """Asks for one of the free positions."""
        free = tuple([tile for tile in state.tiles_on_offer if tile not in state.tiles])
        state.ask(step, step.seat, self.name, free)

    def take(self, state: State, step: AskTile, choice: int) -> None:
        """The seat takes the tile's position."""
        state.tiles[step.seat] = choice
        state.note(TileTaken, step.seat, state.tiles_on_offer.index(choice), choice)


def fix_order(state: State, step: FixOrder) -> None:
    """Turn order is by position; positions nobody took do not count."""
    state.order = tuple([state.tiles.index(tile) for tile in state.tiles_on_offer if tile in state.tiles])
    assert NO_TILE not in state.tiles, "every seat has chosen a tile"
    state.note(OrderFixed, state.order)
