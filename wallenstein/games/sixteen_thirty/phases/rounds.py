"""A player's round (4.1): descendant influence fades, cards are drawn, and at its end some go to the market."""

from typing import Final

from wallenstein.core.records import ObjectOf
from wallenstein.games.sixteen_thirty.model.choices import Fading
from wallenstein.games.sixteen_thirty.model.codes import CARD
from wallenstein.games.sixteen_thirty.model.decision import Options
from wallenstein.games.sixteen_thirty.model.entries import Drew, Faded, PutToMarket
from wallenstein.games.sixteen_thirty.model.options import MEMBERS, distinct
from wallenstein.games.sixteen_thirty.model.state import Cards, Kind, State, take_out, together, without
from wallenstein.games.sixteen_thirty.model.steps import AskFade, AskMarket
from wallenstein.games.sixteen_thirty.names import DRAW, FADE, NONE, OPEN, SCORING, SPECIAL_STEP


def remove_card(state: State, seat: int, country: int, card: int) -> Cards:
    """A card of a stack goes to its owner's market; open cards left alone follow (5.3.4). Returns what went."""
    display = state.displays[seat]
    left = without(display[country], card)
    gone: Cards = (card,)
    if left and left[0] >= OPEN:
        gone, left = gone + left, ()
    display[country] = left
    if not left:
        state.descendant[seat] &= ~(1 << country)
    lose_openly(state, seat, gone)
    return gone


def lose_openly(state: State, seat: int, cards: Cards) -> None:
    """Cards of a display go to the market of their owner; everybody has seen them."""
    state.markets[seat] = together(state.markets[seat], cards)
    state.shown[seat] = together(state.shown[seat], cards)


def use_card(state: State, seat: int, card: int) -> None:
    """A card leaves the hand face up."""
    state.hands[seat] = without(state.hands[seat], card)
    if card in state.known[seat]:
        state.known[seat] = without(state.known[seat], card)


def fade(state: State) -> None:
    """4.1.1: with descendant influence, one card of it goes."""
    if state.descendant[state.current]:
        FADING.ask(state, AskFade(state.current))
    else:
        state.step = DRAW


class ChoosingFade(Kind[AskFade, Fading]):
    """A card of a descendant stack (4.1.1)."""

    name = "fade"
    rule = "4.1.1"
    choice = Fading
    code = ObjectOf(Fading, 'write it as {"country": "france", "card": "open-1"}')

    def options(self, state: State, step: AskFade) -> Options:
        """Every card of every descendant stack."""
        display = state.displays[step.seat]
        countries = MEMBERS[state.descendant[step.seat]]
        return tuple([Fading(country, card) for country in countries for card in distinct(display[country])])

    def take(self, state: State, step: AskFade, choice: Fading) -> None:
        """It goes to the market."""
        country, card = choice
        gone = remove_card(state, step.seat, country, card)
        state.note(Faded, step.seat, country, gone)
        state.step = DRAW


FADING: Final[ChoosingFade] = ChoosingFade()


def draw(state: State) -> None:
    """4.1.2, R23: what is left of the deck comes first, then the discards are the deck."""
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
    state.note(Drew, seat, cards, reshuffled)
    state.step = SPECIAL_STEP


def to_market(state: State) -> None:
    """4.1.5, R25: the cards above the limit and one more, else one; an empty hand gives none."""
    seat = state.current
    size = len(state.hands[seat])
    if size:
        PUTTING.ask(state, AskMarket(seat, max(1, size - state.book.limits[state.turn - 1] + 1)))
    else:
        end_round(state)


class PuttingDown(Kind[AskMarket, int]):
    """A card of the hand for the market (4.1.5)."""

    name = "to-market"
    rule = "4.1.5"
    code = CARD

    def options(self, state: State, step: AskMarket) -> Options:
        """Any card of the hand."""
        return distinct(state.hands[step.seat])

    def take(self, state: State, step: AskMarket, choice: int) -> None:
        """It lies face down; the last one ends the round."""
        seat = step.seat
        state.hands[seat] = without(state.hands[seat], choice)
        state.markets[seat] = together(state.markets[seat], (choice,))
        state.note(PutToMarket, seat, choice)
        if step.left == 1:
            end_round(state)


PUTTING: Final[PuttingDown] = PuttingDown()


def end_round(state: State) -> None:
    """4.1: the left neighbour's round, or the end of the turn."""
    following = (state.current + 1) % state.book.players
    state.specials = 0
    if following == state.first:
        state.current = NONE
        state.step = SCORING
    else:
        state.current = following
        state.step = FADE
