"""The state of a game, and the structure of its rules: functions of steps, kinds of decisions.

The course of this game is fixed, so the state has no agenda, only the `step` of the turn, the `stage` of the lobby
inside it, and the seat whose turn it is. `advance` plays on until somebody must decide.
"""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from wallenstein.core import engine
from wallenstein.core.chance import Chance, FreeChance, NoChance
from wallenstein.core.choices import new_record
from wallenstein.core.engine import EngineState
from wallenstein.core.game import Placing
from wallenstein.core.plain import are_ints
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Decision, Options
from wallenstein.games.sixteen_thirty.model.entries import Happened
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, Scores, View
from wallenstein.games.sixteen_thirty.names import COUNTRIES, MARKERS, NO_STAGE, NONE, OVER

Asking = TypeVar("Asking")
Choice = TypeVar("Choice")

StepFunction: TypeAlias = Callable[["State"], None]
SortedCards: TypeAlias = tuple[int, ...]  # in the order of their codes


class Kind(engine.Kind, Generic[Asking, Choice]):
    """A kind of decision: the legal choices, the effect of a choice, and its written form."""

    @abstractmethod
    def options(self, state: "State", step: Asking) -> Options:
        """The legal choices, the most harmless first."""

    @abstractmethod
    def take(self, state: "State", step: Asking, choice: Choice) -> None:
        """Carries out a legal choice."""

    def ask(self, state: "State", step: Any) -> None:
        self.offer(state, step, self.options(state, step))

    def offer(self, state: "State", step: Any, options: Options) -> None:
        """Asks for one of these; a single legal choice is made without asking (R45)."""
        if len(options) == 1:
            self.take(state, step, options[0])
        else:
            state.decision = new_record(Decision, (step.seat, self.name, options, step))


