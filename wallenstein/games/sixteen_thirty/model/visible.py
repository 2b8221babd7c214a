"""The view that a seat has of a state, and the part of the journal that it may see."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.core.choices import new_record
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Cards, Lobby, View
from wallenstein.games.sixteen_thirty.names import MARKERS, NONE


def make_view(state: State, seat: int) -> View:
    values = (
        seat, state.book, state.turn, state.first, state.step, state.current, state.specials,
        tuple(state.status), tuple(state.army), tuple(state.ability), tuple(state.faction),
        state.leaders, state.unrest, state.leagues, tuple(state.vp),
        state.markers[seat], state.passed[seat], received(state, seat), sizes(state.markers),
        state.hands[seat], sizes(state.hands), tuple(state.displays), tuple(state.descendant),
        state.markets[seat], tuple(state.shown), sizes(state.markets), tuple(state.known),
        len(state.deck), tuple(state.discard), state.opening[seat],
        lobby_view(state, seat) if state.issue >= 0 else None,
        tuple(state.losing), state.victims_of, tuple(state.scores), log_of(state, seat),
    )  # fmt: skip
    view: View = new_record(View, values)
    return view


def sizes(cards: list[Cards]) -> tuple[int, ...]:
    return tuple([len(held) for held in cards])


def received(state: State, seat: int) -> Cards:
    """3.3: the markers from the right; one that was only chosen in this round has not arrived."""
    given = state.passed[seat - 1]
    return given[: min(map(len, state.passed))] if state.step == MARKERS else given


def lobby_view(state: State, seat: int) -> Lobby:
    call = state.country, state.issue, state.target, state.second
    return Lobby(*call, state.stage, state.bidder, state.passing, state.votes[seat], state.winner)


def log_of(state: State, seat: int) -> tuple[object, ...]:
    """The events since the seat last decided; NONE stands for hidden values."""
    journal = state.journal
    if journal is None:
        return ()
    seen = []
    for entry in journal[state.heard[seat] :]:
        hide = HIDING.get(type(entry))
        seen.append(entry if hide is None else hide(entry, seat))
    return tuple(seen)


def own_lists(entry: Any, seat: int) -> object:
    return type(entry)(tuple([cards if one == seat else (NONE,) * len(cards) for one, cards in enumerate(entry[0])]))


def passed_marker(entry: entries.MarkerPassed, seat: int) -> entries.MarkerPassed:
    """The marker that the seat gave; one that it received is in the view."""
    return entry if entry.seat == seat else entry._replace(marker=NONE)


def drawn_cards(entry: entries.Drew, seat: int) -> Any:
    if entry.seat == seat:
        return entry
    return new_record(entries.Drew, (entry.seat, (NONE,) * len(entry.cards), entry.reshuffled))


def card_put_down(entry: entries.PutToMarket, seat: int) -> Any:
    return entry if entry.seat == seat else new_record(entries.PutToMarket, (entry.seat, NONE))


def points(entry: entries.Scored, seat: int) -> entries.Scored:
    """The points of each of the seat's own markers; for others the sum."""
    return entry if entry.seat == seat else entry._replace(points=())


HIDING: Final[dict[type, Callable[[Any, int], Any]]] = {
    entries.MarkersDealt: own_lists, entries.HandsDealt: own_lists, entries.MarkerPassed: passed_marker,
    entries.Drew: drawn_cards, entries.PutToMarket: card_put_down, entries.Scored: points,
}  # fmt: skip
