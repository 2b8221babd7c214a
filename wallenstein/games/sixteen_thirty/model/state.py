"""The state of a game, and the structure of its rules: functions of steps, kinds of decisions.

The course of this game is fixed, so the state has no agenda, only the `step` of the turn, the `stage` of the lobby
inside it, and the seat whose turn it is. `advance` plays on until somebody must decide.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from wallenstein.core.chance import Chance, FreeChance, NoChance
from wallenstein.core.choices import new_record
from wallenstein.core.engine import EngineState, Kind
from wallenstein.core.game import Placing
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Decision, Options, Step
from wallenstein.games.sixteen_thirty.model.entries import Happened
from wallenstein.games.sixteen_thirty.model.view import Cards, Scores, View
from wallenstein.games.sixteen_thirty.names import COUNTRIES, MARKERS, NO_STAGE, NONE, OVER

StepFunction: TypeAlias = Callable[["State"], None]


@dataclass(frozen=True, eq=False)
class Functions:
    """The rules of one game as functions: those of every step and stage, and the kinds of decisions."""

    book: Book
    steps: tuple[StepFunction, ...]  # by step
    stages: tuple[StepFunction, ...]  # by stage
    kinds: Mapping[str, Kind]
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
        self.leaders = self.unrest = self.leagues = 0  # a league has its members' colour
        # by seat
        self.vp = [0] * players
        self.markers: list[Cards] = [()] * players  # countries
        self.passed: list[Cards] = [()] * players  # markers passed on, one a passing round
        self.hands: list[Cards] = [()] * players
        self.displays: list[tuple[Cards, ...]] = [((),) * len(COUNTRIES)] * players
        self.descendant = [0] * players  # the set of countries
        self.markets: list[Cards] = [()] * players
        self.opening: list[tuple[tuple[int, int], ...] | None] = [None] * players
        # cards that nobody holds
        self.deck: list[int] = list(book.deck)  # in the order of their codes: chance draws from anywhere in it
        self.discard: list[int] = []
        # the course of the turn
        self.turn, self.step = 1, MARKERS
        self.first = self.current = NONE
        self.specials = 0  # played in this round
        # the lobby under way; none without an issue
        self.stage = NO_STAGE
        self.country = self.issue = self.target = self.bidder = self.winner = NONE
        self.second = 0  # a league's second resolution
        self.passing = 0  # the set of seats that have passed
        self.votes: list[int] = [NONE] * players
        self.losing: list[int] = []  # seats that have yet to lose a card, in order
        self.victims_of = NONE  # the country where they lose it
        # public knowledge
        self.scores: list[Scores] = []  # by turn
        self.known: list[Cards] = [()] * players  # cards taken openly, in the hand or put down since
        self.shown: list[Cards] = [()] * players  # cards of the market that were face up when they came there

    def copy(self, chance: Chance | None = None) -> "State":
        return State(self.functions, NO_CHANCE if chance is None else chance, self)

    def take_over(self, like: "State", chance: Chance) -> None:
        """Copies another state, except for its chance and journal."""
        self.book, self.functions = like.book, like.functions
        self.chance, self.journal = chance, None
        self.decision, self.heard = like.decision, like.heard[:]
        self.status, self.army, self.ability = like.status[:], like.army[:], like.ability[:]
        self.faction, self.leaders = like.faction[:], like.leaders
        self.unrest, self.leagues = like.unrest, like.leagues
        self.vp, self.markers, self.passed = like.vp[:], like.markers[:], like.passed[:]
        self.hands, self.displays = like.hands[:], like.displays[:]
        self.descendant, self.markets = like.descendant[:], like.markets[:]
        self.opening, self.deck, self.discard = like.opening[:], like.deck[:], like.discard[:]
        self.turn, self.first, self.step = like.turn, like.first, like.step
        self.current, self.specials, self.stage = like.current, like.specials, like.stage
        self.country, self.issue, self.target = like.country, like.issue, like.target
        self.second, self.bidder, self.passing = like.second, like.bidder, like.passing
        self.votes, self.winner = like.votes[:], like.winner
        self.losing, self.victims_of = like.losing[:], like.victims_of
        self.scores, self.known, self.shown = like.scores[:], like.known[:], like.shown[:]

    def make(self, choice: object) -> None:
        decision = self.decision
        assert decision is not None, "there is nothing to decide"
        self.decision = None
        if self.journal is not None:
            self.heard[decision.seat] = len(self.journal)
        self.functions.kinds[decision.kind].take(self, decision.step, choice)
        self.advance()

    def vote_again(self) -> None:
        """Takes all votes back; the first seat is asked again."""
        self.votes = [NONE] * self.book.players
        self.decision = None
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

    def ask(self, step: Step, seat: int, kind: str, options: Options) -> None:
        """Asks for one of these, the most harmless first; a single legal choice is made without asking (R45)."""
        if len(options) == 1:
            self.functions.kinds[kind].take(self, step, options[0])
        else:
            self.decision = new_record(Decision, (seat, kind, options, step))

    def crown(self) -> int:
        """5.6: the country whose crown decides: of a league's two resolutions, the target's in the second."""
        return self.target if self.second else self.country

    def lay(self, seat: int, country: int, cards: Cards) -> None:
        stacks = list(self.displays[seat])
        stacks[country] = cards
        self.displays[seat] = tuple(stacks)

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
