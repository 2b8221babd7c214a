"""The market (4.2.3) and the clean-up (4.2.4)."""

from typing import Final

from wallenstein.core.records import ObjectOf
from wallenstein.core.unchangeable import new_record
from wallenstein.games.sixteen_thirty.model.choices import Swap, Taking
from wallenstein.games.sixteen_thirty.model.decision import Options
from wallenstein.games.sixteen_thirty.model.entries import CleanedUp, Collected, Exchanged, MarketsClosed
from wallenstein.games.sixteen_thirty.model.options import Swaps, distinct
from wallenstein.games.sixteen_thirty.model.state import Cards, Kind, State, together, without
from wallenstein.games.sixteen_thirty.model.steps import AskCollect, AskExchange
from wallenstein.games.sixteen_thirty.names import COLLECT
from wallenstein.games.sixteen_thirty.phases.rounds import use_card
from wallenstein.games.sixteen_thirty.phases.setup import begin_turn


def exchange(state: State) -> None:
    """4.2.3.1: in order, each may swap a card of the hand for one of another's market."""
    if state.current == state.first:
        reveal_markets(state)
    EXCHANGING.ask(state, AskExchange(state.current))


def reveal_markets(state: State) -> None:
    """4.2.3: what lies there is seen, so it is no longer in a hand."""
    for seat, market in enumerate(state.markets):
        hidden = list(market)
        for card in state.shown[seat]:
            hidden.remove(card)
        for card in hidden:
            if card in state.known[seat]:
                state.known[seat] = without(state.known[seat], card)
        state.shown[seat] = market


class Exchanging(Kind[AskExchange, Swap | None]):
    """A card of the hand for a card of another's market, or none (4.2.3.1)."""

    name = "exchange"
    rule = "4.2.3.1"
    choice = Swap
    code = ObjectOf(Swap, 'write it as {"give": "spain-1", "seat": 2, "take": "open-3"}')

    def options(self, state: State, step: AskExchange) -> Options:
        """None first."""
        gives = distinct(state.hands[step.seat])
        return Swaps(
            gives,
            tuple(
                [
                    (seat, card)
                    for seat, market in enumerate(state.markets)
                    if seat != step.seat
                    for card in distinct(market)
                ]
            )
            if gives
            else (),
        )

    def take(self, state: State, step: AskExchange, choice: Swap | None) -> None:
        """R27: the card given lies in the market that the other came from."""
        seat = step.seat
        if choice is not None:
            give, other, card = choice
            use_card(state, seat, give)
            take_from(state, seat, other, card)
            state.markets[other] = state.shown[other] = together(state.markets[other], (give,))
            state.note(Exchanged, seat, other, give, card)
        state.current = (seat + 1) % state.book.players
        if state.current == state.first:
            state.step = COLLECT


EXCHANGING: Final[Exchanging] = Exchanging()


def take_from(state: State, seat: int, other: int, card: int) -> None:
    """A card of an open market comes to a hand; everybody sees it."""
    state.markets[other] = state.shown[other] = without(state.markets[other], card)
    state.hands[seat] = together(state.hands[seat], (card,))
    state.known[seat] = together(state.known[seat], (card,))


def collect(state: State) -> None:
    """4.2.3.2: in order, each must take a card of any market, while any is left (R28)."""
    if any(state.markets):
        COLLECTING.ask(state, AskCollect(state.current))
    else:
        after_collection(state, state.current)


class Collecting(Kind[AskCollect, Taking]):
    """A card of any market (4.2.3.2)."""

    name = "collect"
    rule = "4.2.3.2"
    choice = Taking
    code = ObjectOf(Taking, 'write it as {"seat": 0, "card": "assassin"}')

    def options(self, state: State, step: AskCollect) -> Options:
        """Every card of every market."""
        markets = enumerate(state.markets)
        return tuple([new_record(Taking, (seat, card)) for seat, market in markets for card in distinct(market)])

    def take(self, state: State, step: AskCollect, choice: Taking) -> None:
        """The card comes to the hand."""
        other, card = choice
        take_from(state, step.seat, other, card)
        state.note(Collected, step.seat, other, card)
        after_collection(state, step.seat)


COLLECTING: Final[Collecting] = Collecting()


def after_collection(state: State, seat: int) -> None:
    """The next seat collects; after the last one markets close, and a new turn begins."""
    state.current = (seat + 1) % state.book.players
    if state.current == state.first:
        close_markets(state)
        clean_up(state)
        begin_turn(state)


def close_markets(state: State) -> None:
    """4.2.3.3: what is left is discarded."""
    left: Cards = ()
    for seat, market in enumerate(state.markets):
        left += market
        state.markets[seat] = state.shown[seat] = ()
    state.discard += left
    state.note(MarketsClosed, tuple(sorted(left)))


def clean_up(state: State) -> None:
    """4.2.4, R30: the first player is now the right neighbour; leaders, unrest and leagues are gone."""
    state.first = (state.first - 1) % state.book.players
    state.note(CleanedUp, state.first, state.leaders, state.unrest, state.leagues)
    state.leaders = state.unrest = state.leagues = 0
