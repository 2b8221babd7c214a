"""Planning (W23, W24): the offer that a seat plans from, and the season's plan."""

from struct import unpack
from typing import Any

from wallenstein.core.unchangeable import new_record
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.entries import PlanLaid
from wallenstein.games.wallenstein.model.offer import BOXES, Offer
from wallenstein.games.wallenstein.model.plan_code import PlanCode
from wallenstein.games.wallenstein.model.state import Kind, State, replaced
from wallenstein.games.wallenstein.model.steps import AskPlan
from wallenstein.games.wallenstein.plan import Plan


def offer(state: State, seat: int) -> Offer:
    """W23: the seat's county cards and money cards, and what it can pay."""
    counties = tuple([county for county, owner in enumerate(state.owner) if owner == seat])
    return Offer(seat, counties, state.thalers[seat])


class Planning(Kind[AskPlan, Plan]):
    """The season's plan: what each county does, and the bid (W23)."""

    name = "plan"
    rule = "W23"
    asked_by = (AskPlan,)
    choice = Plan
    code = PlanCode()

    def ask(self, state: State, step: AskPlan) -> None:
        """Asks one player for the season's plan."""
        seat = step.seat
        state.decision = new_record(Decision, (seat, self.name, state.functions.offer(state, seat), step))

    def check(self, decision: Decision, choice: Any) -> Plan:
        """W23, W24: the offer checks the plan."""
        offer: Offer = decision.options
        plan = offer.plain(choice)
        offer.refuse(plan)
        return plan

    def take(self, state: State, step: AskPlan, choice: Plan) -> None:
        """Lays the plan face down."""
        seat = step.seat
        state.plans = replaced(state.plans, seat, choice)
        if state.journal is not None:
            state.note(PlanLaid, seat, choice)

    def pack(self, choice: Plan) -> bytes:
        """Boxes, bid, court boxes."""
        return super().pack((*choice.boxes, choice.bid, *choice.court))

    def unpack(self, packed: bytes) -> Plan:
        """The plan with those boxes."""
        values = unpack(f"{len(packed)}b", packed)
        return Plan(values[:BOXES], values[BOXES], values[BOXES + 1 :])
