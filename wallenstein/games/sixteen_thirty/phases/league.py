"""A League of Princes (5.8.2)."""

from typing import Final

from wallenstein.games.sixteen_thirty.model.entries import LeagueMade
from wallenstein.games.sixteen_thirty.model.state import State

GAP: Final = 2  # of status, from which on a point is transferred


def enact_league(state: State, country: int, target: int) -> None:
    """5.8.2: markers, then the weaker member gains an army, an ability, and status from the other."""
    state.leagues |= 1 << country | 1 << target
    state.note(LeagueMade, country, target, state.faction[target])
    lift_lower(state.army, country, target)
    lift_lower(state.ability, country, target)
    status = state.status
    low, high = (country, target) if status[country] < status[target] else (target, country)
    if status[high] - status[low] >= GAP:
        status[high] -= 1
        status[low] += 1


def lift_lower(values: list[int], one: int, other: int) -> None:
    """The lower value rises by one; equal ones stay."""
    if values[one] < values[other]:
        values[one] += 1
    elif values[other] < values[one]:
        values[other] += 1
