"""Who may attack whom, and how that would end (W44, W50)."""

from typing import Final

from wallenstein.games.wallenstein.advice.odds import Defence, joining_armies
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTION, CHURCH, COMBAT_A, COMBAT_B, FALL, NEUTRAL

PEACE: Final = "church-peace"
COMBATS: Final = (COMBAT_A, COMBAT_B)


def enemies(view: View, county: int) -> list[int]:
    """Neighbouring counties of other players from which a county may be attacked."""
    owner, seat, armies = view.owner, view.seat, view.armies
    return [n for n in view.book.neighbours[county] if owner[n] != seat and owner[n] != NEUTRAL and armies[n] > 1]


def idle_armies(view: View, county: int) -> int:
    """Armies that a county can spare, except for one; none if it may be attacked."""
    return 0 if enemies(view, county) else max(0, view.armies[county] - 1)


def open_to_attack(view: View, county: int) -> list[int]:
    """Where this seat may march from a county: neighbours that are not its own, church peace kept (W44)."""
    owner, seat = view.owner, view.seat
    peace = view.book.effects[view.event] == PEACE
    return [
        n for n in view.book.neighbours[county] if owner[n] != seat and not (peace and view.buildings[n] >> CHURCH & 1)
    ]


def combats_left(view: View) -> float:
    """How many combats every player may still fight before winter; the one under way counts half."""
    later = 2.0 * max(0, FALL - view.season)
    if view.phase != ACTION:
        return later + 2
    done = view.actions[: view.slot]
    under_way = view.actions[view.slot] in COMBATS
    return later + sum(combat not in done for combat in COMBATS) - under_way / 2


def danger(view: View, county: int, armies: int | None = None, will: float = 0.25) -> float:
    """The probability that a county of this seat, with this many armies, is taken or becomes neutral.

    Each neighbour who could march is taken to do so with probability `will` times the odds of winning.
    """
    return Threat(view, county, will).danger(view.armies[county] if armies is None else armies)


class Threat:
    """The attacks that a county has to fear in one view, if it is this seat's."""

    def __init__(self, view: View, county: int, will: float) -> None:
        self.will = will
        self.attacks = [
            (view.armies[near] - 1 + joining_armies(view, view.owner[near]), view.tower[view.owner[near]])
            for near in enemies(view, county)
        ]
        self.defence = Defence(view, county, view.seat) if self.attacks else None

    def danger(self, armies: int) -> float:
        """The probability that the county falls with so many armies in it."""
        safe = 1.0
        if self.defence is not None:
            for attack in self.attacks:
                win, _, tie, _, _ = self.defence.against(attack, armies)
                safe *= 1 - self.will * win * (win + tie)
        return 1 - safe
