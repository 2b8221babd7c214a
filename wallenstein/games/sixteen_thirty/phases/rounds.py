"""The set-up (3), and a player's round (4.1): influence fades, cards are drawn, and some go to the market."""

from typing import Any, Final

from wallenstein.core.chance import shares, take_out
from wallenstein.core.engine import Kind
from wallenstein.core.records import ObjectOf
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices, entries
from wallenstein.games.sixteen_thirty.model.choices import Ask, AskMarker, AskMarket, Fading
from wallenstein.games.sixteen_thirty.model.options import SETS, Displays, distinct, together, without
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Cards

NOTHING: Final = ()


def pass_markers(state: State) -> None:
    """3.2, 3.3: markers are dealt; in each of two rounds every seat passes one to the left, all at once."""
    if not any(state.markers):  # R33: the rest is out of play
        book = state.book
        dealt = state.chance.draw("markers", book.markers, book.players * book.quota)
        state.markers = shares(dealt, book.players)
        state.note(entries.MarkersDealt, tuple(state.markers))
    done = min(map(len, state.passed))
    if done == const.PASSING_ROUNDS:
        state.step = const.OPENING
        return
    seat = next(seat for seat, passed in enumerate(state.passed) if len(passed) == done)
    state.ask(AskMarker(seat, done + 1), seat, "pass-marker", distinct(state.markers[seat]))


class PassingMarker(Kind):
    """A marker for the left neighbour: any one held, even one just received (3.3)."""

    name = "pass-marker"
    rule = "3.3"
    code = choices.COUNTRY

    def take(self, state: State, step: AskMarker, choice: int) -> None:
        """The marker stays with its giver until all have chosen."""
        passed = state.passed
        passed[step.seat] += (choice,)
        if min(map(len, passed)) == step.round:
            hand_on(state, step.round)


def hand_on(state: State, done: int) -> None:
    """All markers chosen in this round go to the left neighbours."""
    given = [passed[done - 1] for passed in state.passed]
    for seat, marker in enumerate(given):
        state.markers[seat] = without(state.markers[seat], marker)
    for seat, marker in enumerate(given):
        left = (seat + 1) % len(given)
        state.markers[left] = together(state.markers[left], (marker,))
        state.note(entries.MarkerPassed, done, seat, marker)


def open_displays(state: State) -> None:
    """3.4-3.6: hands are dealt, the first player is drawn, and every seat chooses a display in secret."""
    book = state.book
    if not any(state.hands):  # 3.4: hands as large as the limit of turn 1
        dealt = state.chance.draw("deal", state.deck, book.players * book.limits[0])
        take_out(state.deck, dealt)
        state.hands = shares(dealt, book.players)
        state.note(entries.HandsDealt, tuple(state.hands))
    if state.first == const.NONE:
        state.first = state.chance.draw("first", range(book.players), 1)[0]
        state.note(entries.FirstDrawn, state.first)
    for seat, chosen in enumerate(state.opening):
        if chosen is None:
            displays = Displays(state.hands[seat])
            if displays.named:  # two choices at least, which are not counted: that takes time
                state.decision = choices.Decision(seat, "open-display", displays, Ask(seat))
                return
            state.opening[seat] = NOTHING
    for seat, chosen in enumerate(state.opening):  # all are shown at once, ascendant
        pairs = chosen or NOTHING
        for country, card in pairs:
            state.hands[seat] = without(state.hands[seat], card)
            state.lay(seat, country, together(state.displays[seat][country], (card,)))
        state.note(entries.DisplayOpened, seat, pairs)
        state.opening[seat] = None
    begin_turn(state)


class OpeningDisplay(Kind):
    """Up to three influence cards to begin with, as pairs of a country and a card (3.6)."""

    name = "open-display"
    rule = "3.6"
    choice = tuple
    code = choices.DISPLAY

    def is_plain(self, choice: object) -> bool:
        return choice is None  # the parts of others are looked at

    def take(self, state: State, step: Ask, choice: tuple[tuple[int, int], ...]) -> None:
        """The cards stay in the hand until all have chosen."""
        state.opening[step.seat] = choice

    def pack(self, choice: Any) -> bytes:
        """Country and card in turn, after a first byte, because showing nothing is a choice."""
        return bytes([len(choice), *(part for pair in choice for part in pair)])

    def unpack(self, packed: bytes) -> Any:
        return tuple(zip(packed[1::2], packed[2::2], strict=True))


