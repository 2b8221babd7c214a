"""The offer that a seat plans from, taken from the state's open parts."""

from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.state import State


def offer(state: State, seat: int) -> Offer:
    """W23: the seat's county cards and money cards, and what it can pay."""
    counties = tuple([county for county, owner in enumerate(state.owner) if owner == seat])
    return Offer(seat, counties, state.thalers[seat])
