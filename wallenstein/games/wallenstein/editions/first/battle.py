"""Battle of the first edition (F5, F7-F10): the defender decides how many armies to throw."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import ATTACKER, DEFENDER, NEUTRAL, PALACE, PEASANTS, TIE
from wallenstein.games.wallenstein.phases.actions import place_marker
from wallenstein.games.wallenstein.phases.combat import conquer, devastate
from wallenstein.games.wallenstein.phases.throw import take_out, throw

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

UNREST = 2  # F8: with so many markers the peasants no longer help the owner


def battle(state: "State", step: Step) -> None:
    """The march has arrived: an owner is asked for the defence, a neutral county fights at once."""
    if state.owner[step[4]] == NEUTRAL:
        fight(state, step, 0, peasants_joining(state, step[4]))
    else:
        state.agenda.append(("defend-battle", *step[1:]))


def ask_defend_battle(state: "State", step: Step) -> None:
    """F7: asks the defender how many of the county's armies to throw."""
    county = step[4]
    state.ask(step, state.owner[county], "defend", all_to_none(state.armies[county]))


def all_to_none(armies: int) -> tuple[int, ...]:
    """The choices of a defence, all armies first."""
    return tuple(range(armies, -1, -1))


def take_defend(state: "State", step: Step, armies: int) -> None:
    """F7: so many armies are thrown; the others stay."""
    fight(state, step, armies, peasants_joining(state, step[4]))


def fight(state: "State", step: Step, defending: int, peasants: int) -> None:
    """Throws both sides in, with these peasants as far as the supply has them, and settles the battle.

    The armies not thrown stay in the county meanwhile.
    """
    attacker, action, source, county, moved = step[1], step[2], step[3], step[4], step[5]
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


def peasants_joining(state: "State", county: int) -> int:
    """F5: the peasants of the supply that a battle for this county wants."""
    effect = state.book.effects[state.event]
    if state.owner[county] == NEUTRAL:
        return {"weary-peasants": 0, "angry-peasants": 2}.get(effect, 1)
    return 1 if effect == "palace-guard" and state.buildings[county] >> PALACE & 1 else 0


def settle_battle(state: "State", attacker: int, action: int, defender: int, county: int) -> None:
    """Counts the tray (F8), removes what took part, and says whose county it is."""
    attack = take_out(state, attacker)
    defence = 0 if defender == NEUTRAL else take_out(state, defender)
    peasants = take_out(state, PEASANTS) if state.markers[county] < UNREST else 0
    left = 0
    if attack > defence + peasants:
        outcome = ATTACKER
        left = attack - defence - peasants
        if defender != NEUTRAL:
            state.supply[defender] += state.armies[county]  # F7: those who stayed go home
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
    if state.journal is not None:
        state.journal.append(("battle", attacker, action, defender, county, attack, defence, peasants, outcome, left))
