"""Favors with a lasting effect (C6): protection from combat for a season, and the marker that is prevented."""

from collections.abc import Callable

from wallenstein.games.wallenstein.editions.court.cards import CALM, guard
from wallenstein.games.wallenstein.editions.court.records import CourtiersCounted, MarkerParried
from wallenstein.games.wallenstein.editions.court.state import court_of
from wallenstein.games.wallenstein.model.state import State, StepFunction
from wallenstein.games.wallenstein.model.steps import EndSeason
from wallenstein.games.wallenstein.names import NEUTRAL
from wallenstein.games.wallenstein.phases.actions import MARKERS

Reach = Callable[[State, int, int, int], tuple[int, ...]]
PlaceMarker = Callable[[State, int], None]


def shielded(reach: Reach) -> Reach:
    """Favors 10, 11 and 18: counties of a protected player are out of reach of others (W44)."""

    def reach_of(state: State, seat: int, action: int, county: int) -> tuple[int, ...]:
        near = reach(state, seat, action, county)
        protected = court_of(state).protected
        if not any(protected):
            return near
        bit = guard(action)
        safe = [other for other, bits in enumerate(protected) if bits & bit and other != seat]
        return tuple([n for n in near if state.owner[n] not in safe])

    return reach_of


def parrying(place_marker: PlaceMarker) -> PlaceMarker:
    """Favor 4, kept: prevents the next marker on one of the player's counties, and leaves the game."""

    def place_or_parry(state: State, county: int) -> None:
        court, owner = court_of(state), state.owner[county]
        if owner == NEUTRAL or not court.kept_calm[owner] or not state.stock[MARKERS]:
            place_marker(state, county)
            return
        court.kept_calm[owner] = False
        court.gone.append(CALM)
        state.note(MarkerParried, owner, county)

    return place_or_parry


def unguarded(end_season: StepFunction) -> StepFunction:
    """C6: protection ends with the season."""

    def end_protection(state: State, step: EndSeason) -> None:
        court = court_of(state)
        court.protected = [0] * state.book.players
        state.note(CourtiersCounted, tuple(court.hall))
        end_season(state, step)

    return end_protection
