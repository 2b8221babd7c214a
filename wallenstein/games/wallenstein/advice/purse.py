"""Which of the planned actions the money is enough for (W28, W40, W42, W43)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import TAXES

PRICES: Final = (3, 2, 1, 0, 0, 3, 2, 1, 0, 0)  # Thalers, by action


def affordable(view: View, values: Sequence[float], income: float) -> tuple[int, ...]:
    """The actions to pay for: those worth most together that the Thalers reach for in the order the actions come.

    `values` by action, what is worth nothing is not bought; `income`: what taxes will bring. Actions that are not
    open yet are taken to come last, and taxes among them to be there in half of all cases.
    """
    wanted = [action for action, price in enumerate(PRICES) if price and values[action] > 0]
    best: tuple[int, ...] = ()
    height = 0.0
    for count in range(1, len(wanted) + 1):
        for chosen in combinations(wanted, count):
            value = total([values[action] for action in chosen])
            if value > height and _reaches(view, chosen, income):
                best, height = chosen, value
    return best


def _reaches(view: View, chosen: Sequence[int], income: float) -> bool:
    purse = float(view.thalers[view.seat])
    for action in view.actions:
        if action == TAXES:
            purse += income
        elif action in chosen:
            purse -= PRICES[action]
            if purse < 0:
                return False
    if TAXES not in view.actions:
        purse += income / 2
    return purse >= sum([PRICES[action] for action in chosen if action not in view.actions])  # exact: ints
