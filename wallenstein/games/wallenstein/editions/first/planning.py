"""Planning and turn order of the first edition (F2-F4)."""

from itertools import combinations
from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.editions.first.offer import FirstOffer, boxes_short
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import ACTIONS, NO_BID, PLAN
from wallenstein.games.wallenstein.phases.season import take_plan
from wallenstein.games.wallenstein.plan import Plan

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def display(state: "State", step: Step) -> None:
    """W20: action cards are shuffled and laid out; F1: there are no bonus tiles."""
    state.phase = PLAN
    state.actions = state.chance.draw("actions", range(len(ACTIONS)), len(ACTIONS))
    if state.journal is not None:
        state.journal.append(("actions", *state.actions))


def draw_order(state: "State", step: Step) -> None:
    """F2, F4: the leaders are shuffled for the set-up and, after planning, for each season."""
    state.order = state.chance.draw("order", range(state.book.players), state.book.players)
    if state.journal is not None:
        state.journal.append(("order", *state.order))


def ask_plans(state: "State", step: Step) -> None:
    """F3: who has too few cards declares openly, in the last turn order; then all plan in secret."""
    state.phase = PLAN
    unplanned = [seat for seat, plan in enumerate(state.plans) if plan is None]
    state.agenda.extend([("plan", seat) for seat in reversed(unplanned)])
    for seat in reversed(state.order):
        if seat in unplanned and boxes_short(state.owner.count(seat)):
            state.agenda.append(("declare", seat))


def ask_declare(state: "State", step: Step) -> None:
    """F3: asks which boxes stay empty."""
    seat = step[1]
    short = boxes_short(state.owner.count(seat))
    state.ask(step, seat, "declare", tuple(combinations(range(len(ACTIONS)), short)))


def take_declare(state: "State", step: Step, empty: tuple[int, ...]) -> None:
    """The boxes are open; the seat's plan, still to be asked for, carries them."""
    seat = step[1]
    state.declared[seat] = empty
    place = state.agenda.index(("plan", seat))
    state.agenda[place] = ("plan", seat, *empty)
    if state.journal is not None:
        state.journal.append(("declare", seat, *empty))


def ask_plan(state: "State", step: Step) -> None:
    """Asks one player for the season's plan."""
    seat = step[1]
    state.decision = Decision(seat, "plan", offer(state, seat, step[2:]), step)


def offer(state: "State", seat: int, empty: tuple[int, ...] | None = None) -> FirstOffer:
    """F3: the seat's county cards and five blank ones."""
    counties = tuple([county for county, owner in enumerate(state.owner) if owner == seat])
    return FirstOffer(seat, counties, state.declared[seat] if empty is None else empty)


def lay_plan(state: "State", step: Step, plan: Plan) -> None:
    """F1: a plan has no bid here."""
    take_plan(state, step, Plan(plan.boxes, NO_BID))
