"""Battle of the first edition (F5, F7-F10): the defender decides how many armies to throw."""

from typing import ClassVar

from wallenstein.games.wallenstein.model.entries import Battled
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.model.steps import AskDefence, Battle, Revolt
from wallenstein.games.wallenstein.names import ATTACKER, DEFENDER, NEUTRAL, PALACE, PEASANTS, TIE
from wallenstein.games.wallenstein.phases.actions import place_marker
from wallenstein.games.wallenstein.phases.combat import conquer, devastate
from wallenstein.games.wallenstein.phases.revolt import rise
from wallenstein.games.wallenstein.phases.throw import take_out, throw

UNREST = 2  # F8: from this many markers on, peasants do not help the owner


def battle(state: State, step: Battle) -> None:
    """The march has arrived: an owner is asked for the defence, a neutral county fights at once."""
    if state.owner[step.county] == NEUTRAL:
        fight(state, step, 0, peasants_joining(state, step.county))
    else:
        state.then(AskDefence, *step)


class Defending(Kind[AskDefence | Revolt, int]):
    """How many armies of a county to throw in a battle or a revolt; the others stay (F7)."""

    name = "defend"
    rule = "F7"
    asked_by: ClassVar[tuple[type, ...]] = (AskDefence, Revolt)

    def ask(self, state: State, step: AskDefence | Revolt) -> None:
        """F7: asks the county's owner; all armies come first."""
        county = step.county
        state.ask(step, state.owner[county], self.name, tuple(range(state.armies[county], -1, -1)))

    def take(self, state: State, step: AskDefence | Revolt, choice: int) -> None:
        """F7: throws the armies chosen."""
        if isinstance(step, AskDefence):
            fight(state, step, choice, self.peasants_helping(state, step.county))
        else:
            rise(state, step, choice)

    def peasants_helping(self, state: State, county: int) -> int:
        """F5: the peasants that help to defend the county."""
        return peasants_joining(state, county)


def fight(state: State, step: Battle | AskDefence, defending: int, peasants: int) -> None:
    """Throws both sides in, with these peasants as far as the supply allows, and settles the battle.

    The armies not thrown stay in the county meanwhile.
    """
    attacker, action, source, county, moved = step
    defender = state.owner[county]
    hand = [0] * len(state.supply)
    state.armies[source] -= moved
    hand[attacker] = moved
    if defender != NEUTRAL:
        hand[defender] = defending
        state.armies[county] -= defending
    hand[PEASANTS] = min(peasants, state.supply[PEASANTS])
    state.supply[PEASANTS] -= hand[PEASANTS]
    throw(state, "battle", attacker, defender, county, hand)
    settle_battle(state, attacker, action, defender, county)


def peasants_joining(state: State, county: int) -> int:
    """F5: the peasants of the supply that a battle for this county wants."""
    effect = state.book.effects[state.event]
    if state.owner[county] == NEUTRAL:
        return {"weary-peasants": 0, "angry-peasants": 2}.get(effect, 1)
    return 1 if effect == "palace-guard" and state.buildings[county] >> PALACE & 1 else 0


def settle_battle(state: State, attacker: int, action: int, defender: int, county: int) -> None:
    """Counts the tray (F8), removes what took part, and says whose county it is."""
    attack = take_out(state, attacker)
    defence = 0 if defender == NEUTRAL else take_out(state, defender)
    joined = state.markers[county] < UNREST
    peasants = take_out(state, PEASANTS) if joined else 0
    left = 0
    if attack > defence + peasants:
        outcome = ATTACKER
        left = attack - defence - peasants
        if defender != NEUTRAL:
            state.supply[defender] += state.armies[county]  # F7: the armies that were not thrown return to the supply
        conquer(state, attacker, county, left)
        if defender == NEUTRAL:
            place_marker(state, county)  # F9
    elif attack < defence + peasants:
        # F10: peasants alone may hold the county, even when no army is left on it
        outcome = DEFENDER
        left = max(0, defence - max(0, attack - peasants))
        if defender != NEUTRAL:
            state.armies[county] += left
            state.supply[defender] -= left
    else:
        outcome = TIE
        if defender != NEUTRAL:
            devastate(state, county)
    state.note(Battled, attacker, action, defender, county, attack, defence, peasants, outcome, left, int(joined))
