"""The expansion Landsknechte (L1-L3): players with counties in many regions turn up a card and take a benefit."""

from dataclasses import replace
from functools import cache
from typing import ClassVar, Final

from wallenstein.core.position import Key, Whole
from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.editions.landsknechte import records
from wallenstein.games.wallenstein.editions.landsknechte.records import AskBenefit, BeginLandsknechte, BenefitTaken
from wallenstein.games.wallenstein.editions.part import Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import entry_table
from wallenstein.games.wallenstein.model.decision import EndYear, FixOrder, behind
from wallenstein.games.wallenstein.model.state import Functions, Kind, State, StepFunction
from wallenstein.games.wallenstein.names import BENEFITS, LANDSKNECHT
from wallenstein.games.wallenstein.phases.actions import give

NAME: Final = "landsknechte"
REGIONS: Final = 4  # L2: the number of regions in which the player must have a county
CARDS: Final = 4


class TopCards:
    """L1: the top cards of all seats, 1 to 4."""

    def __init__(self, top: list[int]) -> None:
        self.top = top

    def copy(self) -> "TopCards":
        return TopCards(self.top[:])

    def view(self) -> tuple[int, ...]:
        return tuple(self.top)

    @staticmethod
    def of(view: tuple[int, ...]) -> "TopCards":
        return TopCards(list(view))


def cards_of(state: State) -> list[int]:
    top: list[int] = state.parts[NAME].top
    return top


@cache
def amounts() -> tuple[tuple[int, ...], ...]:
    """Amounts by card, then benefit. The first card, and the entry before it, give nothing."""
    shown = {card["card"]: card for card in data("wallenstein.toml")["landsknecht"]}
    return tuple(tuple(shown.get(card, {}).get(name, 0) for name in BENEFITS) for card in range(CARDS + 1))


def begin_landsknechte(state: State, step: BeginLandsknechte) -> None:
    state.phase = LANDSKNECHT
    for seat in reversed(state.order):
        state.then(AskBenefit, seat)


def next_card(state: State, seat: int) -> int:
    """The card under the top one; after the fourth the first again."""
    return cards_of(state)[seat] % CARDS + 1


class ChoosingBenefit(Kind):
    """One of the benefits of the next Landsknecht card (L2)."""

    name = "benefit"
    rule = "L2"
    asked_by = (AskBenefit,)
    code = records.BENEFIT

    def ask(self, state: State, step: AskBenefit) -> None:
        """L2: asks a player with counties in enough regions; a card that gives nothing is turned up too."""
        seat = step.seat
        if len({state.book.board.region[county] for county in state.counties(seat)}) < REGIONS:
            return
        card = next_card(state, seat)
        shown = tuple([benefit for benefit, amount in enumerate(amounts()[card]) if amount])
        if shown:
            state.ask(step, seat, self.name, shown)
        else:
            cards_of(state)[seat] = card

    def take(self, state: State, step: AskBenefit, choice: int) -> None:
        seat = step.seat
        card = cards_of(state)[seat] = next_card(state, seat)
        amount = give(state, seat, BENEFITS[choice], amounts()[card][choice])
        state.note(BenefitTaken, seat, card, choice, amount)


def rearranged(end_year: StepFunction) -> StepFunction:
    """L3: after winter, every pile is reset to its first card."""

    def end(state: State, step: EndYear) -> None:
        end_year(state, step)
        state.parts[NAME] = first_cards(state.book)

    return end


def first_cards(book: Book) -> TopCards:
    """L1: every pile has its first card on top."""
    return TopCards([1] * book.players)


class BenefitRows(PartRows):
    tables: ClassVar = {BenefitTaken: "benefits"}


class Landsknechte(Expansion):
    """Rules L1 to L3; with the court they come before it."""

    name = NAME
    title = "Landsknechte"
    kinds = (ChoosingBenefit(),)
    steps: ClassVar = {"landsknechte": BeginLandsknechte, "landsknecht": AskBenefit}
    entries: ClassVar = {"benefit": BenefitTaken}
    phases: ClassVar = {LANDSKNECHT: "landsknechte"}

    def functions(self, base: Functions) -> Functions:
        """Adds its step after the turn order; the piles are reset at the end of the year."""
        return replace(
            base,
            season=behind(base.season, FixOrder, BeginLandsknechte()),
            steps={**base.steps, BeginLandsknechte: begin_landsknechte, EndYear: rearranged(base.steps[EndYear])},
        )

    def lay_out(self, book: Book) -> TopCards:
        return first_cards(book)

    seat_keys = (Key("landsknecht", Whole(CARDS, 1), cards_of, sometimes=True),)  # L1: the card on top
    shapes: ClassVar = {LANDSKNECHT: r"rest( landsknecht)+"}
    begins: ClassVar = {LANDSKNECHT: BeginLandsknechte}
    once = (AskBenefit,)

    tables = (
        entry_table(
            "benefits", "One row per benefit taken from a Landsknecht card, in the order of play (L2).", BenefitTaken
        ),
    )
    rows = BenefitRows
    modules = ("story", "advice", "encoding")
