"""What a view shows does not depend on what it hides; what is hidden can be drawn anew, and could lie there."""

from random import Random
from typing import Any

import pytest

from tests.games.sixteen_thirty.properties.games import at_every_table, finish, moments, photo
from tests.games.sixteen_thirty.properties.possible import faults
from wallenstein.core.chance import shuffled
from wallenstein.games.sixteen_thirty.model.entries import (
    Drew,
    HandsDealt,
    MarkerPassed,
    MarkersDealt,
    PutToMarket,
    Scored,
)
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import BLUE, MARKERS, NONE, OPENING, OVER, RED

pytestmark = pytest.mark.slow


def hide_otherwise(state: State, seat: int, rng: Random) -> bool:
    """Changes what this seat cannot know: cards of others, the deck, votes, displays chosen; whether anything did."""
    before = photo(state)
    players = range(state.book.players)
    others = [other for other in players if other != seat]
    face_down = {other: without_all(state.markets[other], state.shown[other]) for other in others}
    mine = {other: state.known[other] for other in others}
    hidden = {other: without_all((*state.hands[other], *face_down[other]), mine[other]) for other in others}
    pile = shuffled(rng.random, [*state.deck, *(card for cards in hidden.values() for card in cards)])
    for other in others:
        drawn, pile = pile[: len(hidden[other])], pile[len(hidden[other]) :]
        cards = shuffled(rng.random, [*drawn, *mine[other]])
        count = len(face_down[other])
        state.markets[other] = tuple(sorted([*state.shown[other], *cards[:count]]))
        state.hands[other] = tuple(sorted(cards[count:]))
        if state.step == OPENING and state.opening[other] is not None:
            state.opening[other] = Displays(state.hands[other]).random(rng)
        if state.votes[other] != NONE:
            state.votes[other] = RED + BLUE - state.votes[other]
        if state.step == MARKERS and len(state.passed[other]) > min(map(len, state.passed)):
            state.passed[other] = (*state.passed[other][:-1], state.markers[other][0])
    state.deck = sorted(pile)
    if not state.scores and state.step > MARKERS:
        swap_markers(state, seat)
    return photo(state) != before


def without_all(cards: tuple[int, ...], some: tuple[int, ...]) -> list[int]:
    """The cards without these."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return left


def swap_markers(state: State, seat: int) -> None:
    """Two others change all their markers, if this seat has passed none of them on."""
    others = [far for far in range(state.book.players) if far not in (seat, (seat + 1) % state.book.players)]
    if len(others) > 1:
        one, other = others[:2]
        state.markers[one], state.markers[other] = state.markers[other], state.markers[one]


@at_every_table(4, 20)
def test_a_view_does_not_change_with_what_it_hides(players: int, seeds: range) -> None:
    changed = 0
    rng = Random(1)
    for state, decision in moments(players, seeds, every=5):
        other = state.copy()
        changed += hide_otherwise(other, decision.seat, rng)
        assert other.view(decision.seat) == state.view(decision.seat)._replace(log=())
        assert hash(state.view(decision.seat)._replace(book=None, log=())) is not None  # type: ignore[arg-type]
    assert changed > 50


@at_every_table(3, 20)
def test_a_sample_shows_its_seat_the_same_view(players: int, seeds: range) -> None:
    for state, decision in moments(players, seeds, every=12):
        view = state.view(decision.seat)
        for number in range(2):
            drawn = view.sample(Random(number))
            assert drawn.view(decision.seat) == view._replace(log=())
            assert drawn.decision is not None
            assert drawn.decision[:2] == decision[:2]
            assert list(drawn.decision.options) == list(decision.options)
            assert faults(drawn) == []
            check_gains(drawn)


def check_gains(drawn: State) -> None:
    """4.2.1: the markers drawn bring every seat what everybody has seen it gain."""
    for scores in drawn.scores:
        for seat, markers in enumerate(drawn.markers):
            assert sum(scores.worth[seat][country] for country in markers) == scores.gains[seat]


@at_every_table(2, 10)
def test_equal_views_give_equal_samples(players: int, seeds: range) -> None:
    """So a sample does not depend on the truth."""
    rng = Random(2)
    for state, decision in moments(players, seeds, every=25):
        other = state.copy()
        hide_otherwise(other, decision.seat, rng)
        samples = [photo(one.view(decision.seat).sample(Random(9))) for one in (state, other)]
        assert samples[0] == samples[1]


@at_every_table(1, 10)
def test_a_sample_can_be_played_to_the_end(players: int, seeds: range) -> None:
    for state, decision in moments(players, seeds, every=40):
        end = finish(state.view(decision.seat).sample(Random(3)), Random(4))
        assert end.step == OVER
        assert faults(end) == []


def test_samples_of_markers_vary_until_gains_tell_them() -> None:
    early, late = set[tuple[Any, ...]](), set[tuple[Any, ...]]()
    for state, decision in moments(4, range(1), every=6):
        found = late if len(state.scores) > 5 else early
        if state.scores or state.step > MARKERS:
            far = (decision.seat + 2) % 4
            found.add((state.turn, decision.seat, state.view(decision.seat).sample(Random(state.turn)).markers[far]))
    assert len({markers for _, _, markers in early}) > 10
    truth = {seat: {markers for _, asked, markers in late if (asked + 2) % 4 == seat} for seat in range(4)}
    assert all(1 <= len(guesses) <= 6 for guesses in truth.values())


@at_every_table(2)
def test_the_log_of_a_view_has_no_secrets(players: int, seeds: range) -> None:
    seen: set[type] = set()
    for state, decision in moments(players, seeds):
        view = state.view(decision.seat)
        assert view == state.view(decision.seat)
        for entry in view.log:
            seen.add(type(entry))
            check_entry(view, entry)
    assert {HandsDealt, MarkerPassed, Drew, PutToMarket, Scored} <= seen


def check_entry(view: View, entry: Any) -> None:
    """What others may not see is left out; what is one's own is there."""
    mine = getattr(entry, "seat", NONE) == view.seat
    if isinstance(entry, MarkersDealt | HandsDealt):
        for seat, cards in enumerate(entry[0]):
            assert (set(cards) == {NONE}) == (seat != view.seat)
    elif isinstance(entry, MarkerPassed):
        assert (entry.marker == NONE) != mine
    elif isinstance(entry, Drew):
        assert mine or set(entry.cards) <= {NONE}
    elif isinstance(entry, PutToMarket):
        assert (entry.card == NONE) != mine
    elif isinstance(entry, Scored):
        assert mine == bool(entry.points)


def test_the_log_begins_where_the_seat_last_decided() -> None:
    """Nothing is told twice, and nothing is left out."""
    told: dict[int, int] = {}
    for state, decision in moments(3, range(1)):
        view = state.view(decision.seat)
        journal = state.journal or []
        assert len(view.log) == len(journal) - told.get(decision.seat, 0)
        told[decision.seat] = len(journal)
