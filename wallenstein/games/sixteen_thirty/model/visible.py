"""The view that a seat has of a state, and a state sampled from a view: what is hidden is drawn at random."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from wallenstein.core.chance import Chance, FreeChance
from wallenstein.core.chance import sample as draw
from wallenstein.games.sixteen_thirty.model.entries import (
    Drew,
    HandsDealt,
    MarkerPassed,
    MarkersDealt,
    PutToMarket,
    Scored,
)
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import SortedCards, State, take_out
from wallenstein.games.sixteen_thirty.model.view import Cards, Lobby, View, guess_markers
from wallenstein.games.sixteen_thirty.names import LOSE, MARKERS, NONE, OPENING, VOTE

# What is hidden and what is public: the view of one seat, and what it may see of the journal.


def make_view(state: State, seat: int) -> View:
    """The view of one seat."""
    return View(
        seat,
        state.book,
        state.turn,
        state.first,
        state.step,
        state.current,
        state.specials,
        tuple(state.status),
        tuple(state.army),
        tuple(state.ability),
        tuple(state.faction),
        state.leaders,
        state.unrest,
        state.leagues,
        tuple(state.vp),
        state.markers[seat],
        state.passed[seat],
        received(state, seat),
        tuple(map(len, state.markers)),
        state.hands[seat],
        tuple(map(len, state.hands)),
        tuple(map(tuple, state.displays)),
        tuple(state.descendant),
        state.markets[seat],
        tuple(state.shown),
        tuple(map(len, state.markets)),
        tuple(state.known),
        len(state.deck),
        tuple(state.discard),
        state.opening[seat],
        lobby_view(state, seat) if state.issue >= 0 else None,
        tuple(state.losing),
        state.victims_of,
        tuple(state.scores),
        log_of(state, seat),
    )


def received(state: State, seat: int) -> SortedCards:
    """3.3: the markers from the right; one that was chosen only now has not arrived."""
    given = state.passed[seat - 1]
    return given[: min(map(len, state.passed))] if state.step == MARKERS else given


def lobby_view(state: State, seat: int) -> Lobby:
    """The lobby under way, without the votes of others."""
    return Lobby(
        state.country,
        state.issue,
        state.target,
        state.second,
        state.stage,
        state.bidder,
        state.passing,
        state.votes[seat],
        state.winner,
    )


def log_of(state: State, seat: int) -> tuple[Any, ...]:
    """What happened since the seat last decided; NONE stands for what it cannot see."""
    journal = state.journal
    if journal is None:
        return ()
    seen = []
    for entry in journal[state.heard[seat] :]:
        hide = HIDING.get(type(entry))
        seen.append(entry if hide is None else hide(entry, seat))
    return tuple(seen)


def own_lists(entry: Any, seat: int) -> Any:
    """One's own markers or hand; of the others their number."""
    return type(entry)(tuple([cards if one == seat else (NONE,) * len(cards) for one, cards in enumerate(entry[0])]))


def passed_marker(entry: MarkerPassed, seat: int) -> MarkerPassed:
    """What one gave; what one was given is in the view."""
    return entry if entry.seat == seat else entry._replace(marker=NONE)


def drawn_cards(entry: Drew, seat: int) -> Drew:
    """One's own cards; of the others their number."""
    return entry if entry.seat == seat else entry._replace(cards=(NONE,) * len(entry.cards))


def card_put_down(entry: PutToMarket, seat: int) -> PutToMarket:
    """One's own card."""
    return entry if entry.seat == seat else entry._replace(card=NONE)


def points(entry: Scored, seat: int) -> Scored:
    """What each of one's own markers brought; of the others the sum."""
    return entry if entry.seat == seat else entry._replace(points=())


HIDING: Final[dict[type, Callable[[Any, int], Any]]] = {
    MarkersDealt: own_lists,
    HandsDealt: own_lists,
    MarkerPassed: passed_marker,
    Drew: drawn_cards,
    PutToMarket: card_put_down,
    Scored: points,
}

# A state sampled from a view: public information stays, hidden information is drawn at random.

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
    """A state with what the view shows, and nothing in the place of what it does not."""
    state = State(view.book.functions(), chance)
    for name in PUBLIC:
        setattr(state, name, getattr(view, name))
    for name in LISTS:
        setattr(state, name, list(getattr(view, name)))
    state.displays = [list(display) for display in view.displays]
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
    """Hands, cards face down in markets, and the deck, of what cannot be seen anywhere.

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
        state.markets[other] = in_order([*mixed[:face_down], *view.markets[other]])
        state.hands[other] = in_order(mixed[face_down:])
    state.deck = rest


def in_order(cards: Sequence[int]) -> Cards:
    """The cards in the order of their codes."""
    return tuple(sorted(cards))


def choose_displays(view: View, state: State, rng: Random) -> None:
    """3.6: everybody else has chosen something."""
    if not any(view.hand_sizes):
        return
    for seat in range(view.book.players):
        if seat != view.seat:
            state.opening[seat] = Displays(state.hands[seat]).random(rng)


def guess_votes(view: View, state: State, rng: Random) -> None:
    """5.6.2: everybody else has voted."""
    country = state.target if state.second else state.country
    for seat in range(view.book.players):
        if seat != view.seat and view.displays[seat][country]:
            state.votes[seat] = int(rng.random() * 2)
