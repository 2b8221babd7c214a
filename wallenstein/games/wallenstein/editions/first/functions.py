"""The first edition: planning and turn order (F2-F4), final ranking (F13), its functions; the variant `manual`."""

from dataclasses import replace
from itertools import combinations
from random import Random

from wallenstein.core.documents import NULL, Json, JsonObject
from wallenstein.core.errors import RuleError
from wallenstein.core.plain import row, whole_number
from wallenstein.core.records import Context, ListCode, Named
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.editions.first import actions
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.codes import PlanCode
from wallenstein.games.wallenstein.model.entries import Declared, OrderFixed, RevoltFirst
from wallenstein.games.wallenstein.model.offer import BOXES, Offer, ten
from wallenstein.games.wallenstein.model.state import Functions, Kind, State, StepFunction, replaced
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, BUILDINGS, NO_BID, PLAN
from wallenstein.games.wallenstein.phases import actions as second
from wallenstein.games.wallenstein.phases.combat import combat
from wallenstein.games.wallenstein.phases.combat import revolt as all_fight
from wallenstein.games.wallenstein.phases.planning import Planning
from wallenstein.games.wallenstein.phases.season import lay_out_actions, log_action
from wallenstein.games.wallenstein.phases.setup import DraftingCard, DraftingGroup, on_turn, table
from wallenstein.games.wallenstein.plan import Plan

# The plans of the first edition (F3): ten boxes, five blank cards, no bid.

BLANK_CARDS = 5


class FirstOffer(Offer):
    """The seat's counties and five blank cards; boxes declared empty stay empty."""

    __slots__ = ("empty",)

    empty: tuple[int, ...]  # boxes declared empty

    rule = "F3"
    form = "a Plan with ten boxes"

    def __init__(
        self, seat: int, counties: tuple[int, ...], empty: tuple[int, ...] = (), rng: Random | None = None
    ) -> None:
        super().__init__(seat, counties, 0, rng)
        object.__setattr__(self, "empty", empty)

    def __reduce__(self) -> tuple[object, ...]:
        return FirstOffer, (self.seat, self.counties, self.empty)

    def with_rng(self, rng: Random | None) -> "FirstOffer":
        return FirstOffer(self.seat, self.counties, self.empty, rng)

    def random(self, rng: Random | None = None) -> Plan:
        source = (rng or self._rng or Random(0)).random
        hand = [*self.counties, *[BLANK] * BLANK_CARDS]
        boxes = [BLANK if action in self.empty else hand.pop(int(source() * len(hand))) for action in range(BOXES)]
        return Plan(tuple(boxes), NO_BID)

    def refuse(self, plan: Plan) -> None:
        if len(plan.boxes) != BOXES or plan.court or plan.bid not in (0, NO_BID):
            raise RuleError("F3", "a plan of the first edition has ten boxes, no bid and no court")
        blanks = self.count_blanks(plan.boxes, NO_BID)
        for action in self.empty:
            if plan.boxes[action] != BLANK:
                raise RuleError("F3", f"seat {self.seat} has declared {ACTIONS[action]} empty")
        self.refuse_blanks(blanks, NO_BID)

    def boxes_short(self, counties: int) -> int:
        return boxes_short(counties)

    def most_blanks(self, bid: int) -> int:
        return BLANK_CARDS + self.short

    def limits(self) -> JsonObject:
        return {"blanks": self.most_blanks(NO_BID), "empty": [ACTIONS[action] for action in self.empty]}

    def repair(self, plan: object) -> Plan:
        """The nearest legal plan: illegal cards are removed, and boxes are covered from the left."""
        plan = self.plain(plan)
        free = list(self.counties)
        boxes = self.repair_boxes(
            [BLANK if action in self.empty else box for action, box in enumerate(ten(plan.boxes))], free
        )
        places = [action for action, box in enumerate(boxes) if box == BLANK and action not in self.empty]
        missing = boxes.count(BLANK) - self.most_blanks(NO_BID)
        for action, county in zip(places[: max(0, missing)], free, strict=False):
            boxes[action] = county
        return Plan(tuple(boxes), NO_BID)


