"""What is hidden and what is public (W29): the view of one seat."""

from typing import Final

from wallenstein.core.unchangeable import new_record
from wallenstein.games.wallenstein.model.masked_plans import MaskedPlans
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.steps import AskPlan
from wallenstein.games.wallenstein.model.view import DraftView, View
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, COURT, OVER, PLAN, UNSEEN, WINTER_PHASE
from wallenstein.games.wallenstein.plan import Plan

VISIBLE_ACTIONS: Final = 5
ALL_UNSEEN: Final = (UNSEEN,) * len(ACTIONS)
COURT_IS_OPEN: Final = (COURT, ACTION, WINTER_PHASE, OVER)  # phases in which court boxes have been revealed (C4)


def make_view(state: State, seat: int) -> View:
    """The view of one seat."""
    agenda = state.agenda if state.decision is None else [*state.agenda, state.decision.step]
    if state.phase == PLAN:
        agenda = [step for step in agenda if type(step) is not AskPlan]  # W23: who has already planned is hidden
    values = (
        seat,
        state.book,
        state.year,
        state.season,
        state.phase,
        state.slot,
        state.seats_done,
        tuple(state.owner),
        tuple(state.armies),
        tuple(state.markers),
        state.buildings,
        tuple(state.thalers),
        tuple(state.grain),
        state.vp,
        tuple(state.supply),
        tuple(state.tower),
        tuple(state.tray),
        tuple(state.stock),
        state.order,
        state.tiles,
        state.tiles_on_offer,
        state.actions[: VISIBLE_ACTIONS + (state.slot if state.phase == ACTION else 0)],
        state.events,
        state.event,
        state.spent_events,
        state.won,
        state.plans[seat],
        open_plans(state, seat),
        state.declared,
        tuple(agenda),
        None if state.draft is None else draft_view(state),
        tuple([(name, part.view()) for name, part in state.parts.items()]) if state.parts else (),
    )
    view: View = new_record(View, values)
    return view


def open_plans(state: State, seat: int) -> tuple[Plan | None, ...]:
    """W29: the seat's own plan, and of the others the bid (W26) and the boxes revealed in their turn.

    Court boxes are revealed before the first question at court (C4); until then there are none.
    """
    if state.phase == PLAN:
        # who has already planned is hidden
        return tuple([plan if owner == seat else None for owner, plan in enumerate(state.plans)])
    seen = list(masked_plans(state))
    seen[seat] = state.plans[seat]
    return tuple(seen)


def masked_plans(state: State) -> tuple[Plan | None, ...]:
    """What everybody sees of every seat's plan; made again only as far as more was revealed."""
    before = state.masked
    if before is None or not goes_on(before, state):
        seen, first = face_down(state), 0
    elif before.acted == state.seats_done and before.slot == state.slot:
        return before.seen
    else:
        seen, first = list(before.seen), before.slot
    if state.phase == ACTION and len(state.actions) > state.slot:
        acting = state.order[: state.seats_done + 1]  # seats whose turn in the slot has come
        for seat, plan in enumerate(state.plans):
            masked = seen[seat]
            if plan is not None and masked is not None:
                seen[seat] = turned_up(state, plan, masked, first, state.slot if seat in acting else state.slot - 1)
    now = MaskedPlans(tuple(seen), state.plans, state.phase, state.slot, state.seats_done, state.actions, state.order)
    state.masked = now
    return now.seen


def goes_on(before: MaskedPlans, state: State) -> bool:
    """Whether all that was seen then is still to be seen: the same plans lie there, and nothing was taken back."""
    if before.phase != state.phase or before.slot > state.slot or len(state.actions) <= state.slot:
        return False
    if before.plans is not state.plans or before.actions is not state.actions or before.order is not state.order:
        return False
    return before.slot < state.slot or before.acted <= state.seats_done


def face_down(state: State) -> list[Plan | None]:
    """Plans of which only the bid is seen, and court boxes once they are revealed."""
    court_is_open = state.phase in COURT_IS_OPEN
    return [
        None if plan is None else new_record(Plan, (ALL_UNSEEN, plan.bid, plan.court if court_is_open else ()))
        for plan in state.plans
    ]


def turned_up(state: State, plan: Plan, masked: Plan, first: int, last: int) -> Plan:
    """The masked plan with the boxes of these slots, from the first to the last."""
    if first <= last and masked.boxes[state.actions[first]] != UNSEEN:
        first += 1  # it was revealed before
    if last < first:
        return masked
    boxes = list(masked.boxes)
    for slot in range(first, last + 1):
        action = state.actions[slot]
        boxes[action] = plan.boxes[action]
    turned: Plan = new_record(Plan, (tuple(boxes), masked.bid, masked.court))
    return turned


def draft_view(state: State) -> DraftView:
    """The draft without the pile's order."""
    draft = state.draft
    assert draft is not None
    top = len(draft.pile) - draft.buried
    return DraftView(
        tuple(draft.opened),
        tuple(sorted(draft.pile[:top])),
        tuple(draft.pile[top:]),
        tuple(tuple(groups) for groups in draft.groups),
        tuple(draft.seen),
    )
