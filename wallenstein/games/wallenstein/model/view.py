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

    seat: int  # the seat that this view belongs to
    book: Book  # constants: `board`, `neighbours` (in this game), `counties` (in play), `cards`, `players`
    year: int
    season: int
    phase: int
    slot: int  # the slot of the season's ten actions
    acted: int  # how many seats of the order have acted in the slot
    owner: tuple[int, ...]  # by county: the owner's seat, -1 for none
    armies: tuple[int, ...]  # by county
    markers: tuple[int, ...]  # by county: revolt markers
    buildings: tuple[int, ...]  # by county: a bit for each kind, `1 << PALACE`, `1 << CHURCH`, `1 << POST`
    thalers: tuple[int, ...]  # by seat
    grain: tuple[int, ...]  # by seat
    vp: tuple[int, ...]  # by seat: victory points
    supply: tuple[int, ...]  # by colour: cubes in the supply
    tower: tuple[int, ...]  # by colour: cubes inside
    tray: tuple[int, ...]  # by colour: cubes in the tray
    stock: tuple[int, ...]  # palaces, churches, posts and revolt markers left in the box
    order: tuple[int, ...]  # the turn order
    tiles: tuple[int, ...]  # by seat: the bonus tile
    tiles_on_offer: tuple[int, ...]  # in the order of their positions
    actions: tuple[int, ...]  # the open ones, by slot
    events: tuple[int, ...]  # the open event cards
    event: int  # this season's; -1 for none
    gone: tuple[int, ...]  # events out of the game
    won: tuple[int, ...]  # counties won this season
    plan: Plan | None  # this seat's own
    plans: tuple[Plan | None, ...]  # by seat, with UNSEEN for a card that is still face down
    declared: tuple[tuple[int, ...], ...]  # first edition: boxes that each seat has declared empty (F3)
    agenda: tuple[Step, ...]  # the steps still to do, the next one last
    draft: DraftView | None  # the draft under way
    parts: tuple[tuple[str, Any], ...]  # by name of an expansion: as in `view.court` and `view.landsknechte`

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
