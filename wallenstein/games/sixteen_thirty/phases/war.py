"""War (5.7): modifiers, dice, and what winner and loser have afterwards."""

from typing import Final

from wallenstein.games.sixteen_thirty.model.entries import WarFought
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import HIGHEST_STATUS, NONE, WEAK

FACES: Final = (1, 2, 3, 4, 5, 6)
LEADER: Final = 2


def wage_war(state: State, attacker: int, defender: int) -> None:
    """5.7.2: modifiers and the difference of two dice decide; the loser is damaged, on a draw both are."""
    modifiers = modifier(state, attacker, False), modifier(state, defender, True)
    one, two, three, four = (state.chance.draw("war", FACES, 1)[0] for _ in range(4))
    totals = modifiers[0] + abs(one - two), modifiers[1] + abs(three - four)
    if totals[0] == totals[1]:
        winner = NONE
        damage(state, attacker)
        damage(state, defender)
    else:
        winner, loser = (attacker, defender) if totals[0] > totals[1] else (defender, attacker)
        capture_status(state, winner, loser)
        damage(state, loser)
    status, army, ability = state.status, state.army, state.ability
    state.note(
        WarFought,
        attacker,
        defender,
        ((one, two), (three, four)),
        modifiers,
        totals,
        winner,
        (status[attacker], status[defender]),
        (army[attacker], army[defender]),
        (ability[attacker], ability[defender]),
    )


def modifier(state: State, country: int, defends: bool) -> int:
    """5.7.2.1: what is added to the country's dice; R21: unrest only ever burdens a defender."""
    bit = 1 << country
    value = state.ability[country]
    if state.leaders & bit:
        value += LEADER
    if not state.army[country]:
        value -= 1
    if state.leagues & bit:
        value += 1
    if defends:
        if state.unrest & bit:
            value -= 1
        if state.book.home_defence & bit and state.status[country] <= WEAK:
            value += 1
    return value


def capture_status(state: State, winner: int, loser: int) -> None:
    """5.7.2.4: a point goes from the loser to the winner; above 7 it is lost (R18)."""
    if state.status[loser]:
        state.status[loser] -= 1
        state.status[winner] = min(HIGHEST_STATUS, state.status[winner] + 1)


def damage(state: State, country: int) -> None:
    """5.7.2.5: an army, without armies the ability."""
    if state.army[country]:
        state.army[country] -= 1
    elif state.ability[country]:
        state.ability[country] -= 1
