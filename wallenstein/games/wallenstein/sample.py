"""A state sampled from a view (W29): public information stays, hidden information is drawn at random."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from wallenstein.core.chance import shuffled
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.model.decision import AskDeclare, AskPlan, AskPlans
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.state import DraftTable, State, replaced
from wallenstein.games.wallenstein.model.view import NO_PLANS, View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, PLAN, UNSEEN
from wallenstein.games.wallenstein.plan import Plan, bid_county
from wallenstein.games.wallenstein.tower.models import FreeTowerChance, TowerChance

Plans: TypeAlias = Mapping[int, Plan | Callable[[State, int, Random], Plan]]  # by seat
Mat: TypeAlias = tuple[Plan, tuple[int, ...]]


def state_from_view(view: View, chance: TowerChance) -> State:
    """A state with the content of the view, and UNSEEN for every hidden card."""
    state = State(functions(view.book.rules, view.book.players), chance)
    state.owner, state.armies = list(view.owner), list(view.armies)
    state.markers, state.buildings = list(view.markers), view.buildings
    state.thalers, state.grain, state.vp = list(view.thalers), list(view.grain), view.vp
    state.supply, state.tower, state.tray = list(view.supply), list(view.tower), list(view.tray)
    state.stock, state.tiles, state.plans, state.agenda = list(view.stock), view.tiles, view.plans, list(view.agenda)
    state.year, state.season, state.phase = view.year, view.season, view.phase
    state.slot, state.seats_done, state.order = view.slot, view.acted, view.order
    state.event, state.events, state.spent_events = view.event, view.events, view.gone
    state.tiles_on_offer, state.won, state.declared = view.tiles_on_offer, view.won, view.declared
    hidden = len(ACTIONS) - len(view.actions) if view.actions else 0
    state.actions = view.actions + (UNSEEN,) * hidden
    if (draft := view.draft) is not None:
        pile, groups = [*[UNSEEN] * len(draft.hidden), *draft.buried], list(map(list, draft.groups))
        state.draft = DraftTable(list(draft.opened), pile, groups, list(draft.seen), len(draft.buried))
    for name, seen in view.parts:
        state.parts[name] = type(state.parts[name]).of(seen)
    return state


class Hidden:
    """Facts about all samples of a view: the possible plans of each seat, and its possible face-down cards.

    A view often has several samples, so the last one is cached.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.actions = [action for action in range(len(ACTIONS)) if action not in view.actions] if view.actions else []
        players = view.book.players
        self.offers: list[Offer | None] = [None] * players  # found when first needed
        self.mats = [face_down(view, seat) for seat in range(players)] if view.phase != PLAN else [None] * players

    def offer(self, state: State, seat: int) -> Offer:
        """The possible plans of a seat; `state` is any sample of the view."""
        offer = self.offers[seat]
        if offer is None:
            offer = self.offers[seat] = state.functions.offer(state, seat)
        return offer


_LAST: Final[list[Hidden]] = []


def hidden_by(view: View) -> Hidden:
    """The hidden part of the view; cached for the last view."""
    for hidden in _LAST:
        if hidden.view is view:
            return hidden
    _LAST[:] = [Hidden(view)]
    return _LAST[0]


def sample(view: View, rng: Random, plans: Plans = NO_PLANS) -> State:
    """See `View.sample`. Of plans partly revealed, only the boxes still face down come from `plans`, where possible."""
    state = state_from_view(view, FreeTowerChance(rng))
    hidden = hidden_by(view)
    deal_cards(view, hidden, state, rng)
    if view.phase == PLAN:
        resume_planning(view, hidden, state, rng, plans)
    else:
        deal_plans(view, hidden, state, rng, plans)
    state.advance()
    return state


def deal_again(
    view: View, dealt: State, rng: Random, plans: Plans = NO_PLANS, chance: TowerChance | None = None
) -> State:
    """See `View.resample`."""
    state = dealt.copy(FreeTowerChance(rng) if chance is None else chance)
    hidden = hidden_by(view)
    deal_cards(view, hidden, state, rng)
    if view.phase != PLAN:
        deal_plans(view, hidden, state, rng, plans)
        return state
    for seat in range(view.book.players):
        if seat != view.seat and state.plans[seat] is not None:
            plan = planned(hidden.offer(state, seat), state, seat, rng, plans)
            state.plans = replaced(state.plans, seat, plan)
    return state