def boxes_short(counties: int) -> int:
    """F3: the number of the ten boxes that stay empty because there are too few cards."""
    return max(0, BOXES - counties - BLANK_CARDS)


def draw_order(state: State, step: decision.DrawOrder) -> None:
    """F2, F4: shuffles the leaders for the set-up and, after planning, for each season."""
    state.order = tuple(state.chance.draw("order", range(state.book.players), state.book.players))
    state.note(OrderFixed, state.order)


def ask_plans(state: State, step: decision.AskPlans) -> None:
    """F3: players with too few cards declare publicly, in the last turn order; then all plan in secret."""
    state.phase = PLAN
    unplanned = [seat for seat, plan in enumerate(state.plans) if plan is None]
    for seat in reversed(unplanned):
        state.then(decision.AskPlan, seat, ())
    for seat in reversed(state.order):
        if seat in unplanned and boxes_short(state.owner.count(seat)):
            state.then(decision.AskDeclare, seat)


class ActionList(ListCode):
    """A list of actions, in any order."""

    def read(self, place: Json, context: Context) -> tuple[int, ...]:
        return tuple(sorted(super().read(place, context)))

    def plain(self, value: object) -> tuple[int, ...]:
        """The actions in the given order, by number."""
        return row(value, whole_number, self.what)


class Declaring(Kind):
    """The boxes that stay empty, for a player with too few cards (F3)."""

    name = "declare"
    rule = "F3"
    asked_by = (decision.AskDeclare,)
    choice = tuple
    code = ActionList(Named(ACTIONS, "an action"), "boxes")

    def ask(self, state: State, step: decision.AskDeclare) -> None:
        """F3: asks for as many boxes as cards are missing."""
        short = boxes_short(state.owner.count(step.seat))
        state.ask(step, step.seat, self.name, tuple(combinations(range(len(ACTIONS)), short)))

    def take(self, state: State, step: decision.AskDeclare, choice: tuple[int, ...]) -> None:
        """The boxes are public; the seat's plan will contain them."""
        seat = step.seat
        state.declared = replaced(state.declared, seat, choice)
        waiting = decision.AskPlan(seat)
        place = next(place for place, other in enumerate(state.agenda) if decision.same([other], [waiting]))
        state.agenda[place] = decision.AskPlan(seat, choice)
        state.note(Declared, seat, choice)


class FirstPlanCode(PlanCode):
    bids = (NULL,)

    def read(self, place: Json, context: Context) -> Plan:
        """F1: only null is accepted as a bid."""
        if "bid" in place.entries() and place.at("bid").value is not None:
            place.at("bid").fail("F1: the first edition has no bids")
        return super().read(place, context)

    def write(self, value: Plan, context: Context) -> JsonObject:
        return {"actions": self.write_actions(value, context)}


class FirstPlanning(Planning):
    """The season's plan of the first edition, without a bid (F1, F3)."""

    code = FirstPlanCode()

    def take(self, state: State, step: decision.AskPlan, choice: Plan) -> None:
        super().take(state, step, Plan(choice.boxes, NO_BID))


def offer(state: State, seat: int) -> FirstOffer:
    """F3: the seat's county cards and five blank ones."""
    return FirstOffer(seat, tuple(state.counties(seat)), state.declared[seat])


def by_buildings(state: State, seat: int) -> tuple[int, ...]:
    """F13: most victory points, then palaces, then churches, then posts."""
    own = [state.buildings[county] for county in state.counties(seat)]
    return state.vp[seat], *(sum(bits >> kind & 1 for bits in own) for kind in range(len(BUILDINGS)))


# The functions of the first edition and of its variant `manual` (F14).


