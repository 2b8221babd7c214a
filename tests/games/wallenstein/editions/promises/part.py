"""Promises (P1-P3): a card a season; who promises gets a Thaler, and pays it back if the promise is broken.

P1: after the turn order, a card is turned up: 1 to 3 counties. P2: in turn order everybody may promise to end the
season with so many counties more than now; that brings a Thaler at once. P3: at the season's end who has fewer
pays a Thaler, if there is one.
"""

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.core.position import Key, Whole
from wallenstein.core.records import Truth
from wallenstein.games.wallenstein.editions.part import Draw, Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import Number, Seat, YesNo, entry_row, entry_table
from wallenstein.games.wallenstein.model.decision import EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.model.state import Functions, Kind, State, StepFunction

NAME: Final = "promises"
PHASE: Final = 8
CARDS: Final = (1, 2, 3)
NOTHING: Final = -1  # counties of who has not promised


class TurnPromise(NamedTuple):
    """P1: a step: the season's card."""


class AskPromise(NamedTuple):
    """P2: a step: asks one player for a promise."""

    seat: Seat


class PromiseShown(NamedTuple):
    """P1: an entry: the season's card."""

    card: Number


class Promised(NamedTuple):
    """P2: an entry: whether a seat has promised."""

    seat: Seat
    given: Annotated[YesNo, "1 if the seat promised"]
    counties: Annotated[Number, "counties that it must have; 0 without a promise"]


class PromiseBroken(NamedTuple):
    """P3: an entry: a seat pays."""

    seat: Seat
    paid: Number


class Card:
    """The season's card, and by seat the counties promised."""

    def __init__(self, card: int, promised: list[int]) -> None:
        self.card = card
        self.promised = promised

    def copy(self) -> "Card":
        """An independent copy."""
        return Card(self.card, self.promised[:])

    def view(self) -> tuple[int, tuple[int, ...]]:
        """All of it lies open."""
        return self.card, tuple(self.promised)

    @staticmethod
    def of(view: tuple[int, tuple[int, ...]]) -> "Card":
        """A card that looks like the view."""
        card, promised = view
        return Card(card, list(promised))


def card_of(state: State) -> Card:
    """The card of a game that is played with promises."""
    card: Card = state.parts[NAME]
    return card


def turn_promise(state: State, step: TurnPromise) -> None:
    """P1: the card, then everybody in turn order."""
    state.phase = PHASE
    card_of(state).card = state.chance.draw("promise", CARDS, 1)[0]
    state.note(PromiseShown, card_of(state).card)
    state.agenda.extend([AskPromise(seat) for seat in reversed(state.order)])


class Promising(Kind):
    """Whether to promise (P2)."""

    name = "promise"
    rule = "P2"
    asked_by = (AskPromise,)
    code = Truth()

    def ask(self, state: State, step: AskPromise) -> None:
        """P2: yes or no."""
        state.ask(step, step.seat, self.name, (0, 1))

    def take(self, state: State, step: AskPromise, choice: int) -> None:
        """P2: a Thaler for a promise."""
        card, seat = card_of(state), step.seat
        promised = state.owner.count(seat) + card.card
        if choice:
            state.thalers[seat] += 1
            card.promised[seat] = promised
        state.note(Promised, seat, choice, promised if choice else 0)


def settled(end_season: StepFunction) -> StepFunction:
    """P3: promises are settled before the season's standings are noted."""

    def settle(state: State, step: EndSeason) -> None:
        card = card_of(state)
        for seat, promised in enumerate(card.promised):
            if state.owner.count(seat) < promised:
                paid = min(1, state.thalers[seat])
                state.thalers[seat] -= paid
                state.note(PromiseBroken, seat, paid)
        state.parts[NAME] = Card(0, [NOTHING] * len(card.promised))
        end_season(state, step)

    return settle


def put_promise(state: State, card: int) -> None:
    """The season's card; 0 for none."""
    card_of(state).card = card


class PromiseRows(PartRows):
    """A row for every promise asked for."""

    def read(self, entry: Any, year: int, season: int) -> None:
        """Adds the row."""
        if isinstance(entry, Promised) and "promises" in self.rows:
            self.rows["promises"].add(self.number, year, season, *entry_row(entry))


class Promises(Expansion):
    """Rules P1 to P3."""

    name = NAME
    title = "Promises"
    kinds = (Promising(),)
    steps: ClassVar = {"turn-promise": TurnPromise, "ask-promise": AskPromise}
    entries: ClassVar = {"promise-shown": PromiseShown, "promised": Promised, "promise-broken": PromiseBroken}
    phases: ClassVar = {PHASE: "promises"}
    draws: ClassVar = {"promise": Draw("P1", max(CARDS))}

    def functions(self, base: Functions) -> Functions:
        """Behind the turn order, and around the season's end."""
        return replace(
            base,
            season=behind(base.season, FixOrder, TurnPromise()),
            steps={**base.steps, TurnPromise: turn_promise, EndSeason: settled(base.steps[EndSeason])},
        )

    def lay_out(self, book: Book) -> Card:
        """No card yet, and no promises."""
        return Card(0, [NOTHING] * book.players)

    sections: ClassVar = {"events": Key("promise", Whole(max(CARDS)), lambda state: card_of(state).card, put_promise)}
    seat_keys = (Key("promised", Whole(), lambda state: card_of(state).promised, nullable=True),)
    shapes: ClassVar = {PHASE: r"rest( ask-promise)+"}
    begins: ClassVar = {PHASE: TurnPromise}
    once = (AskPromise,)

    def check_between(self, state: State, place: Json) -> None:
        """P3: outside the seasons nothing is promised."""
        if card_of(state).card:
            raise RuleError("P3", "the card of promises leaves with the season")

    tables = (entry_table(NAME, "One row per seat and season: whether it promised (P2).", Promised),)
    rows = PromiseRows
    modules = ("story",)
