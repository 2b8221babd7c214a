"""The state of a game, and the structure of the rules that play it: functions of steps, kinds of decisions.

The course of this game is fixed, so the state has no agenda: where the game is, is the `step` of the turn, the `stage`
of the lobby inside it, and whose turn it is there. `advance` does what comes next until somebody must decide.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar, TypeVarTuple

from wallenstein.core.chance import Chance, FreeChance, NoChance
from wallenstein.core.choices import new_record
from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Placing
from wallenstein.core.plain import NotPlain
from wallenstein.core.records import PLAIN, Code, plain_record
from wallenstein.core.search.playout import END, Policy, Until, playout
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Decision, Options, refuse
from wallenstein.games.sixteen_thirty.model.entries import Happened
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, Scores, View
from wallenstein.games.sixteen_thirty.names import COUNTRIES, MARKERS, NO_STAGE, NONE, OVER

Asking = TypeVar("Asking")
Choice = TypeVar("Choice")
Values = TypeVarTuple("Values")

StepFunction: TypeAlias = Callable[["State"], None]
SortedCards: TypeAlias = tuple[int, ...]  # in the order of their codes


class Kind(ABC, Generic[Asking, Choice]):
    """A kind of decision: the legal choices, what a choice does, and how it is written."""

    name: ClassVar[str]
    rule: ClassVar[str]  # broken by a choice that is not among the options
    choice: ClassVar[type] = int  # of a choice: int, tuple, or a record
    code: ClassVar[Code] = PLAIN  # how documents write a choice

    @abstractmethod
    def options(self, state: "State", step: Asking) -> Options:
        """The legal choices, the most harmless first."""

    @abstractmethod
    def take(self, state: "State", step: Asking, choice: Choice) -> None:
        """Carries out a legal choice."""

    def ask(self, state: "State", step: Any) -> None:
        """Asks the step's seat for one of the options."""
        self.offer(state, step, self.options(state, step))

    def offer(self, state: "State", step: Any, options: Options) -> None:
        """Asks for one of these; a decision with exactly one legal choice is made without asking (R45)."""
        if len(options) == 1:
            self.take(state, step, options[0])
        else:
            state.decision = new_record(Decision, (step.seat, self.name, options, step))

    def check(self, decision: Decision, choice: Any) -> Any:
        """The choice in plain types; raises RuleError unless it is one of the options.

        Only plain values are compared: an object of the bot's own could be equal to anything.
        """
        if type(choice) is not int and not self.is_plain(choice):
            choice = self.plain(decision, choice)
        if choice not in decision.options:
            refuse(self.broken(decision, choice), decision, choice)
        return choice

    def plain(self, decision: Decision, choice: Any) -> Any:
        """What the choice means, in plain types; raises RuleError if that is in doubt."""
        try:
            return plain_record(self.choice, choice) if hasattr(self.choice, "_fields") else self.code.plain(choice)
        except NotPlain as doubt:
            refuse(self.broken(decision, None), decision, choice, str(doubt))

    def broken(self, decision: Decision, choice: Any) -> str:
        """The rule that a choice breaks; it is None or has only plain values."""
        return self.rule

    def is_plain(self, choice: object) -> bool:
        """Whether it only consists of the types of choices: a number, none, or a record or tuple of numbers."""
        if type(choice) is int or choice is None:
            return True
        if not isinstance(choice, tuple) or not (type(choice) is tuple or type(choice) is self.choice):
            return False
        return only_numbers(choice)

    def read(self, place: Json, course: "Course") -> Any:
        """The choice in a document; raises FormatError if it is malformed. Whether it is legal is checked elsewhere.

        Null always has the right form: the rules decide whether something must be chosen.
        """
        return None if place.value is None else self.code.read(place, course)

    def write(self, choice: Any, course: "Course") -> Any:
        """A legal choice, as documents write it."""
        return None if choice is None else self.code.write(choice, course)

    def pack(self, choice: Any) -> bytes:
        """A legal choice as bytes: a record's parts; nothing for None."""
        if choice is None:
            return b""
        return bytes(choice) if isinstance(choice, tuple) else bytes((choice,))

    def unpack(self, packed: bytes) -> Any:
        """The choice that `pack` packed."""
        if not packed:
            return None
        return packed[0] if self.choice is int else self.choice(*packed)


class KindOfLists(Kind[Asking, Choice]):
    """A kind whose choices are tuples of tuples of numbers."""

    def is_plain(self, choice: object) -> bool:
        """Whether it is none, or a record or tuple of tuples of numbers."""
        if not isinstance(choice, tuple) or type(choice) not in (tuple, self.choice):
            return choice is None
        return all(type(part) is tuple and only_numbers(part) for part in choice)


def only_numbers(values: tuple[object, ...]) -> bool:
    """Whether all of them are whole numbers, and of no other type that is equal to them."""
    for value in values:  # noqa: SIM110  a generator takes three times as long
        if type(value) is not int:
            return False
    return True


@dataclass(frozen=True, eq=False)
class Course:
    """The rules of one game as functions: what is done at every step and stage, and the kinds of decisions."""

    book: Book
    steps: tuple[StepFunction, ...]  # by step
    stages: tuple[StepFunction, ...]  # by stage
    kinds: Mapping[str, Kind[Any, Any]]
    view: Callable[["State", int], View]


