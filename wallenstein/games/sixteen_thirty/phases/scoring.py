"""Points of a turn (4.2.1) and the end of the game (4.2.2)."""

from typing import Final

from wallenstein.games.sixteen_thirty.model.entries import EndChecked, Scored
from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Scores
from wallenstein.games.sixteen_thirty.names import EXCHANGE, FIRST_END_TURN, NONE, OVER, TURNS

FACES: Final = (1, 2, 3, 4, 5, 6)
LAST_FACE: Final = {8: 1, 9: 2}  # by turn: up to this face the game is over


def score(state: State) -> None:
    """4.2: points, then the end check; if the game goes on, the market of the new turn (R47)."""
    add_points(state)
    if is_over(state):
        state.step = OVER
        return
    state.turn += 1
    state.step = EXCHANGE
    state.current = state.first


def add_points(state: State) -> None:
    """4.2.1: every seat's markers; R31: exactly."""
    gains = []
    worths = []
    for seat, markers in enumerate(state.markers):
        worth = worth_of(state, seat)
        points = tuple([worth[country] for country in markers])
        gain = sum(points)  # exact: whole numbers
        state.vp[seat] += gain
        gains.append(gain)
        worths.append(worth)
        state.note(Scored, state.turn, seat, gain, state.vp[seat], points)
    state.scores.append(Scores(tuple(gains), tuple(worths)))


def worth_of(state: State, seat: int) -> tuple[int, ...]:
    """What a marker of each country is worth: the influence there up to the status; one more in a league (R17)."""
    leagues, needs = state.leagues, state.book.data.bonus_needs_influence
    worth = [min(INFLUENCE[stack], status) for stack, status in zip(state.displays[seat], state.status, strict=True)]
    if leagues:
        for country, stack in enumerate(state.displays[seat]):
            if leagues >> country & 1 and (stack or not needs):
                worth[country] += 1
    return tuple(worth)


def is_over(state: State) -> bool:
    """4.2.2: after turn 10; after turns 8 and 9 by a die (R29)."""
    turn = state.turn
    if turn < FIRST_END_TURN:
        return False
    if turn == TURNS:
        state.note(EndChecked, turn, NONE, 1)
        return True
    die = state.chance.draw("end", FACES, 1)[0]
    over = int(die <= LAST_FACE[turn])
    state.note(EndChecked, turn, die, over)
    return bool(over)
