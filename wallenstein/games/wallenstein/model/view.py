"""What a seat may know (W29), as an immutable value with no way back to the state."""

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from wallenstein.games.wallenstein.editions.court.table import CourtView
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, BLANK, COURT, NEUTRAL, PLAN, UNSEEN
from wallenstein.games.wallenstein.plan import Plan

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

VISIBLE_ACTIONS = 5


class DraftView(NamedTuple):
    """The draft as everybody sees it (W13); the pile's order is hidden but for cards put under it openly."""

    opened: tuple[int, ...]
    hidden: tuple[int, ...]  # ascending
    buried: tuple[int, ...]  # at the bottom, in their order
    groups: tuple[tuple[int, ...], ...]
    seen: tuple[tuple[int, ...] | None, ...]


class View(NamedTuple):
    """The table as one seat sees it. Lists by county, by seat, or by colour (seats, then peasants)."""

    seat: int
    book: Book
    year: int
    season: int
    phase: int
    slot: int
    acted: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    markers: tuple[int, ...]
    buildings: tuple[int, ...]
    thalers: tuple[int, ...]
    grain: tuple[int, ...]
    vp: tuple[int, ...]
    supply: tuple[int, ...]
    tower: tuple[int, ...]
    tray: tuple[int, ...]
    stock: tuple[int, ...]
    order: tuple[int, ...]
    tiles: tuple[int, ...]
    tiles_on_offer: tuple[int, ...]
    actions: tuple[int, ...]  # those that lie open, by slot
    events: tuple[int, ...]
    event: int
    gone: tuple[int, ...]
    won: tuple[int, ...]
    plan: Plan | None  # this seat's own
    plans: tuple[Plan | None, ...]  # every seat's: UNSEEN where the card still lies face down
    declared: tuple[tuple[int, ...], ...]  # first edition: boxes that each seat left empty openly (F3)
    agenda: tuple[Step, ...]  # what is still to do; the last one is next
    draft: DraftView | None
    court: CourtView | None  # with Emperor's Court
    landsknechte: tuple[int, ...]  # with Landsknechte: every seat's card on top, 1 to 4

    def counties(self, seat: int) -> list[int]:
        """The counties that a seat owns."""
        return [county for county, owner in enumerate(self.owner) if owner == seat]

    def mine(self) -> list[int]:
        """The counties that this seat owns."""
        return self.counties(self.seat)

    def neutral(self) -> list[int]:
        """The neutral counties in play."""
        return [county for county in self.book.counties if self.owner[county] == NEUTRAL]

    def name(self, county: int) -> str:
        """The county's id, as logs and positions write it."""
        return self.book.board.ids[county]

    def sample(self, rng: Random) -> "State":
        """A state that this view could be of, the hidden parts drawn anew; its chance draws from `rng`."""
        from wallenstein.games.wallenstein.model.sample import sample  # the state's module needs this one

        return sample(self, rng)


def make_view(state: "State", seat: int) -> View:
    """The view of one seat."""
    agenda = state.agenda if state.decision is None else [*state.agenda, state.decision.step]
    if state.phase == PLAN:
        agenda = [step for step in agenda if step[0] != "plan"]  # W23: who has planned already is nobody's business
    return View(
        seat,
        state.book,
        state.year,
        state.season,
        state.phase,
        state.slot,
        state.acted,
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
        tuple(state.order),
        tuple(state.tiles),
        tuple(state.tiles_on_offer),
        tuple(state.actions[: VISIBLE_ACTIONS + (state.slot if state.phase == ACTION else 0)]),
        tuple(state.events),
        state.event,
        tuple(state.gone),
        tuple(state.won),
        state.plans[seat],
        open_plans(state, seat),
        tuple(state.declared),
        tuple(agenda),
        None if state.draft is None else draft_view(state),
        None if state.court is None else state.court.view(),
        tuple(state.landsknechte),
    )


def open_plans(state: "State", seat: int) -> tuple[Plan | None, ...]:
    """W29: the seat's own plan, and of the others the bid (W26) and the boxes revealed in their turn.

    Court boxes are revealed before the first question at court (C4); until then there are none.
    """
    if state.phase == PLAN:
        # whether another has planned already is nobody's business
        return tuple([plan if owner == seat else None for owner, plan in enumerate(state.plans)])
    done: list[int] = []
    current = BLANK
    if state.phase == ACTION and len(state.actions) > state.slot:
        done = state.actions[: state.slot]
        current = state.actions[state.slot]
    seen: list[Plan | None] = []
    for other, plan in enumerate(state.plans):
        if other == seat or plan is None:
            seen.append(plan)
            continue
        boxes = [UNSEEN] * len(ACTIONS)
        for action in done:
            boxes[action] = plan.boxes[action]
        if current != BLANK and other in state.order[: state.acted + 1]:
            boxes[current] = plan.boxes[current]
        seen.append(Plan(tuple(boxes), plan.bid, plan.court if state.phase >= COURT else ()))
    return tuple(seen)


def draft_view(state: "State") -> DraftView:
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
