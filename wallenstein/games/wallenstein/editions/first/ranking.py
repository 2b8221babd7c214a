"""The final ranking of the first edition (F13)."""

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BUILDINGS


def by_buildings(state: State, seat: int) -> tuple[int, ...]:
    """F13: most victory points, then palaces, then churches, then posts."""
    own = [state.buildings[county] for county, owner in enumerate(state.owner) if owner == seat]
    return state.vp[seat], *(sum(bits >> kind & 1 for bits in own) for kind in range(len(BUILDINGS)))