def begin_turn(state: State) -> None:
    """4: the first player's round begins."""
    state.step = const.FADE
    state.current = state.first
    state.specials = 0
    state.note(entries.TurnBegun, state.turn, state.first)


def remove_card(state: State, seat: int, country: int, card: int) -> Cards:
    """A card of a stack goes to its owner's market; open cards left alone follow (5.3.4). Returns all that went."""
    left = without(state.displays[seat][country], card)
    gone: Cards = (card,)
    if left and left[0] >= const.OPEN:
        gone, left = gone + left, ()
    state.lay(seat, country, left)
    if not left:
        state.descendant[seat] &= ~(1 << country)
    lose_openly(state, seat, gone)
    return gone


def lose_openly(state: State, seat: int, cards: Cards) -> None:
    """Cards of a display go to their owner's market; everybody has seen them."""
    state.markets[seat] = together(state.markets[seat], cards)
    state.shown[seat] = together(state.shown[seat], cards)


def use_card(state: State, seat: int, card: int) -> None:
    """A card leaves the hand face up."""
    state.hands[seat] = without(state.hands[seat], card)
    if card in state.known[seat]:
        state.known[seat] = without(state.known[seat], card)


def fade(state: State) -> None:
    """4.1.1: a seat with descendant influence loses one card of it."""
    seat = state.current
    if state.descendant[seat]:
        display = state.displays[seat]
        countries = SETS[state.descendant[seat]]
        options = [Fading(country, card) for country in countries for card in distinct(display[country])]
        state.ask(Ask(seat), seat, "fade", tuple(options))
    else:
        state.step = const.DRAW


class ChoosingFade(Kind):
    """A card of a descendant stack (4.1.1)."""

    name = "fade"
    rule = "4.1.1"
    choice = Fading
    code = ObjectOf(Fading, 'write it as {"country": "france", "card": "open-1"}')

    def take(self, state: State, step: Ask, choice: Fading) -> None:
        country, card = choice
        gone = remove_card(state, step.seat, country, card)
        state.note(entries.Faded, step.seat, country, gone)
        state.step = const.DRAW


def draw(state: State) -> None:
    """4.1.2, R23: the rest of the deck is drawn first, then the discards become the deck."""
    deck, wanted = state.deck, state.book.draw
    drawn: list[int] = []
    reshuffled = 0
    if wanted and (deck or state.discard):
        drawn = state.chance.draw("draw", deck, min(wanted, len(deck)))
        take_out(deck, drawn)
        if len(drawn) < wanted and state.discard:
            reshuffled = 1
            deck = state.deck = sorted(state.discard)
            state.discard = []
            more = state.chance.draw("reshuffle", deck, min(wanted - len(drawn), len(deck)))
            take_out(deck, more)
            drawn += more
    seat = state.current
    cards = tuple(sorted(drawn))
    state.hands[seat] = together(state.hands[seat], cards)
    state.note(entries.Drew, seat, cards, reshuffled)
    state.step = const.SPECIAL_STEP


def to_market(state: State) -> None:
    """4.1.5, R25: the cards above the limit and one more, otherwise one; an empty hand gives none."""
    seat = state.current
    hand = state.hands[seat]
    if hand:
        left = max(1, len(hand) - state.book.limits[state.turn - 1] + 1)
        state.ask(AskMarket(seat, left), seat, "to-market", distinct(hand))
    else:
        end_round(state)


class PuttingDown(Kind):
    """A card of the hand for the market (4.1.5)."""

    name = "to-market"
    rule = "4.1.5"
    code = choices.CARD

    def take(self, state: State, step: AskMarket, choice: int) -> None:
        """The card lies face down; the last one ends the round."""
        seat = step.seat
        state.hands[seat] = without(state.hands[seat], choice)
        state.markets[seat] = together(state.markets[seat], (choice,))
        state.note(entries.PutToMarket, seat, choice)
        if step.left == 1:
            end_round(state)


def end_round(state: State) -> None:
    """4.1: the left neighbour's round, or the end of the turn."""
    following = (state.current + 1) % state.book.players
    state.specials = 0
    if following == state.first:
        state.current = const.NONE
        state.step = const.SCORING
    else:
        state.current = following
        state.step = const.FADE
