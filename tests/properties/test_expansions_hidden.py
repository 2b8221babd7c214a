"""W29 with the expansions: court boxes are secret until they are resolved, all else at court is open."""

from random import Random

import pytest

from tests.properties.expansions import EXPANDED, hide_otherwise, name_of, shortfalls
from tests.properties.photo import photo
from tests.properties.players import Table, finish, moments
from wallenstein.games.wallenstein.names import ACTION, COURT, OVER, PLAN
from wallenstein.games.wallenstein.state import State


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_w29_a_view_does_not_change_with_what_is_hidden(table: Table) -> None:
    rng = Random(1)
    changed = 0
    for state in moments(table, 5, every=2):
        for seat in range(state.book.players):
            view = state.view(seat)
            for _ in range(2):
                other = state.copy()
                other.decision = state.decision
                changed += hide_otherwise(other, seat, rng)
                assert other.view(seat) == view
    assert changed > 50


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_w29_a_view_changes_with_what_is_open(table: Table) -> None:
    for state in moments(table, 5, every=25):
        view = state.view(0)
        if state.court is not None:
            for name in vars(state.court):
                other = state.copy()
                getattr(other.court, name).append(1)
                assert other.view(0) != view, name
        other = state.copy()
        other.landsknechte.append(1)
        assert other.view(0) != view


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_sample_shows_its_seat_the_same_view(table: Table) -> None:
    for state in moments(table, 6, every=3):
        assert state.decision is not None
        for seat in range(state.book.players):
            if state.phase == PLAN and seat != state.decision.seat:
                continue  # a seat that has planned is not asked before the others have
            view = state.view(seat)
            for i in range(2):
                drawn = view.sample(Random(i))
                assert drawn.view(seat) == view
                assert drawn.decision is not None
                assert drawn.decision[:2] == state.decision[:2]
                assert shortfalls(drawn) == []


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_equal_views_give_equal_samples(table: Table) -> None:
    rng = Random(2)
    for state in moments(table, 7, every=4):
        assert state.decision is not None
        seat = state.decision.seat
        other = state.copy()
        hide_otherwise(other, seat, rng)
        samples = [photo(view.sample(Random(9))) for view in (state.view(seat), other.view(seat))]
        assert samples[0] == samples[1]


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_sample_can_be_played_to_the_end(table: Table) -> None:
    for state in moments(table, 8, every=30):
        for seat in range(state.book.players):
            drawn = state.view(seat).sample(Random(3))
            assert finish(drawn, Random(4)).phase == OVER
            assert shortfalls(drawn) == []


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_samples_lay_legal_plans_and_no_card_twice(table: Table) -> None:
    courts = set()
    for state in moments(table, 9, every=2):
        assert state.decision is not None
        if state.phase not in (PLAN, COURT, ACTION):
            continue
        for i in range(2):
            drawn = state.view(state.decision.seat).sample(Random(i))
            for seat, plan in enumerate(drawn.plans):
                if plan is not None:
                    check_cards(drawn, seat)
                    courts.add(plan.court)
    assert len(courts) > 20 or state.court is None


def check_cards(state: State, seat: int) -> None:
    """Three court boxes just where there is a court; no county lies twice."""
    plan = state.plans[seat]
    assert plan is not None
    assert len(plan.court) == (3 if state.court is not None else 0)
    laid = [card for card in (*plan.boxes, *plan.court) if card >= 0]
    assert len(set(laid)) == len(laid)
    if state.phase == PLAN:
        assert state.book.offer(state, seat).check(plan) is None
