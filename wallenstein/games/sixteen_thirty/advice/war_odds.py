"""The odds of a war: how often each side wins, from the modifiers (5.7.2)."""

from functools import cache
from itertools import product
from typing import NamedTuple

from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import FACES
from wallenstein.games.sixteen_thirty.phases.voting import modifier


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


def war_odds(table: State | View, attacker: int, defender: int) -> WarOdds:
    return odds(modifier(table, attacker, False) - modifier(table, defender, True))
