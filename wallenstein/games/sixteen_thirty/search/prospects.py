"""Prospects: from a state in the middle of a game, every seat's chance to win."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from wallenstein.core.search.chances import FittedWeights, chance_of, read_weights, weigh
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE

FEATURES: Final = (
    "points", "scoring", "fading", "ceiling", "beyond", "presence", "league", "usable", "open", "named", "status",
    "lobbies", "harm", "others",
)  # fmt: skip
(
    POINTS, SCORING, FADING, CEILING, BEYOND, PRESENCE, LEAGUES, USABLE, OPENS, NAMED, STATUSES,
    LOBBIES, HARM, OTHERS,
) = range(len(FEATURES))  # fmt: skip


def features(state: State) -> list[list[int]]:
    """By seat, then by feature.

    Points; a turn's points of ascendant stacks, and of descendant ones; those of all markers if every stack were as
    high as its country's status; influence beyond the status, and where there is no marker; points for leagues. Then
    the hand: points that its named cards would add where there are markers, the values of open cards and of other named
    ones; cards that raise a status, lobbies, cards that hurt, other special cards.
    """
    status, leagues = state.status, state.leagues
    rows: list[list[int]] = []
    for seat, display in enumerate(state.displays):
        row = [0] * len(FEATURES)
        row[POINTS] = state.vp[seat]
        room = [0] * len(const.COUNTRIES)
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


def count_cards(state: State, seat: int, room: list[int], row: list[int]) -> None:
    """Adds the hand; `room` is the missing height of stacks in countries with markers."""
    markers = state.markers[seat]
    for card in state.hands[seat]:
        if card < const.OPEN:
            country = const.COUNTRY_OF[card]
            stake = markers.count(country)
            if stake:
                added = min(const.VALUE_OF[card], room[country])
                room[country] -= added
                row[USABLE] += stake * added
            else:
                row[NAMED] += const.VALUE_OF[card]
        elif card < const.SPECIAL:
            row[OPENS] += const.VALUE_OF[card]
        elif card == const.STATUS_CARD:
            row[STATUSES] += 1
        elif card == const.LOBBY_CARD:
            row[LOBBIES] += 1
        elif card in (const.ASSASSIN, const.UNREST):
            row[HARM] += 1
        else:
            row[OTHERS] += 1


FINAL_HEAT: Final = 3.0  # how much a point decides when the game is over: almost everything


@cache
def prospects() -> tuple[FittedWeights, ...]:
    """By turn, from the file of `wallenstein prospects`; there is no turn 0."""
    text = (Path(__file__).parents[1] / "data" / "prospects.toml").read_text("utf-8")
    found = [read_weights(turn, FEATURES) for turn in tomllib.loads(text)["turn"]]
    return (found[0], *found)


def expected_points(state: State) -> tuple[list[float], float]:
    """By seat, the points expected at the end, up to a common constant; and how surely they decide."""
    if state.step == const.OVER:
        return [float(points) for points in state.vp], FINAL_HEAT
    weights, heat = prospects()[state.turn]
    return [weigh(weights, row) for row in features(state)], heat


def win_chance(state: State, seat: int) -> float:
    points, heat = expected_points(state)
    return chance_of(points, seat, heat)
