"""Events of the first edition that affect a region (F5)."""

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import NO_EVENT


def strikes(state: State, effect: str, county: int) -> bool:
    """Whether this season's event has that effect in the county's region."""
    if state.event == NO_EVENT:
        return False
    event, board = state.book.cards.events[state.event], state.book.board
    return event.effect == effect and event.region == board.regions[board.region[county]]
