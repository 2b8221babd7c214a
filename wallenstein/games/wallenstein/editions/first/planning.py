"""Planning and turn order of the first edition (F2-F4), and its final ranking (F13)."""

from itertools import combinations
from typing import Any

from wallenstein.core.json.place import Json
from wallenstein.core.plain import row, whole_number
from wallenstein.core.records import Code
from wallenstein.games.wallenstein.editions.first.offer import FirstOffer, boxes_short
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.entries import ActionsShown, Declared, OrderFixed
from wallenstein.games.wallenstein.model.plan_code import PlanCode
from wallenstein.games.wallenstein.model.state import Kind, State, replaced
from wallenstein.games.wallenstein.model.steps import AskDeclare, AskPlan, AskPlans, Display, DrawOrder, same
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, NO_BID, PLAN
from wallenstein.games.wallenstein.phases.planning import Planning
from wallenstein.games.wallenstein.plan import Plan


def display(state: State, step: Display) -> None:
    """W20: action cards are shuffled and laid out; F1: there are no bonus tiles."""
    state.phase = PLAN
    state.actions = tuple(state.chance.draw("actions", range(len(ACTIONS)), len(ACTIONS)))
    state.note(ActionsShown, state.actions)


def draw_order(state: State, step: DrawOrder) -> None:
    """F2, F4: the leaders are shuffled for the set-up and, after planning, for each season."""
    state.order = tuple(state.chance.draw("order", range(state.book.players), state.book.players))
    state.note(OrderFixed, state.order)


def ask_plans(state: State, step: AskPlans) -> None:
    """F3: players with too few cards declare publicly, in the last turn order; then all plan in secret."""
    state.phase = PLAN
    unplanned = [seat for seat, plan in enumerate(state.plans) if plan is None]
    for seat in reversed(unplanned):
        state.then(AskPlan, seat, ())
    for seat in reversed(state.order):
        if seat in unplanned and boxes_short(state.owner.count(seat)):
            state.then(AskDeclare, seat)


class ActionList(Code):
    """A list of actions, in any order."""

    def write(self, value: tuple[int, ...], context: Any) -> list[str]:
        """Their names."""
        return [ACTIONS[action] for action in value]

    def schema(self) -> dict[str, Any]:
        """A list of actions."""
        return {"type": "array", "items": {"enum": list(ACTIONS)}}

    def read(self, place: Json, context: Any) -> tuple[int, ...]:
        """The actions, ascending."""
        return tuple(sorted(item.code(ACTIONS, "an action") for item in place.items()))

    def plain(self, value: Any) -> tuple[int, ...]:
        """The actions, in the order in which they are given."""
        return row(value, whole_number, "boxes")


class Declaring(Kind[AskDeclare, tuple[int, ...]]):
    """Which boxes stay empty, for a player with too few cards (F3)."""

    name = "declare"
    rule = "F3"
    asked_by = (AskDeclare,)
    choice = tuple
    code = ActionList()

    def ask(self, state: State, step: AskDeclare) -> None:
        """F3: as many boxes as there are too few cards."""
        short = boxes_short(state.owner.count(step.seat))
        state.ask(step, step.seat, self.name, tuple(combinations(range(len(ACTIONS)), short)))

    def take(self, state: State, step: AskDeclare, choice: tuple[int, ...]) -> None:
        """The boxes are public; the seat's plan will contain them."""
        seat = step.seat
        state.declared = replaced(state.declared, seat, choice)
        waiting = AskPlan(seat)
        place = next(place for place, other in enumerate(state.agenda) if same([other], [waiting]))
        state.agenda[place] = AskPlan(seat, choice)
        state.note(Declared, seat, choice)


class FirstPlanCode(PlanCode):
    """A plan without a bid."""

    bids = ({"type": "null"},)

    def read(self, place: Json, context: Any) -> Plan:
        """F1: a bid can be given only as null."""
        if "bid" in place.entries() and place.at("bid").value is not None:
            place.at("bid").fail("F1: the first edition has no bids")
        return super().read(place, context)

    def write(self, value: Plan, context: Any) -> dict[str, Any]:
        """The boxes with a county in the actions' order."""
        return {"actions": self.write_actions(value, context)}


class FirstPlanning(Planning):
    """The season's plan of the first edition, without a bid (F1, F3)."""

    code = FirstPlanCode()

    def ask(self, state: State, step: AskPlan) -> None:
        """F3: boxes declared empty stay empty."""
        state.decision = Decision(step.seat, self.name, offer(state, step.seat, step.empty), step)

    def take(self, state: State, step: AskPlan, choice: Plan) -> None:
        """F1: a plan has no bid here."""
        super().take(state, step, Plan(choice.boxes, NO_BID))


def offer(state: State, seat: int, empty: tuple[int, ...] | None = None) -> FirstOffer:
    """F3: the seat's county cards and five blank ones."""
    counties = tuple([county for county, owner in enumerate(state.owner) if owner == seat])
    return FirstOffer(seat, counties, state.declared[seat] if empty is None else empty)


def by_buildings(state: State, seat: int) -> tuple[int, ...]:
    """F13: most victory points, then palaces, then churches, then posts."""
    own = [state.buildings[county] for county, owner in enumerate(state.owner) if owner == seat]
    return state.vp[seat], *(sum(bits >> kind & 1 for bits in own) for kind in range(len(BUILDINGS)))
