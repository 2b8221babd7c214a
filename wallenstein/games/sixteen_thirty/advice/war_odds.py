"""The odds of a war: how often each side wins, from the modifiers (5.7.2)."""

from functools import cache
from itertools import product
from typing import Final, NamedTuple

from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import WEAK

FACES: Final = range(1, 7)
LEADER: Final = 2


class WarOdds(NamedTuple):
    """Probabilities; the rest is a draw."""

    win: float  # of the attacker
    loss: float


@cache
def odds(lead: int) -> WarOdds:
    """The odds when the attacker's modifier is higher by `lead`."""
    differences = [abs(one - two) for one, two in product(FACES, FACES)]
    totals = [lead + ours - theirs for ours in differences for theirs in differences]
    return WarOdds(sum(total > 0 for total in totals) / len(totals), sum(total < 0 for total in totals) / len(totals))


def war_odds(view: View, attacker: int, defender: int) -> WarOdds:
    return odds(modifier(view, attacker, False) - modifier(view, defender, True))


def modifier(view: View, country: int, defends: bool) -> int:
    """The modifier of a country's dice (5.7.2.1)."""
    value = view.ability[country] + (view.leagues >> country & 1) - (view.army[country] == 0)
    value += LEADER * (view.leaders >> country & 1)
    if defends:
        value -= view.unrest >> country & 1
        value += view.status[country] <= WEAK and view.book.home_defence >> country & 1
    return value
