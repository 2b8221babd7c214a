"""What is hidden and what is public (W29): the view of one seat."""

from typing import Final

from wallenstein.core.records import new_record
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.steps import AskPlan
from wallenstein.games.wallenstein.model.view import DraftView, View
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, BLANK, COURT, OVER, PLAN, UNSEEN, WINTER_PHASE
from wallenstein.games.wallenstein.plan import Plan

VISIBLE_ACTIONS: Final = 5
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
        tuple(state.buildings),
        tuple(state.thalers),
        tuple(state.grain),
        tuple(state.vp),
        tuple(state.supply),
        tuple(state.tower),
        tuple(state.tray),
        tuple(state.stock),
        state.order,
        tuple(state.tiles),
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
    """What everybody sees of every seat's plan; made again only when something was revealed."""
    moment = (state.phase, state.slot, state.seats_done, len(state.actions), *state.plans)
    if state.masked is None or state.masked[0] != moment:
        state.masked = moment, make_masked_plans(state)
    return state.masked[1]


def make_masked_plans(state: State) -> tuple[Plan | None, ...]:
    """Plans with the boxes that are face down hidden."""
    done: tuple[int, ...] = ()
    current = BLANK
    if state.phase == ACTION and len(state.actions) > state.slot:
        done = state.actions[: state.slot]
        current = state.actions[state.slot]
    seen: list[Plan | None] = []
    for other, plan in enumerate(state.plans):
        if plan is None:
            seen.append(None)
            continue
        boxes = [UNSEEN] * len(ACTIONS)
        for action in done:
            boxes[action] = plan.boxes[action]
        if current != BLANK and other in state.order[: state.seats_done + 1]:
            boxes[current] = plan.boxes[current]
        seen.append(Plan(tuple(boxes), plan.bid, plan.court if state.phase in COURT_IS_OPEN else ()))
    return tuple(seen)


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
