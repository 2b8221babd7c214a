"""A throw into the dice tower (T1), and what is taken out of its tray."""

from wallenstein.games.wallenstein.model.entries import Thrown
from wallenstein.games.wallenstein.model.state import State


def throw(state: State, cause: str, seat: int, other: int, county: int, hand: list[int]) -> None:
    """Throws the hand and the tray in; the tray then holds what came out.

    Seat is the attacker, or whose county revolts; other is the defender of a battle, or -1.
    """
    tray, inside = state.tray, state.tower
    falling = hand[:]
    for colour, lying in enumerate(tray):
        if lying:
            falling[colour] = hand[colour] + lying
    out = state.chance.throw(state.functions.tower, falling, inside)
    if state.journal is not None:
        state.note(Thrown, cause, seat, other, county, tuple(hand), tuple(tray), tuple(inside), tuple(out))
    for colour, stuck in enumerate(inside):
        inside[colour] = stuck + falling[colour] - out[colour]
    state.tray = out


def take_out(state: State, colour: int) -> int:
    """Returns all cubes of this colour from the tray to their supply; returns how many."""
    tray, supply = state.tray, state.supply
    cubes = tray[colour]
    if cubes:
        tray[colour] = 0
        supply[colour] = supply[colour] + cubes
    return cubes