def deal_cards(view: View, hidden: Hidden, state: State, rng: Random) -> None:
    """The action cards that are face down, and the pile of the draft."""
    if hidden.actions:
        state.actions = (*view.actions, *shuffled(rng.random, hidden.actions))
    if view.draft is not None:
        draft = state.draft
        assert draft is not None
        draft.pile[: len(view.draft.hidden)] = shuffled(rng.random, view.draft.hidden)


def deal_plans(view: View, hidden: Hidden, state: State, rng: Random, plans: Plans) -> None:
    dealt = list(view.plans)
    state.plans = view.plans
    for seat, mat in enumerate(hidden.mats):
        if mat is not None:
            dealt[seat] = complete(mat, hidden.offer(state, seat), state, seat, rng, plans)
    state.plans = tuple(dealt)


def planned(offer: Offer, state: State, seat: int, rng: Random, plans: Plans) -> Plan:
    """A seat's plan: from `plans`, otherwise a random one."""
    said = plans.get(seat)
    if said is None:
        return offer.random(rng)
    return said if isinstance(said, Plan) else said(state, seat, rng)


def resume_planning(view: View, hidden: Hidden, state: State, rng: Random, plans: Plans) -> None:
    """During planning: this seat is asked if it has not planned; all others have planned something.

    Before the last box was declared empty (F3) nobody has planned yet, and nothing is hidden.
    """
    steps = [AskPlan(seat, view.declared[seat]) for seat in range(view.book.players)]
    declaring = [step for step in view.agenda if type(step) is AskDeclare]
    if declaring:
        state.plans = replaced(state.plans, view.seat, view.plan)  # a position may have one all the same
        waiting = [steps[seat] for seat in reversed(range(len(steps))) if state.plans[seat] is None]
        state.agenda = [*view.agenda[: -len(declaring)], *waiting, *declaring]
        return
    displayed = view.actions and all(type(step) is not AskPlans for step in view.agenda)
    if not displayed:
        return
    for seat in range(view.book.players):
        if seat != view.seat:
            plan = planned(hidden.offer(state, seat), state, seat, rng, plans)
            state.plans = replaced(state.plans, seat, plan)
    state.plans = replaced(state.plans, view.seat, view.plan)
    if view.plan is None:
        state.agenda.append(steps[view.seat])


def face_down(view: View, seat: int) -> Mat | None:
    """The known part of a partly face-down plan, and the counties that may lie there; None if the seat has none.

    A county won this season is in the hand (W28), and so is a card seen elsewhere on the mat.
    """
    plan = view.plans[seat]
    if plan is None or UNSEEN not in plan.boxes:
        return None
    known = {*plan.boxes, *plan.court, bid_county(plan.bid), *view.won}
    cards = tuple([county for county in view.counties(seat) if county not in known])
    empty = view.declared[seat]
    boxes = tuple([BLANK if box in empty else county for box, county in enumerate(plan.boxes)])
    return plan._replace(boxes=boxes), cards


def complete(mat: Mat, offer: Offer, state: State, seat: int, rng: Random, plans: Plans) -> Plan:
    """A plan with its face-down cards drawn from those that the seat may have used."""
    plan, cards = mat
    if seat not in plans:
        return offer.complete(plan, cards, rng)
    left = list(cards)
    boxes = filled(plan.boxes, planned(offer, state, seat, rng, plans), left, offer.most_blanks(plan.bid))
    return offer.complete(Plan(boxes, plan.bid, plan.court), left, rng)


def filled(seen: tuple[int, ...], plan: Plan, cards: list[int], most: int) -> tuple[int, ...]:
    """The visible part of a plan, with the face-down boxes of another; impossible ones stay face down.

    The cards laid leave `cards`. `most` boxes may be blank.
    """
    boxes = list(seen)
    blanks = most - seen.count(BLANK)
    for box, county in enumerate(plan.boxes):
        if boxes[box] != UNSEEN:
            continue
        if county in cards:
            cards.remove(county)
            boxes[box] = county
        elif county == BLANK and blanks > 0:
            blanks -= 1
            boxes[box] = BLANK
    return tuple(boxes)
