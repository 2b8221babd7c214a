"""Actions (F5, F6) and battles (F7-F10) of the first edition, and events that affect a region."""

from typing import ClassVar

from wallenstein.core.records import ObjectOf
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.model.decision import AskDefence, AskMuster, Battle, Muster, Revolt
from wallenstein.games.wallenstein.model.entries import Battled
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.phases import actions as second
from wallenstein.games.wallenstein.phases.actions import place_marker
from wallenstein.games.wallenstein.phases.combat import conquer, devastate, rise, take_out, throw
from wallenstein.games.wallenstein.phases.season import log_action

HARVEST = 2  # F5: lost in a crop failure, gained in a good harvest


def build(state: State, seat: int, action: int, county: int) -> None:
    """W40; F5: under the trade bonus a post gives one Thaler instead of costing one."""
    price = second.PRICES[action]
    if action == names.POST and state.book.effects[state.event] == "trade-bonus":
        price = -1
    second.build_for(state, seat, action, county, price)


def income_of(state: State, action: int, county: int) -> int:
    """W41, F5: the printed amount; grain by the region's harvest."""
    board = state.book.board
    if action != names.GRAIN:
        return board.taxes[county]
    if strikes(state, "crop-failure", county):
        return max(0, board.grain[county] - HARVEST)
    if strikes(state, "good-harvest", county):
        return board.grain[county] + HARVEST
    return board.grain[county]


def collect(state: State, seat: int, action: int, county: int) -> None:
    second.take_income(state, seat, action, county, income_of(state, action, county))


def deploy(state: State, seat: int, action: int, county: int) -> None:
    """W42; F5: short in a region with troop shortage."""
    second.enlist(state, seat, action, county, short=strikes(state, "short-muster", county))


def deploy_or_move(state: State, seat: int, action: int, county: int) -> None:
    """F6: one Thaler for an army, a move, or both; at least one of the two must be possible."""
    if state.thalers[seat] < 1:
        log_action(state, seat, action, county, names.NO_MONEY)
    elif not musters(state, seat, county):
        log_action(state, seat, action, county, names.NO_ARMIES)
    else:
        state.then(AskMuster, seat, action, county)


def musters(state: State, seat: int, county: int) -> tuple[Muster, ...]:
    """F6: all combinations of putting one army (1 or 0), a county to move to (BLANK: none), and a number of armies."""
    own = [n for n in state.book.neighbours[county] if state.owner[n] == seat]
    choices: list[Muster] = []
    for put in (1, 0) if state.supply[seat] else (0,):
        if put:
            choices.append(Muster(1, names.BLANK, 0))
        movable = state.armies[county] + put - 1
        choices += [Muster(put, to, armies) for to in own for armies in range(1, movable + 1)]
    return tuple(choices)


class Mustering(Kind):
    """Deploy 1 / move of the first edition: an army, a move, or both (F6)."""

    name = "muster"
    rule = "F6"
    asked_by = (AskMuster,)
    choice = Muster
    code = ObjectOf(Muster, 'a muster is {"deploy": true, "to": county or null, "armies": n}')

    def ask(self, state: State, step: AskMuster) -> None:
        state.ask(step, step.seat, self.name, musters(state, step.seat, step.county))

    def take(self, state: State, step: AskMuster, choice: Muster) -> None:
        seat, action, county = step
        deployed, to, armies = choice
        state.thalers[seat] -= 1
        second.put_armies(state, seat, county, deployed)
        log_action(state, seat, action, county, names.DONE, deployed)
        if to != names.BLANK:
            second.move_armies(state, seat, county, to, armies)


def strikes(state: State, effect: str, county: int) -> bool:
    """Whether this season's event has this effect in the county's region."""
    if state.event == names.NO_EVENT:
        return False
    event, board = state.book.cards.events[state.event], state.book.board
    return event.effect == effect and event.region == board.regions[board.region[county]]


UNREST = 2  # F8: with this many markers peasants do not help the owner


def battle(state: State, step: Battle) -> None:
    """The march has arrived: an owner is asked for the defence; a neutral county fights at once."""
    if state.owner[step.county] == names.NEUTRAL:
        fight(state, step, 0, peasants_joining(state, step.county))
    else:
        state.then(AskDefence, *step)


class Defending(Kind):
    """The number of armies of a county to throw in a battle or a revolt; the others stay (F7)."""

    name = "defend"
    rule = "F7"
    asked_by: ClassVar[tuple[type, ...]] = (AskDefence, Revolt)

    def ask(self, state: State, step: AskDefence | Revolt) -> None:
        """F7: asks the county's owner; all armies come first."""
        county = step.county
        state.ask(step, state.owner[county], self.name, tuple(range(state.armies[county], -1, -1)))

    def take(self, state: State, step: AskDefence | Revolt, choice: int) -> None:
        if isinstance(step, AskDefence):
            fight(state, step, choice, self.peasants_helping(state, step.county))
        else:
            rise(state, step, choice)

    def peasants_helping(self, state: State, county: int) -> int:
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
    if defender != names.NEUTRAL:
        hand[defender] = defending
        state.armies[county] -= defending
    hand[names.PEASANTS] = min(peasants, state.supply[names.PEASANTS])
    state.supply[names.PEASANTS] -= hand[names.PEASANTS]
    throw(state, "battle", attacker, defender, county, hand)
    settle_battle(state, attacker, action, defender, county)


def peasants_joining(state: State, county: int) -> int:
    """F5: the number of peasants from the supply in a battle for this county."""
    effect = state.book.effects[state.event]
    if state.owner[county] == names.NEUTRAL:
        return {"weary-peasants": 0, "angry-peasants": 2}.get(effect, 1)
    return 1 if effect == "palace-guard" and state.buildings[county] >> names.PALACE & 1 else 0


def settle_battle(state: State, attacker: int, action: int, defender: int, county: int) -> None:
    """Counts the tray (F8), removes the armies involved, and settles the county's owner."""
    attack = take_out(state, attacker)
    defence = 0 if defender == names.NEUTRAL else take_out(state, defender)
    joined = state.markers[county] < UNREST
    peasants = take_out(state, names.PEASANTS) if joined else 0
    left = 0
    if attack > defence + peasants:
        outcome = names.ATTACKER
        left = attack - defence - peasants
        if defender != names.NEUTRAL:
            state.supply[defender] += state.armies[county]  # F7: the armies that were not thrown return to the supply
        conquer(state, attacker, county, left)
        if defender == names.NEUTRAL:
            place_marker(state, county)  # F9
    elif attack < defence + peasants:
        # F10: peasants alone may hold the county, even when no army is left on it
        outcome = names.DEFENDER
        left = max(0, defence - max(0, attack - peasants))
        if defender != names.NEUTRAL:
            state.armies[county] += left
            state.supply[defender] -= left
    else:
        outcome = names.TIE
        if defender != names.NEUTRAL:
            devastate(state, county)
    state.note(Battled, attacker, action, defender, county, attack, defence, peasants, outcome, left, int(joined))
