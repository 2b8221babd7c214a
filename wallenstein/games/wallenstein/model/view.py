"""A seat's knowledge (W29), as an immutable value with no way back to the state."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Step
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import NEUTRAL, PLAN
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.tower.models import NoTowerChance

NO_CHANCE: Final = NoTowerChance()
NO_PLANS: Final[Mapping[int, Any]] = MappingProxyType({})


@cache
def samples() -> ModuleType:
    """The module that samples views, imported late: it needs the editions, which need this one."""
    return import_module("wallenstein.games.wallenstein.sample")


class DraftView(NamedTuple):
    """The public part of the draft (W13); the pile's order is hidden, except for cards put under it face up."""

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
    acted: int  # number of seats of the order that have acted in the slot
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
    actions: tuple[int, ...]  # the open ones, by slot
    events: tuple[int, ...]
    event: int
    gone: tuple[int, ...]  # events out of the game
    won: tuple[int, ...]
    plan: Plan | None  # this seat's own
    plans: tuple[Plan | None, ...]  # of every seat: UNSEEN for a card that is still face down
    declared: tuple[tuple[int, ...], ...]  # first edition: boxes that each seat has declared empty (F3)
    agenda: tuple[Step, ...]  # the steps still to do; the last one is next
    draft: DraftView | None
    parts: tuple[tuple[str, Any], ...]  # the part of each expansion in play, by name

    def part(self, expansion: str) -> Any:
        """An expansion's part; None if it is not in play."""
        for name, value in self.parts:
            if name == expansion:
                return value
        return None

    @property
    def court(self) -> Any:
        """The Emperor's court; None if it is not in play."""
        return self.part("emperors-court")

    @property
    def landsknechte(self) -> tuple[int, ...]:
        """The seats' top Landsknecht cards, 1 to 4; empty if they are not in play."""
        top: tuple[int, ...] = self.part("landsknechte") or ()
        return top

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
        """The county's id, as in logs and positions."""
        return self.book.board.ids[county]

    def offer(self, seat: int | None = None) -> Offer:
        """The possible plans of a seat (by default this one) in this position."""
        state = samples().state_from_view(self, NO_CHANCE)
        offer: Offer = state.functions.offer(state, self.seat if seat is None else seat)
        return offer

    def sample(self, rng: Random, plans: Mapping[int, object] = NO_PLANS) -> Any:
        """A state that agrees with this view, with hidden parts drawn at random; its chance uses `rng`.

        `plans`: the rivals' plans, by seat: a plan, or a callable `(state, seat, rng)` that returns one.
        """
        return samples().sample(self, rng, plans)

    def seen_by(self, rival: int, rng: Random, plans: Mapping[int, object] = NO_PLANS) -> "View":
        """A rival's view in a sample; while seats plan, before its own plan. Its samples ask what it is asked."""
        state = self.sample(rng, plans)
        if self.phase == PLAN:
            state.plans = tuple([None if seat == rival else plan for seat, plan in enumerate(state.plans)])
        view: View = state.view(rival)
        return view

    def resample(
        self, dealt: object, rng: Random, plans: Mapping[int, object] = NO_PLANS, chance: object = None
    ) -> Any:
        """A copy of a sample of this view with its hidden parts dealt anew; much quicker than another sample.

        `chance`: the source of later draws, by default `rng`.
        """
        return samples().deal_again(self, dealt, rng, plans, chance)
