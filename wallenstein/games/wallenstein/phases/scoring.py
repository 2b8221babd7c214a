"""Scoring (W72), the final ranking (W74), and the standings after a season."""

from typing import Final

from wallenstein.games.wallenstein.model.decision import EndYear, Score
from wallenstein.games.wallenstein.model.entries import BoardSeen, Scored, Standing
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL

KINDS_IN: Final = tuple(  # by a county's bits
    tuple(building for building in range(len(BUILDINGS)) if bits >> building & 1) for bits in range(1 << len(BUILDINGS))
)
KINDS: Final = 3
SIGNED: Final = 0xFF  # the byte of a number that may be negative
END_YEAR: Final = EndYear()
MAJORITY: Final = (3, 2, 1)  # W72: most palaces, churches, posts of a region


def count_buildings(state: State) -> tuple[list[int], list[list[int]]]:
    """The number of buildings of each seat; and by region and kind, the number of each seat there."""
    players = state.book.players
    owned = [0] * players
    built = [[0] * players for _ in range(len(state.book.board.regions) * KINDS)]
    region, owners = state.book.board.region, state.owner
    for county, bits in enumerate(state.buildings):
        if bits:
            owner, place = owners[county], region[county] * KINDS
            for building in KINDS_IN[bits]:
                owned[owner] += 1
                built[place + building][owner] += 1
    return owned, built


def count_counties(state: State) -> list[int]:
    counties = [0] * state.book.players
    for owner in state.owner:
        if owner != NEUTRAL:
            counties[owner] = counties[owner] + 1  # compiled, += takes twice as long
    return counties


def majorities(built: list[list[int]], players: int) -> list[list[int]]:
    """By seat, then kind: points for the most buildings of a kind in each region; one fewer for each in a tie."""
    points = [[0] * KINDS for _ in range(players)]
    for place, counts in enumerate(built):
        most = tied = 0  # the number of seats with the most
        for count in counts:
            if count > most:
                most, tied = count, 1
            elif count == most:
                tied += 1
        if not most:
            continue
        building = place % KINDS
        gain = MAJORITY[building] if tied == 1 else MAJORITY[building] - 1
        for seat, count in enumerate(counts):
            if count == most:
                points[seat][building] += gain
    return points


def score(state: State, step: Score) -> None:
    """W72: a point for each county and building, and the majorities."""
    buildings, built = count_buildings(state)
    points = majorities(built, state.book.players)
    for seat, counties in enumerate(count_counties(state)):
        palaces, churches, posts = points[seat]
        state.gain_points(seat, counties + buildings[seat] + palaces + churches + posts)
        if state.journal is not None:
            state.note(Scored, state.year, seat, counties, buildings[seat], palaces, churches, posts)
    state.agenda.append(END_YEAR)


def by_thalers(state: State, seat: int) -> tuple[int, ...]:
    """W74: most victory points, then most Thalers."""
    return state.vp[seat], state.thalers[seat]


def log_board(state: State, moment: int) -> None:
    if state.journal is not None:
        owners = bytes([owner & SIGNED for owner in state.owner])
        things = owners + bytes([*state.armies, *state.buildings, *state.markers])
        state.note(BoardSeen, state.year, moment, things)


def log_standings(state: State) -> None:
    """The board; then one entry per seat: holdings on it, supplies, grain, Thalers and points."""
    if state.journal is None:
        return
    log_board(state, state.season + 1)
    players = range(state.book.players)
    counties, armies, markers = [0 for _ in players], [0 for _ in players], [0 for _ in players]
    built = [[0] * len(BUILDINGS) for _ in players]
    there, marked, buildings = state.armies, state.markers, state.buildings
    for county, owner in enumerate(state.owner):
        if owner >= 0:  # compiled, += takes twice as long
            counties[owner] = counties[owner] + 1
            armies[owner] = armies[owner] + there[county]
            if marked[county]:
                markers[owner] = markers[owner] + marked[county]
            if buildings[county]:
                for building in KINDS_IN[buildings[county]]:
                    built[owner][building] += 1
    for seat in players:
        palaces, churches, posts = built[seat]
        state.note(
            Standing, state.year, state.season, seat, counties[seat], armies[seat], palaces, churches, posts,
            markers[seat], state.supply[seat], state.tower[seat], state.tray[seat], state.grain[seat],
            state.thalers[seat], state.vp[seat],
        )  # fmt: skip