class State:
    """A game at one moment. Lists by country or by seat; a tuple of cards is in the order of their codes."""

    __slots__ = (
        "ability",
        "army",
        "bidder",
        "book",
        "chance",
        "country",
        "course",
        "current",
        "decision",
        "deck",
        "descendant",
        "discard",
        "displays",
        "faction",
        "first",
        "hands",
        "heard",
        "issue",
        "journal",
        "known",
        "leaders",
        "leagues",
        "losing",
        "markers",
        "markets",
        "opening",
        "passed",
        "passing",
        "scores",
        "second",
        "shown",
        "specials",
        "stage",
        "status",
        "step",
        "target",
        "turn",
        "unrest",
        "victims_of",
        "votes",
        "vp",
        "winner",
    )  # fmt: skip

    def __init__(self, course: Course, chance: Chance, like: "State | None" = None) -> None:
        """A state before the set-up; or one `like` another, with this chance instead of the other's."""
        if like is None:
            self.begin(course, chance)
        else:
            self.take_over(like, chance)

    def begin(self, course: Course, chance: Chance) -> None:
        """Countries as printed, all cards in the deck."""
        book = course.book
        players = book.players
        self.book = book
        self.course = course
        self.chance = chance
        self.decision: Decision | None = None
        self.journal: list[Happened] | None = None
        self.heard = [0] * players  # how much of the journal was there when the seat last decided
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
        self.displays: list[list[SortedCards]] = [[()] * len(COUNTRIES) for _ in range(players)]
        self.descendant = [0] * players  # the set of countries
        self.markets: list[SortedCards] = [()] * players
        self.opening: list[tuple[tuple[int, int], ...] | None] = [None] * players
        # cards that belong to nobody
        self.deck: list[int] = list(book.deck)  # in the order of their codes: chance draws from anywhere in it
        self.discard: list[int] = []
        # the course of the turn
        self.turn = 1
        self.first = NONE
        self.step = MARKERS
        self.current = NONE
        self.specials = 0  # played in this round
        # the lobby under way; no issue: none
        self.stage = NO_STAGE
        self.country = NONE
        self.issue = NONE
        self.target = NONE
        self.second = 0  # a league's second resolution
        self.bidder = NONE
        self.passing = 0  # the set of seats that have passed
        self.votes: list[int] = [NONE] * players
        self.winner = NONE
        self.losing: list[int] = []  # who has yet to lose a card, in their order
        self.victims_of = NONE  # the country where
        # what everybody has seen
        self.scores: list[Scores] = []  # by turn
        self.known: list[SortedCards] = [()] * players  # cards taken openly, in the hand or put down since
        self.shown: list[SortedCards] = [()] * players  # cards of the market that were face up when they came there

    def copy(self, chance: Chance | None = None) -> "State":
        """An independent copy with its own chance; it keeps no journal."""
        return State(self.course, NO_CHANCE if chance is None else chance, self)

    def take_over(self, like: "State", chance: Chance) -> None:
        """Everything as in another state, but for the chance and the journal."""
        self.book = like.book
        self.course = like.course
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
        self.displays = [display[:] for display in like.displays]
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

    def apply(self, choice: Any) -> None:
        """Makes this choice for the pending decision and plays on to the next one.

        An illegal choice raises RuleError and changes nothing.
        """
        decision = self.decision
        if decision is None:
            raise RuleError("4.2.2", "the game is over; nothing is left to decide")
        kind = self.course.kinds[decision.kind]
        self.carry_out(kind, decision, kind.check(decision, choice))

    def make(self, choice: Any) -> None:
        """The same for a choice that its kind has checked."""
        decision = self.decision
        assert decision is not None, "there is nothing to decide"
        self.carry_out(self.course.kinds[decision.kind], decision, choice)

    def carry_out(self, kind: Kind[Any, Any], decision: Decision, choice: Any) -> None:
        """The pending decision's kind takes the choice, then the game goes on."""
        self.decision = None
        if self.journal is not None:
            self.heard[decision.seat] = len(self.journal)
        kind.take(self, decision.step, choice)
        self.advance()

    def advance(self) -> None:
        """Does what comes next until a decision is needed or the game is over."""
        steps, stages = self.course.steps, self.course.stages
        while self.decision is None:
            if self.stage:
                stages[self.stage](self)
            elif self.step == OVER:
                return
            else:
                steps[self.step](self)

    def note(self, entry: Callable[[*Values], Happened], *values: *Values) -> None:
        """Adds an entry to the journal, if there is one."""
        if self.journal is not None:
            self.journal.append(new_record(entry, values))

    def view(self, seat: int) -> View:
        """Everything that this seat may know."""
        return self.course.view(self, seat)

    def influence(self, seat: int, country: int) -> int:
        """5.3.1: the values of the stack, in whatever state it is."""
        return INFLUENCE[self.displays[seat][country]]

    def result(self) -> tuple[Placing, ...]:
        """The current ranking, final once the game is over (4.2.2); tied seats share a rank."""
        return tuple([Placing(seat, 1 + sum(other > vp for other in self.vp), vp) for seat, vp in enumerate(self.vp)])

    def period(self, name: str) -> int:
        """The number of the turn, for playouts."""
        if name != "turn":
            raise ValueError(f'"{name}" is no period of this game; it has turn')
        return self.turn

    def free_chance(self, rng: Random) -> FreeChance:
        """Chance that draws with a generator."""
        return FreeChance(rng)

    def playout(
        self, policies: Sequence[Policy], rng: Random, until: Until = END, chance: Chance | None = None
    ) -> "State":
        """A copy, played on with a policy for each seat until "turn" or "end", or for some decisions."""
        return playout(self, policies, rng, until, chance)


NO_CHANCE: Final = NoChance()


def without(cards: SortedCards, card: int) -> SortedCards:
    """The cards without one of this card."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def take_out(deck: list[int], cards: Sequence[int]) -> None:
    """Removes cards from a deck, which is in their order and has all of them."""
    for card in cards:
        del deck[bisect_left(deck, card)]


def together(cards: SortedCards, more: SortedCards) -> SortedCards:
    """All the cards in their order."""
    return tuple(sorted(cards + more))
