"""Revolts of the second edition (W60, W61)."""

from wallenstein.games.wallenstein.model.entries import Revolted
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.steps import Revolt
from wallenstein.games.wallenstein.names import NOBODY, PEASANTS, WINTER
from wallenstein.games.wallenstein.phases.combat import devastate
from wallenstein.games.wallenstein.phases.throw import take_out, throw


def revolt(state: State, step: Revolt) -> None:
    """W60: all armies of the county fight."""
    rise(state, step, state.armies[step.county])


def rise(state: State, step: Revolt, armies: int) -> None:
    """W60: armies of the county against a peasant for each marker, and in winter the table's extra."""
    seat, county, extra = step
    supply = state.supply
    hand = [0] * len(supply)
    hand[seat] = armies
    state.armies[county] -= armies
    # W60: limited by the supply
    hand[PEASANTS] = min(state.markers[county] + extra, supply[PEASANTS])
    supply[PEASANTS] -= hand[PEASANTS]
    cause = "winter" if state.season == WINTER else "revolt"
    throw(state, cause, seat, NOBODY, county, hand)
    settle_revolt(state, seat, county)


def settle_revolt(state: State, seat: int, county: int) -> None:
    """W61: all peasants in the tray count; the county is lost unless there are more armies."""
    defence, peasants = take_out(state, seat), take_out(state, PEASANTS)
    left = max(0, defence - peasants)
    if left:
        state.armies[county] += left
        state.supply[seat] -= left
    else:
        devastate(state, county)
    if state.journal is not None:
        state.note(Revolted, seat, county, defence, peasants, left)