def collect(state: State, seat: int, action: int, county: int) -> None:
    """F14: the revolt comes before the income."""
    if state.markers[county]:
        state.note(RevoltFirst, state.slot, seat, action, county)
        state.then(decision.LateIncome, seat, action, county)
        state.then(decision.Revolt, seat, county, 0)
    else:
        actions.collect(state, seat, action, county)


def late_income(state: State, step: decision.LateIncome) -> None:
    """F14: the income of a county that was held; lost with the county."""
    seat, action, county = step
    if state.owner[county] != seat:
        log_action(state, seat, action, county, names.REVOLT_LOST)
        return
    amount = actions.income_of(state, action, county)
    second.gain(state, seat, action, amount)
    log_action(state, seat, action, county, names.DONE, amount)
    state.functions.place_marker(state, county)


class ManualDefending(actions.Defending):
    """The number of armies to throw in a battle; in a revolt all fight (F14)."""

    asked_by = (decision.AskDefence,)

    def peasants_helping(self, state: State, county: int) -> int:
        """F14: if a county's peasants help, one more peasant per marker is thrown."""
        markers = state.markers[county]
        return actions.peasants_joining(state, county) + (markers if markers < actions.UNREST else 0)


class ManualDraftingCard(DraftingCard):
    """A county card of the draft; the open pair cannot be discarded (F14)."""

    def ask(self, state: State, step: decision.AskDraftCard) -> None:
        """F14: one of the open cards, or the pile's top."""
        state.ask(step, on_turn(state, step.turn), self.name, (*table(state).opened, names.PILE))


class ManualDraftingGroup(DraftingGroup):
    """A group of the draft, after which the open pair may be replaced (F14)."""

    def take(self, state: State, step: decision.AskDraftGroup, choice: int) -> None:
        """F14: after a full round without an open card taken, the pair is replaced."""
        draft = table(state)
        round_over = (step.turn + 1) % len(state.order) == 0
        if round_over and all(seen == tuple(sorted(draft.opened)) for seen in draft.seen):
            draft.replace_open()
        super().take(state, step, choice)


KINDS = (Declaring(), FirstPlanning(), actions.Mustering(), actions.Defending())
BY_ACTION = {
    names.PALACE: actions.build, names.CHURCH: actions.build, names.POST: actions.build, names.GRAIN: actions.collect,
    names.TAXES: actions.collect, names.DEPLOY_5: actions.deploy, names.DEPLOY_3: actions.deploy,
    names.DEPLOY_1: actions.deploy_or_move, names.COMBAT_A: combat, names.COMBAT_B: combat,
}  # fmt: skip
STEPS: dict[type, StepFunction] = {
    decision.DrawOrder: draw_order, decision.Display: lay_out_actions,
    decision.AskPlans: ask_plans, decision.Battle: actions.battle,
}  # fmt: skip
GONE = (decision.RevealBids, decision.AskTile, decision.FixOrder, decision.AskMove)
SEASON = (
    decision.Display(), decision.AskPlans(), decision.DrawOrder(), decision.DrawEvent(), decision.BeginActions(),
)  # fmt: skip
MANUAL_KINDS = (ManualDefending(), ManualDraftingCard(), ManualDraftingGroup())


def first_edition(second: Functions) -> Functions:
    changed = second.with_kinds(*KINDS)
    return replace(
        changed,
        setup=(decision.DrawOrder(), *second.setup),
        season=SEASON,
        steps={step: do for step, do in changed.steps.items() if step not in GONE} | STEPS,
        kinds={name: kind for name, kind in changed.kinds.items() if name not in ("tile", "move")},
        actions=tuple(BY_ACTION[action] for action in range(len(BY_ACTION))),
        offer=offer,
        ranking=by_buildings,
    )


def manual_variant(first: Functions) -> Functions:
    """F14: the first edition's functions, with the reference manual's replacements."""
    changed = first.with_kinds(*MANUAL_KINDS)
    return replace(
        changed,
        steps={**changed.steps, decision.LateIncome: late_income, decision.Revolt: all_fight},
        actions=(*first.actions[:3], collect, collect, *first.actions[5:]),
    )
