"""A position as flat values, so that differences are small; `countries.js` reads them by these names."""

from typing import Any

from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import COUNTRIES, NONE, PHASE_OF
from wallenstein.pages.player.steps import Position


def flat(state: State) -> Position:
    """All that the page shows of a state."""
    seats = range(state.book.players)
    countries = range(len(COUNTRIES))
    return {
        **{f"country{country}": country_values(state, country) for country in countries},
        **{f"seat{seat}": seat_values(state, seat) for seat in seats},
        **{
            f"stack{seat}-{country}": [list(cards), state.descendant[seat] >> country & 1]
            for seat in seats
            for country, cards in enumerate(state.displays[seat])
            if cards
        },
        "time": [state.turn, state.first, state.current, PHASE_OF[state.step]],
        "lobby": None if state.issue == NONE else [state.country, state.issue, state.target],
    }


def country_values(state: State, country: int) -> list[int]:
    """Status, army, ability, faction; leader, unrest and league as 1 or 0."""
    sets = [bits >> country & 1 for bits in (state.leaders, state.unrest, state.leagues)]
    return [state.status[country], state.army[country], state.ability[country], state.faction[country], *sets]


def seat_values(state: State, seat: int) -> list[Any]:
    """Points, the hand, the market, VP markers."""
    return [state.vp[seat], list(state.hands[seat]), list(state.markets[seat]), list(state.markers[seat])]
