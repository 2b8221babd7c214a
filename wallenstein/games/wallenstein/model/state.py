"""The state of a game, and the structure of its rules: functions of steps, kinds of decisions.

The state is plain lists of small ints, an agenda of steps to do, and the pending decision. The rules themselves are in
`phases/` and `editions/`; they make the `Functions` of each game.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar, TypeVarTuple

from wallenstein.core import engine
from wallenstein.core.choices import Choices, new_record
from wallenstein.core.documents import JsonObject
from wallenstein.core.engine import EngineState
from wallenstein.core.game import Placing
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision, Step
from wallenstein.games.wallenstein.model.entries import Happened
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import DraftView, View
from wallenstein.games.wallenstein.names import DRAFT, NEUTRAL, NO_EVENT, NO_TILE, SPRING
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.tower.models import FreeTowerChance, NoTowerChance, TowerChance, TowerModel

Item = TypeVar("Item")
Values = TypeVarTuple("Values")

StepFunction: TypeAlias = Callable[["State", Any], None]
ActionFunction: TypeAlias = Callable[["State", int, int, int], None]  # state, seat, action, county


@dataclass
class DraftTable:
    """The table of the draft (W13)."""

    opened: list[int]  # two cards
    pile: list[int]  # top first
    groups: list[list[int]]  # by seat: those left
    seen: list[tuple[int, ...] | None]  # by seat: the open pair at its last turn
    buried: int = 0  # number of cards at the bottom that were put there face up

    def copy(self) -> "DraftTable":
        return DraftTable(self.opened[:], self.pile[:], [g[:] for g in self.groups], self.seen[:], self.buried)

    def view(self) -> DraftView:
        """The draft without the pile's order."""
        top = len(self.pile) - self.buried
        hidden, buried = tuple(sorted(self.pile[:top])), tuple(self.pile[top:])
        return DraftView(tuple(self.opened), hidden, buried, tuple(map(tuple, self.groups)), tuple(self.seen))

    def reveal(self) -> int:
        self.buried = min(self.buried, len(self.pile) - 1)
        return self.pile.pop(0)

    def replace_open(self) -> None:
        """Puts the open pair under the pile and opens two new cards."""
        self.pile += self.opened
        self.buried += 2
        self.opened = [self.reveal(), self.reveal()]


@dataclass
class MaskedPlans:
    """The plans as everybody sees them (W29), made when a view first needs them; shared by states and their copies."""

    seen: tuple[Plan | None, ...]
    plans: tuple[Plan | None, ...]  # as they are, then the progress of the game that has revealed them
    phase: int
    slot: int
    acted: int
    actions: tuple[int, ...]
    order: tuple[int, ...]


class PartState(Protocol):
    """An expansion's part of a state."""

    def copy(self) -> "PartState": ...

    def view(self) -> Any:
        """Its public content, as an immutable value."""


class Kind(engine.Kind):
    """A kind of decision, and its question."""

    asked_by: ClassVar[tuple[type, ...]]  # the steps that ask it

    @abstractmethod
    def ask(self, state: Any, step: Any) -> None:
        """The function of its steps: asks, unless there is only one choice."""


@dataclass(frozen=True, eq=False)
class Functions:
    """The rules of one game as functions; `editions/` chooses them for each edition and expansion."""

    book: Book
    tower: TowerModel
    setup: tuple[Step, ...]  # in order
    season: tuple[Step, ...]
    steps: dict[type, StepFunction]
    kinds: dict[str, Kind]
    actions: tuple[ActionFunction, ...]  # by action
    offer: Callable[["State", int], Offer]
    reach: Callable[["State", int, int, int], tuple[int, ...]]
    place_marker: Callable[["State", int], None]
    ranking: Callable[["State", int], tuple[int, ...]]  # higher is better
    view: Callable[["State", int], View]
    parts: Mapping[str, Callable[[Book], PartState | None]]  # by expansion: makes its part of a new table

    def with_kinds(self, *kinds: Kind) -> "Functions":
        """The functions with these kinds of decisions and their steps in place of those with the same names."""
        asking: dict[type, StepFunction] = {step: kind.ask for kind in kinds for step in kind.asked_by}
        return replace(
            self, steps={**self.steps, **asking}, kinds={**self.kinds, **{kind.name: kind for kind in kinds}}
        )


