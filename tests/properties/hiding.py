"""Changes in a state that one of its seats must not see (W29)."""

from random import Random

from tests.properties.photo import photo
from wallenstein.core.chance import shuffled
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, COURT, PLAN
from wallenstein.games.wallenstein.plan import Plan


def hide_otherwise(state: State, seat: int, rng: Random) -> bool:
    """Changes what this seat cannot know: coming actions, and cards that lie face down; whether anything did."""
    before = photo(state)
    slot = state.slot if state.phase == ACTION else 0
    state.actions = (*state.actions[: 5 + slot], *shuffled(rng.random, state.actions[5 + slot :]))
    if state.draft is not None:
        top = len(state.draft.pile) - state.draft.buried
        state.draft.pile[:top] = shuffled(rng.random, state.draft.pile[:top])
    for other, plan in enumerate(state.plans):
        if other != seat and plan is not None:
            state.plans = replaced(state.plans, other, other_plan(state, other, plan, rng))
    return photo(state) != before


def other_plan(state: State, seat: int, plan: Plan, rng: Random) -> Plan:
    """Another plan that shows the same so far.

    Boxes declared empty are open to all (F3); with the court still covered, counties change places with it.
    """
    if state.phase == PLAN:
        return state.functions.offer(state, seat).random(rng)
    done = set(state.declared[seat])
    if state.phase == ACTION:
        done |= set(state.actions[: state.slot])
        if seat in state.order[: state.seats_done + 1]:
            done.add(state.actions[state.slot])
    covered = [action for action in range(len(ACTIONS)) if action not in done]
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
