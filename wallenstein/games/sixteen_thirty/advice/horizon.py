"""The number of turns still to be scored (4.2.2)."""

from typing import Final

from wallenstein.games.sixteen_thirty.names import TURNS

GOES_ON: Final = {8: 5 / 6, 9: 4 / 6}  # the probability that the game goes on after a turn


def turns_left(turn: int) -> float:
    """The expected number of turns to be scored, including this one."""
    left = 0.0
    for later in range(TURNS, turn - 1, -1):
        left = 1 + GOES_ON.get(later, 1.0) * left
    return left


TURNS_LEFT: Final = tuple(turns_left(max(1, turn)) for turn in range(TURNS + 1))  # by turn
