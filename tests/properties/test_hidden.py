"""W29: a view tells what its seat may know and nothing else; what it does not tell can be drawn anew."""

from random import Random
from typing import Any

import pytest

from tests.properties.photo import photo
from tests.properties.players import TABLES, Table, finish, moments, name_of
from tests.properties.supplies import shortfalls
from wallenstein.core.draws import shuffled
from wallenstein.games.wallenstein.names import ACTION, BLANK, MONEY_CARDS, NO_BID, ORDER, OVER, PLAN
from wallenstein.games.wallenstein.offer import Offer
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.state import State

SHUFFLES = 4


def hide_otherwise(state: State, seat: int, rng: Random) -> bool:
    """Changes what this seat cannot know, as far as anything is hidden; whether anything was."""
    before = photo(state)
    slot = state.slot if state.phase == ACTION else 0
    open_actions = 5 + slot
    state.actions[open_actions:] = shuffled(rng.random, state.actions[open_actions:])
    if state.draft is not None:
        top = len(state.draft.pile) - state.draft.buried
        state.draft.pile[:top] = shuffled(rng.random, state.draft.pile[:top])
    for other, plan in enumerate(state.plans):
        if other != seat and plan is not None:
            state.plans[other] = other_plan(state, other, plan, rng)
    return photo(state) != before


def other_plan(state: State, seat: int, plan: Plan, rng: Random) -> Plan:
    """Another plan that shows the same so far."""
    if state.phase == PLAN:
        return state.book.offer(state, seat).random(rng)
    done = set(state.actions[: state.slot]) if state.phase == ACTION else set()
    if state.phase == ACTION and seat in state.order[: state.acted + 1]:
        done.add(state.actions[state.slot])
    covered = [action for action in range(10) if action not in done]
    mixed = shuffled(rng.random, [plan.boxes[action] for action in covered])
    boxes = list(plan.boxes)
    for action, county in zip(covered, mixed, strict=True):
        boxes[action] = county
    return Plan(tuple(boxes), plan.bid)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
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


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_w29_a_view_changes_with_what_is_open(table: Table) -> None:
    """The test of the test above: everything on the table is in the view."""
    for state in moments(table, 5, every=20):
        view = state.view(0)
        for name in ("owner", "armies", "markers", "buildings", "thalers", "grain", "vp", "supply", "tower", "tray"):
            other = state.copy()
            getattr(other, name)[0] += 1
            assert other.view(0) != view, name


def test_w29_bids_are_open_once_they_are_revealed_and_not_before() -> None:
    seen = set()
    for state in moments(TABLES[0], 3, every=1):
        assert state.decision is not None
        seat = state.decision.seat
        others = [plan for other, plan in enumerate(state.view(seat).plans) if other != seat]
        if state.decision.kind == "plan":
            assert others == [None] * len(others)
        elif state.phase in (ORDER, ACTION):
            true_bids = [plan.bid for other, plan in enumerate(state.plans) if other != seat and plan is not None]
            assert [plan.bid for plan in others if plan is not None] == true_bids
        seen.add(state.decision.kind)
    assert {"plan", "tile", "march"} <= seen


def test_w29_a_view_has_no_way_back_to_the_state() -> None:
    for state in moments(TABLES[4], 3, every=10):
        for value in state.view(0):
            assert immutable(value), value


def immutable(value: Any) -> bool:
    """Nothing in it can be changed; the book is the same for every state of a game."""
    if isinstance(value, tuple):
        return all(immutable(part) for part in value)
    return value is None or isinstance(value, int | str) or type(value).__name__ == "Book"


@pytest.mark.parametrize("table", TABLES, ids=name_of)
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


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_equal_views_give_equal_samples(table: Table) -> None:
    rng = Random(2)
    for state in moments(table, 7, every=4):
        assert state.decision is not None
        seat = state.decision.seat
        other = state.copy()
        hide_otherwise(other, seat, rng)
        views = state.view(seat), other.view(seat)
        samples = [photo(view.sample(Random(9))) for view in views]
        assert samples[0] == samples[1]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_sample_can_be_played_to_the_end(table: Table) -> None:
    for state in moments(table, 8, every=25):
        assert state.decision is not None
        for seat in range(state.book.players):
            drawn = state.view(seat).sample(Random(3))
            assert finish(drawn, Random(4)).phase == OVER
            assert shortfalls(drawn) == []


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_samples_differ_and_lay_only_plans_that_are_legal(table: Table) -> None:
    planned = set()
    for state in moments(table, 9, every=3):
        assert state.decision is not None
        seat = state.decision.seat
        if state.phase not in (PLAN, ORDER):
            continue
        for i in range(SHUFFLES):
            drawn = state.view(seat).sample(Random(i))
            for other, plan in enumerate(drawn.plans):
                if plan is not None:
                    assert legal_when_laid(drawn, other, plan)
                    planned.add(plan)
    assert len(planned) > 20


def legal_when_laid(state: State, seat: int, plan: Plan) -> bool:
    """W23, with the Thalers the seat had before it paid its bid."""
    paid = plan.bid if NO_BID < plan.bid < MONEY_CARDS and state.phase == ORDER else 0
    counties = tuple(county for county, owner in enumerate(state.owner) if owner == seat)
    return Offer(seat, counties, state.thalers[seat] + paid).check(plan) is None


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_samples_lay_no_card_that_is_known_to_lie_elsewhere(table: Table) -> None:
    for state in moments(table, 10, every=3):
        if state.phase != ACTION or state.decision is None:
            continue
        own = state.decision.seat
        drawn = state.view(own).sample(Random(1))
        for seat, plan in enumerate(drawn.plans):
            assert plan is not None
            if seat == own:
                assert plan == state.plans[own]
                continue
            coming = [plan.boxes[action] for action in drawn.actions[drawn.slot + 1 :] if plan.boxes[action] != BLANK]
            assert all(drawn.owner[county] == seat for county in coming)
            assert len(set(coming)) == len(coming)
            assert not set(coming) & set(drawn.won)


@pytest.mark.parametrize("table", TABLES[:3], ids=name_of)
def test_samples_of_hidden_actions_vary(table: Table) -> None:
    for state in moments(table, 11, every=30):
        assert state.decision is not None
        view = state.view(state.decision.seat)
        if state.draft is None and len(view.actions) <= 7:
            orders = {tuple(view.sample(Random(i)).actions) for i in range(20)}
            assert len(orders) > 1
            assert {order[: len(view.actions)] for order in orders} == {view.actions}
