"""Throws into the tower (T1), combat and battle (W44, W50-W55), and revolts (W60, W61) of the second edition."""

from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.decision import AskMarch, Battle, March, Revolt
from wallenstein.games.wallenstein.model.entries import Battled, Revolted, Thrown
from wallenstein.games.wallenstein.model.offer import Marches
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.phases.actions import MARKERS, MarchKind, move_armies
from wallenstein.games.wallenstein.phases.season import log_action


def throw(state: State, cause: str, seat: int, other: int, county: int, hand: list[int]) -> None:
    """Throws the hand and the tray in; the tray then holds the cubes that came out.

    Seat is the attacker, or the owner of the revolting county; other is the defender of a battle, or -1.
    """
    tray, inside = state.tray, state.tower
    falling = hand[:]
    for colour, lying in enumerate(tray):
        if lying:
            falling[colour] = hand[colour] + lying
    out = state.chance.throw(state.functions.tower, falling, inside)
    if state.journal is not None:
        state.note(Thrown, cause, seat, other, county, tuple(hand), tuple(tray), tuple(inside), tuple(out))
    for colour, stuck in enumerate(inside):
        inside[colour] = stuck + falling[colour] - out[colour]
    state.tray = out


def take_out(state: State, colour: int) -> int:
    """Returns all cubes of this colour from the tray to their supply; returns their number."""
    tray, supply = state.tray, state.supply
    cubes = tray[colour]
    if cubes:
        tray[colour] = 0
        supply[colour] = supply[colour] + cubes
    return cubes


def combat(state: State, seat: int, action: int, county: int) -> None:
    """W44: the player must march with at least one army, if there are two and a county in reach."""
    if state.armies[county] < 2:
        log_action(state, seat, action, county, const.NO_ARMIES)
    elif not state.functions.reach(state, seat, action, county):
        log_action(state, seat, action, county, const.NO_REACH)
    else:
        state.then(AskMarch, seat, action, county)


def reach(state: State, seat: int, action: int, county: int) -> tuple[int, ...]:
    """W44: the neighbours that may be entered; church peace shields other players' churches."""
    near = state.book.neighbours[county]
    if state.book.effects[state.event] != "church-peace":
        return near
    owner, buildings = state.owner, state.buildings
    return tuple([n for n in near if owner[n] == seat or not buildings[n] >> const.CHURCH & 1])


class Marching(MarchKind):
    """Combat A and B: a player must march if possible (W44)."""

    name = "march"
    rule = "W44"
    asked_by = (AskMarch,)

    def ask(self, state: State, step: AskMarch) -> None:
        """W44: the destination and the number of armies, leaving at least one."""
        seat, action, county = step
        targets = state.functions.reach(state, seat, action, county)
        state.ask(step, seat, self.name, Marches(targets, state.armies[county] - 1))

    def take(self, state: State, step: AskMarch, choice: March) -> None:
        """W44: a plain move into one of the player's counties, otherwise a battle."""
        seat, action, county = step
        to, armies = choice
        log_action(state, seat, action, county, const.DONE, armies, to)
        if state.owner[to] == seat:
            move_armies(state, seat, county, to, armies)
        else:
            state.then(Battle, seat, action, county, to, armies)


def battle(state: State, step: Battle) -> None:
    """W50: attacker, defender, their extras and the tray go into the tower; the cubes that come out decide."""
    attacker, action, source, county, moved = step
    defender = state.owner[county]
    supply = state.supply
    hand = [0] * len(supply)
    state.armies[source] -= moved
    hand[attacker] = moved
    if state.tiles[attacker] == const.TILE_ATTACK and supply[attacker]:
        supply[attacker] -= 1
        hand[attacker] += 1
    if defender == const.NEUTRAL:
        wanted = 2 if state.book.effects[state.event] == "angry-peasants" else 1
        hand[const.PEASANTS] = min(wanted, supply[const.PEASANTS])
        supply[const.PEASANTS] -= hand[const.PEASANTS]
    else:
        # W50: one army with the defence tile, one more for a palace under palace guard, limited by the supply
        extra = 1 if state.tiles[defender] == const.TILE_DEFENCE else 0
        if state.book.effects[state.event] == "palace-guard" and state.buildings[county] >> const.PALACE & 1:
            extra += 1
        extra = min(extra, supply[defender])
        supply[defender] -= extra
        hand[defender] = state.armies[county] + extra
        state.armies[county] = 0
    throw(state, "battle", attacker, defender, county, hand)
    settle_battle(state, attacker, action, defender, county)


def settle_battle(state: State, attacker: int, action: int, defender: int, county: int) -> None:
    """W51-W54: counts the tray, removes the cubes involved, and settles the county's owner."""
    attack = take_out(state, attacker)
    defence = 0 if defender == const.NEUTRAL else take_out(state, defender)
    joined = not state.markers[county]  # W51
    peasants = take_out(state, const.PEASANTS) if joined else 0
    left = 0
    if attack > defence + peasants:
        outcome = const.ATTACKER
        left = attack - defence - peasants
        conquer(state, attacker, county, left)
    elif attack < defence + peasants and defence:
        # W53: peasants are lost first
        outcome = const.DEFENDER
        left = defence - max(0, attack - peasants)
        state.armies[county] = left
        state.supply[defender] -= left
    else:
        # W54: equal, or only peasants held the county
        outcome = const.TIE
        if defender != const.NEUTRAL:
            devastate(state, county)
    if state.journal is not None:
        state.note(Battled, attacker, action, defender, county, attack, defence, peasants, outcome, left, int(joined))


def conquer(state: State, seat: int, county: int, armies: int) -> None:
    """W52, W55: the winner gets the county and its card; buildings and revolt markers stay."""
    state.owner[county] = seat
    state.armies[county] = armies
    state.supply[seat] -= armies
    state.won += (county,)


def devastate(state: State, county: int) -> None:
    """W54, W61: buildings, markers and armies go back; the county becomes neutral."""
    owner = state.owner[county]
    state.supply[owner] += state.armies[county]
    state.armies[county] = 0
    if state.buildings[county]:
        for building in range(MARKERS):
            state.stock[building] += state.buildings[county] >> building & 1
        state.buildings = replaced(state.buildings, county, 0)
    state.stock[MARKERS] += state.markers[county]
    state.markers[county] = 0
    state.owner[county] = const.NEUTRAL


def revolt(state: State, step: Revolt) -> None:
    """W60: all armies of the county fight."""
    rise(state, step, state.armies[step.county])


def rise(state: State, step: Revolt, armies: int) -> None:
    """W60: armies of the county against a peasant for each marker, and in winter the table's extra."""
    seat, county, extra = step
    supply = state.supply
    hand = [0] * len(supply)
    hand[seat] = armies
    state.armies[county] -= armies
    # W60: limited by the supply
    hand[const.PEASANTS] = min(state.markers[county] + extra, supply[const.PEASANTS])
    supply[const.PEASANTS] -= hand[const.PEASANTS]
    cause = "winter" if state.season == const.WINTER else "revolt"
    throw(state, cause, seat, const.NOBODY, county, hand)
    # W61: all peasants in the tray count; the county is lost unless there are more armies
    defence, peasants = take_out(state, seat), take_out(state, const.PEASANTS)
    left = max(0, defence - peasants)
    if left:
        state.armies[county] += left
        state.supply[seat] -= left
    else:
        devastate(state, county)
    if state.journal is not None:
        state.note(Revolted, seat, county, defence, peasants, left)
