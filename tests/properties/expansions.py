"""Tables of the expansions for the properties, and the count of what they add to the box (C1, L1)."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from tests.properties import HERE
from tests.properties.photo import photo
from tests.properties.players import Table
from tests.properties.supplies import shortfalls as base_shortfalls
from wallenstein.core.draws import shuffled
from wallenstein.games.wallenstein.names import ACTION, COURT, PLAN
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import SETUPS
from wallenstein.games.wallenstein.state import State

COURTIERS, FAVORS = 7, 21
ALONE_AND_BOTH: Final = (["emperors-court"], ["landsknechte"], ["emperors-court", "landsknechte"])

EXPANDED: Final[tuple[Table, ...]] = tuple(
    (rules_from({"expansions": expansions, "setup": setup}, HERE), players)
    for expansions, setup, players in product(ALONE_AND_BOTH, SETUPS, PLAYERS)
)


def name_of(table: Table) -> str:
    """How a test of this table is called."""
    rules, players = table
    return f"{players}-{rules.setup}-{'-'.join(name[:5] for name in rules.expansions)}"


def shortfalls(state: State) -> list[str]:
    """Everything that does not add up, as sentences; empty when all is well."""
    return [*base_shortfalls(state), *courtiers(state), *favors(state), *piles(state)]


def courtiers(state: State) -> Iterator[str]:
    """C1: seven a player, in the supply or at court."""
    if state.court is not None:
        for seat, counts in enumerate(zip(state.court.supply, state.court.hall, strict=True)):
            if sum(counts) != COURTIERS or min(counts) < 0:
                yield f"seat {seat} has {counts} courtiers"


def favors(state: State) -> Iterator[str]:
    """C2, C5: every card in the pile, on display, kept, or gone."""
    if state.court is None:
        return
    court = state.court
    cards = [*court.pile(), *court.gone, *[number for number in court.open if number]]
    cards += [4] * court.kept_calm.count(True)
    if sorted(cards) != list(range(1, FAVORS + 1)):
        yield f"favors {sorted(cards)}"
    if any(court.open) and not PLAN <= state.phase <= COURT:
        yield f"favors {court.open} on display in phase {state.phase}"
    if any(court.protected) and state.phase not in (COURT, ACTION):
        yield f"protected {court.protected} in phase {state.phase}"


def piles(state: State) -> Iterator[str]:
    """L1: the card on top of every pile, if there are any."""
    if len(state.landsknechte) not in (0, state.book.players) or not set(state.landsknechte) <= {1, 2, 3, 4}:
        yield f"piles {state.landsknechte}"


def hide_otherwise(state: State, seat: int, rng: Random) -> bool:
    """Changes what this seat cannot know: coming actions, and cards that lie face down; whether anything did."""
    before = photo(state)
    slot = state.slot if state.phase == ACTION else 0
    state.actions[5 + slot :] = shuffled(rng.random, state.actions[5 + slot :])
    if state.draft is not None:
        top = len(state.draft.pile) - state.draft.buried
        state.draft.pile[:top] = shuffled(rng.random, state.draft.pile[:top])
    for other, plan in enumerate(state.plans):
        if other != seat and plan is not None:
            state.plans[other] = other_plan(state, other, plan, rng)
    return photo(state) != before


def other_plan(state: State, seat: int, plan: Plan, rng: Random) -> Plan:
    """Another plan that shows the same so far: with the court still covered, counties change places with it."""
    if state.phase == PLAN:
        return state.book.offer(state, seat).random(rng)
    done = set(state.actions[: state.slot]) if state.phase == ACTION else set()
    if state.phase == ACTION and seat in state.order[: state.acted + 1]:
        done.add(state.actions[state.slot])
    covered = [action for action in range(10) if action not in done]
    mixed = shuffled(rng.random, [plan.boxes[action] for action in covered])
    boxes = list(plan.boxes)
    for action, county in zip(covered, mixed, strict=True):
        boxes[action] = county
    court = list(plan.court)
    if court and state.phase < COURT:
        court = shuffled(rng.random, court)
        if court[0] >= 0:
            boxes[0], court[0] = court[0], boxes[0]
    return Plan(tuple(boxes), plan.bid, tuple(court))
