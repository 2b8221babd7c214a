"""What every seat has, noted in the journal after each season."""

from wallenstein.games.wallenstein.model.entries import Standing
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BUILDINGS


def log_standings(state: State) -> None:
    """One entry a seat: holdings on the board, supplies, grain, Thalers and points."""
    if state.journal is None:
        return
    for seat in range(state.book.players):
        counties = armies = markers = 0
        built = [0] * len(BUILDINGS)
        for county, owner in enumerate(state.owner):
            if owner == seat:
                counties += 1
                armies += state.armies[county]
                markers += state.markers[county]
                bits = state.buildings[county]
                for building in range(len(BUILDINGS)):
                    built[building] += bits >> building & 1
        palaces, churches, posts = built
        state.note(
            Standing, state.year, state.season, seat, counties, armies, palaces, churches, posts, markers,
            state.supply[seat], state.tower[seat], state.tray[seat], state.grain[seat], state.thalers[seat],
            state.vp[seat],
        )  # fmt: skip
