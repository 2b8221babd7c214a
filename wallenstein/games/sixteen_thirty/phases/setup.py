"""The set-up (3): VP markers are dealt and passed on, hands dealt, displays opened."""

from typing import Any, Final

from wallenstein.games.sixteen_thirty.model.codes import COUNTRY, DISPLAY
from wallenstein.games.sixteen_thirty.model.decision import Decision, Options
from wallenstein.games.sixteen_thirty.model.entries import (
    DisplayOpened,
    FirstDrawn,
    HandsDealt,
    MarkerPassed,
    MarkersDealt,
    TurnBegun,
)
from wallenstein.games.sixteen_thirty.model.options import Displays, distinct
from wallenstein.games.sixteen_thirty.model.state import Kind, KindOfLists, State, take_out, together, without
from wallenstein.games.sixteen_thirty.model.steps import AskDisplay, AskMarker
from wallenstein.games.sixteen_thirty.names import FADE, NONE, OPENING, PASSING_ROUNDS

NOTHING: Final = ()


def pass_markers(state: State) -> None:
    """3.2, 3.3: markers are dealt; in each of two rounds everybody passes one to the left, all at once."""
    if not any(state.markers):
        deal_markers(state)
    done = min(map(len, state.passed))
    if done == PASSING_ROUNDS:
        state.step = OPENING
        return
    seat = next(seat for seat, passed in enumerate(state.passed) if len(passed) == done)
    PASSING.ask(state, AskMarker(seat, done + 1))


def deal_markers(state: State) -> None:
    """3.2: everybody's quota; the rest is out of play (R33)."""
    book = state.book
    dealt = state.chance.draw("markers", book.markers, book.players * book.quota)
    for seat in range(book.players):
        state.markers[seat] = tuple(sorted(dealt[seat * book.quota : (seat + 1) * book.quota]))
    state.note(MarkersDealt, tuple(state.markers))


class PassingMarker(Kind[AskMarker, int]):
    """A marker for the left neighbour (3.3)."""

    name = "pass-marker"
    rule = "3.3"
    code = COUNTRY

    def options(self, state: State, step: AskMarker) -> Options:
        """Any marker held, one that was just received among them."""
        return distinct(state.markers[step.seat])

    def take(self, state: State, step: AskMarker, choice: int) -> None:
        """It stays with its giver until all have chosen."""
        passed = state.passed
        passed[step.seat] += (choice,)
        if min(map(len, passed)) == step.round:
            hand_on(state, step.round)


PASSING: Final[PassingMarker] = PassingMarker()


def hand_on(state: State, done: int) -> None:
    """All markers chosen in this round go to the left neighbours."""
    given = [passed[done - 1] for passed in state.passed]
    for seat, marker in enumerate(given):
        state.markers[seat] = without(state.markers[seat], marker)
    for seat, marker in enumerate(given):
        left = (seat + 1) % len(given)
        state.markers[left] = together(state.markers[left], (marker,))
        state.note(MarkerPassed, done, seat, marker)


def open_displays(state: State) -> None:
    """3.4-3.6: hands are dealt, the first player is drawn, and everybody chooses a display in secret."""
    if not any(state.hands):
        deal_hands(state)
    if state.first == NONE:
        state.first = state.chance.draw("first", range(state.book.players), 1)[0]
        state.note(FirstDrawn, state.first)
    for seat, chosen in enumerate(state.opening):
        if chosen is None:
            DISPLAYING.ask(state, AskDisplay(seat))
            return
    lay_displays(state)
    begin_turn(state)


def deal_hands(state: State) -> None:
    """3.4: as many cards as the limit of turn 1."""
    book = state.book
    count = book.limits[0]
    dealt = state.chance.draw("deal", state.deck, book.players * count)
    take_out(state.deck, dealt)
    for seat in range(book.players):
        state.hands[seat] = tuple(sorted(dealt[seat * count : (seat + 1) * count]))
    state.note(HandsDealt, tuple(state.hands))


class OpeningDisplay(KindOfLists[AskDisplay, Any]):
    """Up to three influence cards to begin with, as pairs of a country and a card (3.6)."""

    name = "open-display"
    rule = "3.6"
    choice = tuple
    code = DISPLAY

    def options(self, state: State, step: AskDisplay) -> Options:
        """Named cards of the hand, and open ones beside them."""
        return Displays(state.hands[step.seat])

    def offer(self, state: State, step: AskDisplay, options: Options) -> None:
        """Whether there is anything to show is known before all choices are made."""
        if isinstance(options, Displays) and options.named:
            state.decision = Decision(step.seat, self.name, options, step)
        else:
            self.take(state, step, NOTHING)

    def take(self, state: State, step: AskDisplay, choice: tuple[tuple[int, int], ...]) -> None:
        """The cards stay in the hand until all have chosen."""
        state.opening[step.seat] = tuple([(country, card) for country, card in choice])

    def pack(self, choice: Any) -> bytes:
        """Country and card in turn; a first byte, because showing nothing is a choice."""
        return bytes([len(choice), *(part for pair in choice for part in pair)])

    def unpack(self, packed: bytes) -> Any:
        """The pairs."""
        return tuple(zip(packed[1::2], packed[2::2], strict=True))


DISPLAYING: Final[OpeningDisplay] = OpeningDisplay()


def lay_displays(state: State) -> None:
    """3.6: all show what they chose, ascendant."""
    for seat, chosen in enumerate(state.opening):
        pairs = chosen or NOTHING
        display = state.displays[seat]
        for country, card in pairs:
            state.hands[seat] = without(state.hands[seat], card)
            display[country] = together(display[country], (card,))
        state.note(DisplayOpened, seat, pairs)
        state.opening[seat] = None


def begin_turn(state: State) -> None:
    """4: the first player's round comes."""
    state.step = FADE
    state.current = state.first
    state.specials = 0
    state.note(TurnBegun, state.turn, state.first)
