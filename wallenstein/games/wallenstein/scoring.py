"""Scoring (W72) and the final ranking (W74)."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL
from wallenstein.games.wallenstein.step import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.state import State

MAJORITY: Final = (3, 2, 1)  # W72: most palaces, churches, posts of a region


def majorities(state: "State") -> list[list[int]]:
    """By seat, then kind: victory points for the most buildings of a kind in each region; tied, one less each."""
    players, regions = state.book.players, len(state.book.board.regions)
    built = [[0] * players for _ in range(regions * len(BUILDINGS))]
    region = state.book.board.region
    for county, owner in enumerate(state.owner):
        bits = state.buildings[county]
        if owner != NEUTRAL and bits:
            for building in range(len(BUILDINGS)):
                if bits >> building & 1:
                    built[region[county] * len(BUILDINGS) + building][owner] += 1
    points = [[0] * len(BUILDINGS) for _ in range(players)]
    for place, counts in enumerate(built):
        most = max(counts)
        if most:
            building = place % len(BUILDINGS)
            tied = counts.count(most) > 1
            for seat, count in enumerate(counts):
                if count == most:
                    points[seat][building] += MAJORITY[building] - tied
    return points


def score(state: "State", step: Step) -> None:
    """W72: a point for each county and building, and the majorities."""
    points = majorities(state)
    for seat in range(state.book.players):
        counties = buildings = 0
        for county, owner in enumerate(state.owner):
            if owner == seat:
                counties += 1
                buildings += state.buildings[county].bit_count()
        state.vp[seat] += counties + buildings + sum(points[seat])
        if state.journal is not None:
            state.journal.append(("score", state.year, seat, counties, buildings, *points[seat]))
    state.agenda.append(("year-end",))


def by_thalers(state: "State", seat: int) -> tuple[int, ...]:
    """W74: most victory points, then most Thalers."""
    return state.vp[seat], state.thalers[seat]