class State(EngineState[Functions, Decision, Happened]):
    """A game at one moment, by county, by seat, or by colour (seats, then peasants).

    Data that change all the time are in lists; the others are in tuples, which copies and views share.
    """

    __slots__ = (
        "actions", "agenda", "armies", "book", "buildings", "chance", "declared", "draft", "event", "events", "grain",
        "markers", "masked", "order", "owner", "parts", "phase", "plans", "season", "seats_done", "slot",
        "spent_events", "stock", "supply", "thalers", "tiles", "tiles_on_offer", "tower", "tray", "vp", "won", "year",
    )  # fmt: skip
    over = "W74"

    def __init__(self, functions: Functions, chance: TowerChance, like: "State | None" = None) -> None:
        """A state before the set-up; or one `like` another, with this chance."""
        if like is None:
            self.begin(functions, chance)
        else:
            self.take_over(like, chance)

    def begin(self, functions: Functions, chance: TowerChance) -> None:
        """Puts everything in its supply (W2)."""
        book = functions.book
        counties, players = len(book.board.ids), book.players
        self.book = book
        self.functions = functions
        self.chance = chance
        self.agenda: list[Step] = []
        self.decision = None
        self.journal = None
        # by county
        self.owner = [NEUTRAL] * counties
        self.armies = [0] * counties
        self.markers = [0] * counties
        self.buildings: tuple[int, ...] = (0,) * counties  # one bit for each kind
        # by seat
        self.thalers = [book.cards.thalers] * players
        self.grain = [0] * players
        self.vp: tuple[int, ...] = (0,) * players
        self.tiles: tuple[int, ...] = (NO_TILE,) * players
        self.plans: tuple[Plan | None, ...] = (None,) * players
        # by colour
        self.supply = [book.cards.armies] * players + [book.cards.peasants]
        self.tower = [0] * (players + 1)
        self.tray = [0] * (players + 1)
        # in the box: buildings by kind, then markers
        self.stock = [*book.cards.buildings, book.cards.markers]
        # the season
        self.year = 1
        self.season = SPRING
        self.phase = DRAFT
        self.slot = 0  # index of the slot being played
        self.seats_done = 0  # number of seats of the order that have acted in it
        self.order: tuple[int, ...] = tuple(range(players))
        self.actions: tuple[int, ...] = ()  # by slot; unknown ones at the end are missing
        self.tiles_on_offer: tuple[int, ...] = ()  # by position
        self.events: tuple[int, ...] = ()  # open
        self.event = NO_EVENT  # of this season
        self.spent_events: tuple[int, ...] = ()  # out of the game
        self.won: tuple[int, ...] = ()  # counties whose card came to a hand this season (W28)
        self.declared: tuple[tuple[int, ...], ...] = ((),) * players  # boxes left empty openly (F3)
        self.masked: MaskedPlans | None = None  # made when a view first needs it
        self.draft: DraftTable | None = None
        laid = {name: make(book) for name, make in functions.parts.items()}
        self.parts: JsonObject = {name: part for name, part in laid.items() if part is not None}

    def copy(self, chance: TowerChance | None = None) -> "State":
        return State(self.functions, NO_CHANCE if chance is None else chance, self)

    def take_over(self, like: "State", chance: TowerChance) -> None:
        self.book, self.functions = like.book, like.functions
        self.chance, self.journal = chance, None
        self.agenda, self.decision = like.agenda[:], like.decision
        self.owner, self.armies, self.markers = like.owner[:], like.armies[:], like.markers[:]
        self.buildings, self.thalers, self.grain = like.buildings, like.thalers[:], like.grain[:]
        self.vp, self.tiles, self.plans = like.vp, like.tiles, like.plans
        self.supply, self.tower, self.tray, self.stock = like.supply[:], like.tower[:], like.tray[:], like.stock[:]
        self.year, self.season, self.phase, self.slot = like.year, like.season, like.phase, like.slot
        self.seats_done, self.order, self.actions = like.seats_done, like.order, like.actions
        self.tiles_on_offer, self.events, self.event = like.tiles_on_offer, like.events, like.event
        self.spent_events, self.won, self.declared = like.spent_events, like.won, like.declared
        self.masked = like.masked
        self.draft = None if like.draft is None else like.draft.copy()
        self.parts = {name: part.copy() for name, part in like.parts.items()} if like.parts else like.parts

    def make(self, choice: object) -> None:
        decision = self.decision
        assert decision is not None, "there is nothing to decide"
        self.decision = None
        self.functions.kinds[decision.kind].take(self, decision.step, choice)
        self.advance()

    def advance(self) -> None:
        """Runs steps until a decision is needed or the game is over."""
        agenda = self.agenda
        steps = self.functions.steps
        while agenda and self.decision is None:
            step = agenda.pop()
            steps[type(step)](self, step)

    def ask(self, step: Step, seat: int, kind: str, options: Sequence[object] | Choices) -> None:
        """Asks a seat; a single legal choice is made without asking.

        The asking step must not have changed anything yet: it represents the decision in a position.
        """
        if len(options) == 1:
            self.functions.kinds[kind].take(self, step, options[0])
        else:
            self.decision = new_record(Decision, (seat, kind, options, step))

    def then(self, step: Callable[[*Values], Step], *values: *Values) -> None:
        self.agenda.append(new_record(step, values))

    def counties(self, seat: int) -> list[int]:
        return [county for county, owner in enumerate(self.owner) if owner == seat]

    def gain_points(self, seat: int, points: int) -> None:
        self.vp = replaced(self.vp, seat, self.vp[seat] + points)

    def view(self, seat: int) -> View:
        return self.functions.view(self, seat)

    def result(self) -> tuple[Placing, ...]:
        """The current ranking, final once the game is over (W74); tied seats share a rank."""
        keys = [self.functions.ranking(self, seat) for seat in range(self.book.players)]
        return tuple(
            Placing(seat, 1 + sum(other > key for other in keys), self.vp[seat]) for seat, key in enumerate(keys)
        )

    def period(self, name: str) -> int:
        if name not in PERIODS:
            raise ValueError(f'"{name}" is not a period of this game; it has season and year')
        return self.year if name == "year" else SEASONS_A_YEAR * self.year + self.season

    def free_chance(self, rng: Random) -> FreeTowerChance:
        return FreeTowerChance(rng)


def replaced(values: tuple[Item, ...], place: int, value: Item) -> tuple[Item, ...]:
    changed = list(values)
    changed[place] = value
    return tuple(changed)


NO_CHANCE: Final = NoTowerChance()
PERIODS: Final = ("season", "year")  # names for the end of a playout
SEASONS_A_YEAR: Final = 4
