"""The state of a game: plain lists of small ints, an agenda of steps to do, and the pending decision."""

from collections.abc import Sequence
from typing import Any

from wallenstein.core.chance import Chance, NoChance
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Placing
from wallenstein.games.wallenstein.editions.court.table import Court
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.draft_table import DraftTable
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.model.view import View, make_view
from wallenstein.games.wallenstein.names import DRAFT, NEUTRAL, NO_EVENT, NO_TILE, SPRING
from wallenstein.games.wallenstein.plan import Plan


class State:
    """A game at one moment. Lists by county, by seat, or by colour (seats, then peasants)."""

    __slots__ = (
        "acted",
        "actions",
        "agenda",
        "armies",
        "book",
        "buildings",
        "chance",
        "court",
        "decision",
        "declared",
        "draft",
        "event",
        "events",
        "gone",
        "grain",
        "journal",
        "landsknechte",
        "markers",
        "order",
        "owner",
        "phase",
        "plans",
        "season",
        "slot",
        "stock",
        "supply",
        "thalers",
        "tiles",
        "tiles_on_offer",
        "tower",
        "tray",
        "vp",
        "won",
        "year",
    )

    def __init__(self, book: Book, chance: Chance) -> None:
        """A table before anything was laid out: all things are in their supplies (W2)."""
        counties, players = len(book.board.ids), book.players
        self.book = book
        self.chance = chance
        self.agenda: list[Step] = []
        self.decision: Decision | None = None
        self.journal: list[tuple[Any, ...]] | None = None
        # by county
        self.owner = [NEUTRAL] * counties
        self.armies = [0] * counties
        self.markers = [0] * counties
        self.buildings = [0] * counties  # a bit for each kind
        # by seat
        self.thalers = [book.cards.thalers] * players
        self.grain = [0] * players
        self.vp = [0] * players
        self.tiles = [NO_TILE] * players
        self.plans: list[Plan | None] = [None] * players
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
        self.slot = 0  # index of the action now being resolved
        self.acted = 0  # how many of the order have done it
        self.order = list(range(players))
        self.actions: list[int] = []  # by slot; those not yet known are missing at the end
        self.tiles_on_offer: list[int] = []  # by position
        self.events: list[int] = []  # open
        self.event = NO_EVENT  # of this season
        self.gone: list[int] = []  # events that have left the game
        self.won: list[int] = []  # counties whose card came to a hand this season (W28)
        self.declared: list[tuple[int, ...]] = [()] * players  # boxes left empty openly (F3)
        self.draft: DraftTable | None = None
        # of the expansions
        self.court: Court | None = None
        self.landsknechte: list[int] = []  # every seat's card on top, 1 to 4
        for lay_out in book.parts:
            lay_out(self)

    def copy(self, chance: Chance | None = None) -> "State":
        """The same state, to be played on with a chance of its own; it keeps no journal."""
        new = State.__new__(State)
        new.book = self.book
        new.chance = NO_CHANCE if chance is None else chance
        new.agenda = self.agenda[:]
        new.decision = self.decision
        new.journal = None
        new.owner = self.owner[:]
        new.armies = self.armies[:]
        new.markers = self.markers[:]
        new.buildings = self.buildings[:]
        new.thalers = self.thalers[:]
        new.grain = self.grain[:]
        new.vp = self.vp[:]
        new.tiles = self.tiles[:]
        new.plans = self.plans[:]
        new.supply = self.supply[:]
        new.tower = self.tower[:]
        new.tray = self.tray[:]
        new.stock = self.stock[:]
        new.year = self.year
        new.season = self.season
        new.phase = self.phase
        new.slot = self.slot
        new.acted = self.acted
        new.order = self.order[:]
        new.actions = self.actions[:]
        new.tiles_on_offer = self.tiles_on_offer[:]
        new.events = self.events[:]
        new.event = self.event
        new.gone = self.gone[:]
        new.won = self.won[:]
        new.declared = self.declared[:]
        new.draft = None if self.draft is None else self.draft.copy()
        new.court = None if self.court is None else self.court.copy()
        new.landsknechte = self.landsknechte[:]
        return new

    def apply(self, choice: Any) -> None:
        """Takes the choice of the pending decision and plays on to the next one.

        An illegal choice is refused with a RuleError, and nothing has changed.
        """
        decision = self.decision
        if decision is None:
            raise RuleError("W74", "the game is over; nothing is left to decide")
        check, take, _ = self.book.kinds[decision.kind]
        check(decision, choice)
        self.decision = None
        take(self, decision.step, choice)
        self.advance()

    def advance(self) -> None:
        """Runs steps until a decision is needed or the game is over."""
        agenda = self.agenda
        steps = self.book.steps
        while agenda and self.decision is None:
            step = agenda.pop()
            steps[step[0]](self, step)

    def ask(self, step: Step, seat: int, kind: str, options: Sequence[Any]) -> None:
        """Asks a seat; a decision with exactly one legal choice is taken without asking.

        The asking step must not have changed anything yet: it stands for the decision in a written position.
        """
        if len(options) == 1:
            self.book.kinds[kind].take(self, step, options[0])
        else:
            self.decision = tuple.__new__(Decision, (seat, kind, options, step))  # in half the time of a call

    def view(self, seat: int) -> View:
        """Everything that this seat may know (W29)."""
        return make_view(self, seat)

    def result(self) -> tuple[Placing, ...]:
        """The ranking as it stands, final once the game is over (W74); tied seats share a rank."""
        keys = [self.book.ranking(self, seat) for seat in range(self.book.players)]
        return tuple(
            Placing(seat, 1 + sum(other > key for other in keys), self.vp[seat]) for seat, key in enumerate(keys)
        )


NO_CHANCE = NoChance()
