"""The possible attacks and their odds (W44, W50), and the number of armies to defend a county with (F3, F7)."""

from collections.abc import Callable, Sequence
from typing import Final

from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.advice.odds import Defence, attack_odds, joining_armies, revolt_odds
from wallenstein.games.wallenstein.advice.worth import Worth, scorings_left
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View

PEACE: Final = "church-peace"
COMBATS: Final = (const.COMBAT_A, const.COMBAT_B)


def enemies(view: View, county: int) -> list[int]:
    """Neighbouring counties of other players from which a county may be attacked."""
    owner, seat, armies = view.owner, view.seat, view.armies
    return [n for n in view.book.neighbours[county] if owner[n] != seat and owner[n] != const.NEUTRAL and armies[n] > 1]


def idle_armies(view: View, county: int) -> int:
    """Armies that a county can spare, except for one; none if it is open to attack."""
    return 0 if enemies(view, county) else max(0, view.armies[county] - 1)


def open_to_attack(view: View, county: int) -> list[int]:
    """This seat's possible targets from a county: neighbours that are not its own and not under church peace (W44)."""
    owner, seat = view.owner, view.seat
    peace = view.book.effects[view.event] == PEACE
    return [
        n
        for n in view.book.neighbours[county]
        if owner[n] != seat and not (peace and view.buildings[n] >> const.CHURCH & 1)
    ]


def combats_left(view: View) -> float:
    """The number of combats that every player may still fight before winter; the current one counts half."""
    later = 2.0 * max(0, const.FALL - view.season)
    if view.phase != const.ACTION:
        return later + 2
    done = view.actions[: view.slot]
    under_way = view.actions[view.slot] in COMBATS
    return later + sum(combat not in done for combat in COMBATS) - under_way / 2


def danger(view: View, county: int, armies: int | None = None, will: float = 0.25) -> float:
    """The probability that a county of this seat, with this many armies, is taken or becomes neutral.

    Each neighbour that could march is assumed to do so with probability `will` times the odds of winning.
    """
    return Threat(view, county, will).danger(view.armies[county] if armies is None else armies)


class Threat:
    """The attacks that a county of this seat has to fear in one view."""

    def __init__(self, view: View, county: int, will: float) -> None:
        self.will = will
        self.attacks = [
            (view.armies[near] - 1 + joining_armies(view, view.owner[near]), view.tower[view.owner[near]])
            for near in enemies(view, county)
        ]
        self.defence = Defence(view, county, view.seat) if self.attacks else None

    def danger(self, armies: int) -> float:
        safe = 1.0
        if self.defence is not None:
            for attack in self.attacks:
                win, _, tie, _, _ = self.defence.against(attack, armies)
                safe *= 1 - self.will * win * (win + tie)
        return 1 - safe


# First edition: the number of armies to throw in defence, and the boxes to leave empty (F3, F7).

ARMY: Final = 0.3  # points for a surviving army
SPARED: Final = (  # boxes to give up, in this order
    const.COMBAT_B, const.COMBAT_A, const.DEPLOY_1, const.DEPLOY_3, const.TAXES, const.CHURCH, const.POST,
)  # fmt: skip


def defence_points(
    view: View, choice: Decision, thrown: int, stake: Callable[[int], float], army: float, blow: float = 0.0
) -> float:
    """Expected points for throwing this many armies.

    `stake`: points for the county with this many armies left; `army`: points for one of them; `blow`: further points
    lost if the attacker takes the county.
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
    kept = staying + left / hold  # if the county is held
    return hold * (stake(round(kept)) + kept * army) - taken * blow


def best_defence(view: View, choice: Decision) -> int:
    """The number of armies that most likely keeps the county, and then the most armies."""
    worth = scorings_left(view) * Worth(view).county(view.seat, choice.county)
    armies: int = max(choice.options, key=lambda thrown: defence_points(view, choice, thrown, lambda left: worth, ARMY))
    return armies


def least_missed(options: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The least loss from leaving boxes empty."""
    return min(options, key=lambda empty: sum([2 ** SPARED.index(box) if box in SPARED else 1000 for box in empty]))
