"""What prospects look at: a few numbers of every seat, from a state between two rounds."""

from typing import Final

from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import (
    ASSASSIN,
    COUNTRIES,
    COUNTRY_OF,
    LOBBY_CARD,
    OPEN,
    SPECIAL,
    STATUS_CARD,
    UNREST,
    VALUE_OF,
)

FEATURES: Final = (
    "points", "scoring", "fading", "ceiling", "beyond", "presence", "league", "usable", "open", "named", "status",
    "lobbies", "harm", "others",
)  # fmt: skip
(
    POINTS, SCORING, FADING, CEILING, BEYOND, PRESENCE, LEAGUES, USABLE, OPENS, NAMED, STATUSES,
    LOBBIES, HARM, OTHERS,
) = range(len(FEATURES))  # fmt: skip


def features(state: State) -> list[list[float]]:
    """By seat, then by feature.

    Points; what ascendant stacks score in a turn, and descendant ones; what all markers would score if every stack were
    as high as its country's status; influence beyond the status, and where there is no marker; points for leagues. Then
    the hand: what its named cards would add where there are markers, the values of open cards and of other named ones;
    cards that raise a status, lobbies, cards that hurt, other special cards.
    """
    status, leagues = state.status, state.leagues
    rows: list[list[float]] = []
    for seat, display in enumerate(state.displays):
        row = [0.0] * len(FEATURES)
        row[POINTS] = state.vp[seat]
        room = [0] * len(COUNTRIES)
        markers, descendant = state.markers[seat], state.descendant[seat]
        for country, stack in enumerate(display):
            stake, influence, most = markers.count(country), INFLUENCE[stack], status[country]
            if not stake:
                row[PRESENCE] += influence
                continue
            row[CEILING] += stake * most
            if descendant >> country & 1:
                row[FADING] += stake * min(influence, most)
            elif influence > most:
                row[SCORING] += stake * most
                row[BEYOND] += influence - most
            else:
                row[SCORING] += stake * influence
                room[country] = most - influence
            if leagues >> country & 1:
                row[LEAGUES] += stake
        count_cards(state, seat, room, row)
        rows.append(row)
    return rows


def count_cards(state: State, seat: int, room: list[int], row: list[float]) -> None:
    """Adds the hand; `room` is what stacks of countries with markers still miss."""
    markers = state.markers[seat]
    for card in state.hands[seat]:
        if card < OPEN:
            country = COUNTRY_OF[card]
            stake = markers.count(country)
            if stake:
                added = min(VALUE_OF[card], room[country])
                room[country] -= added
                row[USABLE] += stake * added
            else:
                row[NAMED] += VALUE_OF[card]
        elif card < SPECIAL:
            row[OPENS] += VALUE_OF[card]
        elif card == STATUS_CARD:
            row[STATUSES] += 1
        elif card == LOBBY_CARD:
            row[LOBBIES] += 1
        elif card in (ASSASSIN, UNREST):
            row[HARM] += 1
        else:
            row[OTHERS] += 1
