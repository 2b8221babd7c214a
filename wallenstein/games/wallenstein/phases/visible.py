"""Hidden and public information (W29): the view of one seat."""

from typing import Final

from wallenstein.core.choices import new_record
from wallenstein.games.wallenstein.model.decision import AskPlan
from wallenstein.games.wallenstein.model.state import MaskedPlans, State, replaced
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, COURT, OVER, PLAN, UNSEEN, WINTER_PHASE
from wallenstein.games.wallenstein.plan import Plan

VISIBLE_ACTIONS: Final = 5
ALL_UNSEEN: Final = (UNSEEN,) * len(ACTIONS)
COURT_IS_OPEN: Final = (COURT, ACTION, WINTER_PHASE, OVER)  # phases in which court boxes have been revealed (C4)


def make_view(state: State, seat: int) -> View:
    agenda = state.agenda
    if state.phase == PLAN:
        agenda = [step for step in agenda if type(step) is not AskPlan]  # W23: the seats that have planned are hidden
    asked = state.decision
    if asked is not None and (state.phase != PLAN or type(asked.step) is not AskPlan):
        agenda = [*agenda, asked.step]
    open_actions = VISIBLE_ACTIONS + (state.slot if state.phase == ACTION else 0)
    values = (
        seat, state.book, state.year, state.season, state.phase, state.slot, state.seats_done,
        tuple(state.owner), tuple(state.armies), tuple(state.markers), state.buildings,
        tuple(state.thalers), tuple(state.grain), state.vp,
        tuple(state.supply), tuple(state.tower), tuple(state.tray), tuple(state.stock),
        state.order, state.tiles, state.tiles_on_offer, state.actions[:open_actions],
        state.events, state.event, state.spent_events, state.won,
        state.plans[seat], open_plans(state, seat), state.declared, tuple(agenda),
        None if state.draft is None else state.draft.view(),
        tuple([(name, part.view()) for name, part in state.parts.items()]) if state.parts else (),
    )  # fmt: skip
    view: View = new_record(View, values)
    return view


def open_plans(state: State, seat: int) -> tuple[Plan | None, ...]:
    """W29: the seat's own plan; of the others the bid (W26) and the boxes revealed so far.

    Court boxes are revealed before the first question at court (C4); until then they are missing.
    """
    if state.phase == PLAN:
        # the seats that have planned are hidden
        nobody = (None,) * len(state.plans)
        own = state.plans[seat]
        return nobody if own is None else replaced(nobody, seat, own)
    seen = list(masked_plans(state))
    seen[seat] = state.plans[seat]
    return tuple(seen)


def masked_plans(state: State) -> tuple[Plan | None, ...]:
    """The public part of every seat's plan; remade only as far as more was revealed."""
    before = state.masked
    if before is None or not goes_on(before, state):
        seen, first = face_down(state), 0
    elif before.acted == state.seats_done and before.slot == state.slot:
        return before.seen
    else:
        seen, first = before.seen, before.slot
    if state.phase == ACTION and len(state.actions) > state.slot:
        seen = turned_up(state, seen, first)
    state.masked = MaskedPlans(seen, state.plans, state.phase, state.slot, state.seats_done, state.actions, state.order)
    return seen


def goes_on(before: MaskedPlans, state: State) -> bool:
    """Whether everything visible then is still visible: the same plans lie there, and nothing was taken back."""
    if before.phase != state.phase or before.slot > state.slot or len(state.actions) <= state.slot:
        return False
    if before.plans is not state.plans or before.actions is not state.actions or before.order is not state.order:
        return False
    return before.slot < state.slot or before.acted <= state.seats_done


def face_down(state: State) -> tuple[Plan | None, ...]:
    """Plans with only the bid, and court boxes once they are revealed."""
    court_is_open = state.phase in COURT_IS_OPEN
    return tuple([
        None if plan is None else new_record(Plan, (ALL_UNSEEN, plan.bid, plan.court if court_is_open else ()))
        for plan in state.plans
    ])  # fmt: skip


def turned_up(state: State, seen: tuple[Plan | None, ...], first: int) -> tuple[Plan | None, ...]:
    """The masked plans with the boxes that have been revealed since slot `first` began."""
    done = state.actions[first : state.slot]
    begun = state.actions[first : state.slot + 1]
    acting = state.order[: state.seats_done + 1]  # seats that have had their turn in the slot
    plans: list[Plan | None] = []
    for seat, masked in enumerate(seen):
        plan, shown = state.plans[seat], begun if seat in acting else done
        if plan is not None and masked is not None and shown:
            boxes, bid, court = masked
            if boxes[shown[-1]] == UNSEEN:
                laid, opened = plan[0], list(boxes)
                for action in shown:
                    opened[action] = laid[action]
                masked = new_record(Plan, (tuple(opened), bid, court))
        plans.append(masked)
    return tuple(plans)