class KindOfLists(Kind[Asking, Choice]):
    """A kind whose choices are tuples of tuples of numbers."""

    def is_plain(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or type(choice) not in (tuple, self.choice):
            return choice is None
        return all(type(part) is tuple and are_ints(part) for part in choice)


@dataclass(frozen=True, eq=False)
class Functions:
    """The rules of one game as functions: those of every step and stage, and the kinds of decisions."""

    book: Book
    steps: tuple[StepFunction, ...]  # by step
    stages: tuple[StepFunction, ...]  # by stage
    kinds: Mapping[str, Kind[Any, Any]]
    view: Callable[["State", int], View]


class State(EngineState[Functions, Decision, Happened]):
    """A game at one moment. Lists by country or by seat; a tuple of cards is in the order of their codes."""

    __slots__ = (
        "ability", "army", "bidder", "book", "chance", "country", "current", "deck", "descendant", "discard",
        "displays", "faction", "first", "hands", "heard", "issue", "known", "leaders", "leagues", "losing", "markers",
        "markets", "opening", "passed", "passing", "scores", "second", "shown", "specials", "stage", "status", "step",
        "target", "turn", "unrest", "victims_of", "votes", "vp", "winner",
    )  # fmt: skip
    over = "4.2.2"

    def __init__(self, functions: Functions, chance: Chance, like: "State | None" = None) -> None:
        """A state before the set-up; or one `like` another, with this chance."""
        if like is None:
            self.begin(functions, chance)
        else:
            self.take_over(like, chance)

    def begin(self, functions: Functions, chance: Chance) -> None:
        """Sets countries as printed, and all cards in the deck."""
        book = functions.book
        players = book.players
        self.book = book
        self.functions = functions
        self.chance = chance
        self.decision = None
        self.journal = None
        self.heard = [0] * players  # length of the journal when the seat last decided
        # by country, and sets of them
        self.status = list(book.data.status)
        self.army = list(book.data.army)
        self.ability = list(book.data.ability)
        self.faction = [NONE] * len(COUNTRIES)
        self.leaders = 0
        self.unrest = 0
        self.leagues = 0  # a league has its members' colour
        # by seat
        self.vp = [0] * players
        self.markers: list[SortedCards] = [()] * players  # countries
        self.passed: list[SortedCards] = [()] * players  # markers passed on, one a passing round
        self.hands: list[SortedCards] = [()] * players
        self.displays: list[tuple[SortedCards, ...]] = [((),) * len(COUNTRIES)] * players
        self.descendant = [0] * players  # the set of countries
        self.markets: list[SortedCards] = [()] * players
        self.opening: list[tuple[tuple[int, int], ...] | None] = [None] * players
        # cards that nobody holds
        self.deck: list[int] = list(book.deck)  # in the order of their codes: chance draws from anywhere in it
        self.discard: list[int] = []
        # the course of the turn
        self.turn = 1
        self.first = NONE
        self.step = MARKERS
        self.current = NONE
        self.specials = 0  # played in this round
        # the lobby under way; none without an issue
        self.stage = NO_STAGE
        self.country = NONE
        self.issue = NONE
        self.target = NONE
        self.second = 0  # a league's second resolution
        self.bidder = NONE
        self.passing = 0  # the set of seats that have passed
        self.votes: list[int] = [NONE] * players
        self.winner = NONE
        self.losing: list[int] = []  # seats that have yet to lose a card, in order
        self.victims_of = NONE  # the country where they lose it
        # public knowledge
        self.scores: list[Scores] = []  # by turn
        self.known: list[SortedCards] = [()] * players  # cards taken openly, in the hand or put down since
        self.shown: list[SortedCards] = [()] * players  # cards of the market that were face up when they came there

    def copy(self, chance: Chance | None = None) -> "State":
        return State(self.functions, NO_CHANCE if chance is None else chance, self)

    def take_over(self, like: "State", chance: Chance) -> None:
        """Copies another state, except for its chance and journal."""
        self.book = like.book
        self.functions = like.functions
        self.chance = chance
        self.decision = like.decision
        self.journal = None
        self.heard = like.heard[:]
        self.status = like.status[:]
        self.army = like.army[:]
        self.ability = like.ability[:]
        self.faction = like.faction[:]
        self.leaders = like.leaders
        self.unrest = like.unrest
        self.leagues = like.leagues
        self.vp = like.vp[:]
        self.markers = like.markers[:]
        self.passed = like.passed[:]
        self.hands = like.hands[:]
        self.displays = like.displays[:]
        self.descendant = like.descendant[:]
        self.markets = like.markets[:]
        self.opening = like.opening[:]
        self.deck = like.deck[:]
        self.discard = like.discard[:]
        self.turn = like.turn
        self.first = like.first
        self.step = like.step
        self.current = like.current
        self.specials = like.specials
        self.stage = like.stage
        self.country = like.country
        self.issue = like.issue
        self.target = like.target
        self.second = like.second
        self.bidder = like.bidder
        self.passing = like.passing
        self.votes = like.votes[:]
        self.winner = like.winner
        self.losing = like.losing[:]
        self.victims_of = like.victims_of
        self.scores = like.scores[:]
        self.known = like.known[:]
        self.shown = like.shown[:]

    def make(self, choice: object) -> None:
        decision = self.decision
        assert decision is not None, "there is nothing to decide"
        self.decision = None
        if self.journal is not None:
            self.heard[decision.seat] = len(self.journal)
        self.functions.kinds[decision.kind].take(self, decision.step, choice)
        self.advance()

    def advance(self) -> None:
        """Plays on until a decision is needed or the game is over."""
        steps, stages = self.functions.steps, self.functions.stages
        while self.decision is None:
            if self.stage:
                stages[self.stage](self)
            elif self.step == OVER:
                return
            else:
                steps[self.step](self)

    def view(self, seat: int) -> View:
        return self.functions.view(self, seat)

    def lay(self, seat: int, country: int, cards: SortedCards) -> None:
        stacks = list(self.displays[seat])
        stacks[country] = cards
        self.displays[seat] = tuple(stacks)

    def influence(self, seat: int, country: int) -> int:
        """5.3.1: the values of the stack, ascendant or descendant."""
        return INFLUENCE[self.displays[seat][country]]

    def result(self) -> tuple[Placing, ...]:
        """The current ranking, final once the game is over (4.2.2); tied seats share a rank."""
        return tuple([Placing(seat, 1 + sum(other > vp for other in self.vp), vp) for seat, vp in enumerate(self.vp)])

    def period(self, name: str) -> int:
        if name != "turn":
            raise ValueError(f'"{name}" is not a period of this game; it has turn')
        return self.turn

    def free_chance(self, rng: Random) -> FreeChance:
        return FreeChance(rng)


NO_CHANCE: Final = NoChance()


def without(cards: SortedCards, card: int) -> SortedCards:
    """The cards less one copy of this card."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def take_out(deck: list[int], cards: Sequence[int]) -> None:
    """Removes cards from a sorted deck that has all of them."""
    for card in cards:
        del deck[bisect_left(deck, card)]


def together(cards: SortedCards, more: SortedCards) -> SortedCards:
    return tuple(sorted(cards + more))
