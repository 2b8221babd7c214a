"""First edition: how many armies to throw in defence of a county, and which boxes to leave empty (F3, F7)."""

from collections.abc import Callable, Sequence
from typing import Final

from wallenstein.games.wallenstein.advice.odds import attack_odds, revolt_odds
from wallenstein.games.wallenstein.advice.worth import Worth, scorings_left
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import CHURCH, COMBAT_A, COMBAT_B, DEPLOY_1, DEPLOY_3, POST, TAXES

ARMY: Final = 0.3  # points for an army that is left
SPARED: Final = (COMBAT_B, COMBAT_A, DEPLOY_1, DEPLOY_3, TAXES, CHURCH, POST)  # boxes given up, the first first


def defence_points(
    view: View, choice: Decision, thrown: int, stake: Callable[[int], float], army: float, blow: float = 0.0
) -> float:
    """Expected points for throwing this many armies.

    `stake`: points for the county with so many armies left in it; `army`: points for one of them; `blow`: points lost
    besides where the attacker takes the county.
    """
    staying = view.armies[choice.county] - thrown
    attack = choice.attack
    if attack is None:
        hold, left = revolt_odds(view, choice.county, choice.extra, thrown)
        taken = 0.0
    else:
        odds = attack_odds(view, attack.seat, choice.county, attack.armies, defenders=thrown)
        hold, left, taken = odds.hold, odds.kept, odds.win
    if hold == 0:
        return -taken * blow
    kept = staying + left / hold  # where the county is held
    return hold * (stake(round(kept)) + kept * army) - taken * blow


def best_defence(view: View, choice: Decision) -> int:
    """The number of armies that most likely keeps the county, and then the armies."""
    worth = scorings_left(view) * Worth(view).county(view.seat, choice.county)
    armies: int = max(choice.options, key=lambda thrown: defence_points(view, choice, thrown, lambda left: worth, ARMY))
    return armies


def least_missed(options: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The way to leave boxes empty that gives up the least."""
    return min(options, key=lambda empty: sum([2 ** SPARED.index(box) if box in SPARED else 1000 for box in empty]))
