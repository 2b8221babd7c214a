"""A state sampled from a view: public parts stay, hidden parts are drawn at random."""

from random import Random
from typing import Final

from wallenstein.core.chance import Chance, FreeChance
from wallenstein.core.chance import sample as draw
from wallenstein.games.sixteen_thirty.model.markers import guess_markers
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State, take_out
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import LOSE, OPENING, VOTE
from wallenstein.games.sixteen_thirty.phases.course import functions

PUBLIC: Final = ("turn", "first", "step", "current", "specials", "leaders", "unrest", "leagues", "victims_of")
LISTS: Final = ("status", "army", "ability", "faction", "vp", "descendant", "losing", "scores", "known", "discard")


def sample(view: View, rng: Random) -> State:
    """A state consistent with the view; it depends only on the view and the generator."""
    state = state_from_view(view, FreeChance(rng))
    state.markers, state.passed = guess_markers(view, rng)
    deal_hidden_cards(view, state, rng)
    if view.step == OPENING:
        choose_displays(view, state, rng)
    if state.stage == VOTE:
        guess_votes(view, state, rng)
    state.advance()
    return state


def state_from_view(view: View, chance: Chance) -> State:
    """A state with the content of the view; hidden parts are missing."""
    state = State(functions(view.book.rules, view.book.players), chance)
    for name in PUBLIC:
        setattr(state, name, getattr(view, name))
    for name in LISTS:
        setattr(state, name, list(getattr(view, name)))
    state.displays = list(view.displays)
    state.shown = list(view.markets)
    seat = view.seat
    state.markers[seat], state.passed[seat] = view.markers, view.passed
    state.hands[seat], state.markets[seat], state.opening[seat] = view.hand, view.market, view.opening
    lobby = view.lobby
    if lobby is not None:
        state.country, state.issue, state.target, state.second, state.stage = lobby[:5]
        state.bidder, state.passing, state.winner = lobby.bidder, lobby.passing, lobby.winner
        state.votes[seat] = lobby.vote
    elif view.losing:
        state.stage = LOSE
    return state


def deal_hidden_cards(view: View, state: State, rng: Random) -> None:
    """Deals all unseen cards: hands, face-down cards in markets, and the deck.

    A card that a seat took openly is in its hand or face down in its market.
    """
    seat, players = view.seat, view.book.players
    rest = list(view.book.deck)
    seen = [*view.discard, *view.hand, *view.market]
    for other in range(players):
        for stack in view.displays[other]:
            seen += stack
        if other != seat:
            seen += view.markets[other] + view.known[other]
    take_out(rest, seen)
    for other in range(players):
        if other == seat:
            continue
        face_down = view.market_sizes[other] - len(view.markets[other])
        count = view.hand_sizes[other] + face_down
        cards = [*view.known[other]]
        drawn = draw(rng.random, rest, count - len(cards))
        take_out(rest, drawn)
        mixed = draw(rng.random, cards + drawn, count)
        state.markets[other] = tuple(sorted([*mixed[:face_down], *view.markets[other]]))
        state.hands[other] = tuple(sorted(mixed[face_down:]))
    state.deck = rest


def choose_displays(view: View, state: State, rng: Random) -> None:
    """3.6: draws a display for every other seat."""
    if not any(view.hand_sizes):
        return
    for seat in range(view.book.players):
        if seat != view.seat:
            state.opening[seat] = Displays(state.hands[seat]).random(rng)


def guess_votes(view: View, state: State, rng: Random) -> None:
    """5.6.2: draws a vote for every other seat."""
    country = state.target if state.second else state.country
    for seat in range(view.book.players):
        if seat != view.seat and view.displays[seat][country]:
            state.votes[seat] = int(rng.random() * 2)
