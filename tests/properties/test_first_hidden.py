"""The first edition: a view tells nothing hidden, and a sample of it shows the same view (W29)."""

from random import Random

import pytest

from tests.properties.first_edition import FIRST, name_of, shortfalls
from tests.properties.photo import photo
from tests.properties.players import Table, finish, moments, start
from wallenstein.core.draws import shuffled
from wallenstein.games.wallenstein.names import ACTION, BLANK, NEUTRAL, OVER, PLAN
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.state import State

EVERY_TABLE = pytest.mark.parametrize("table", FIRST, ids=name_of)


def hide_otherwise(state: State, seat: int, rng: Random) -> bool:
    """Changes what this seat cannot know, as far as anything is hidden; whether anything was."""
    before = photo(state)
    open_actions = 5 + (state.slot if state.phase == ACTION else 0)
    state.actions[open_actions:] = shuffled(rng.random, state.actions[open_actions:])
    if state.draft is not None:
        top = len(state.draft.pile) - state.draft.buried
        state.draft.pile[:top] = shuffled(rng.random, state.draft.pile[:top])
    for other, plan in enumerate(state.plans):
        if other != seat and plan is not None:
            state.plans[other] = other_plan(state, other, plan, rng)
    return photo(state) != before


def other_plan(state: State, seat: int, plan: Plan, rng: Random) -> Plan:
    """Another plan that shows the same so far; boxes declared empty are open to all (F3)."""
    if state.phase == PLAN:
        return state.book.offer(state, seat).random(rng)
    done = set(state.actions[: state.slot]) | set(state.declared[seat])
    if seat in state.order[: state.acted + 1]:
        done.add(state.actions[state.slot])
    covered = [action for action in range(10) if action not in done]
    boxes = list(plan.boxes)
    for action, county in zip(covered, shuffled(rng.random, [plan.boxes[a] for a in covered]), strict=True):
        boxes[action] = county
    return Plan(tuple(boxes), plan.bid)


@EVERY_TABLE
def test_w29_a_view_does_not_change_with_what_is_hidden(table: Table) -> None:
    rng = Random(1)
    changed = 0
    for state in moments(table, 5, every=2):
        for seat in range(state.book.players):
            view = state.view(seat)
            other = state.copy()
            other.decision = state.decision
            changed += hide_otherwise(other, seat, rng)
            assert other.view(seat) == view
    assert changed > 50


@EVERY_TABLE
def test_a_sample_shows_its_seat_the_same_view(table: Table) -> None:
    for state in moments(table, 6, every=3):
        assert state.decision is not None
        for seat in range(state.book.players):
            if state.decision.kind == "plan" and seat != state.decision.seat:
                continue  # a seat that has planned is not asked before the others have
            view = state.view(seat)
            drawn = view.sample(Random(seat))
            assert drawn.view(seat) == view
            assert drawn.decision is not None
            assert drawn.decision[:2] == state.decision[:2]
            assert shortfalls(drawn) == []


@EVERY_TABLE
def test_equal_views_give_equal_samples(table: Table) -> None:
    rng = Random(2)
    for state in moments(table, 7, every=4):
        assert state.decision is not None
        seat = state.decision.seat
        other = state.copy()
        other.decision = state.decision
        hide_otherwise(other, seat, rng)
        samples = [photo(view.sample(Random(9))) for view in (state.view(seat), other.view(seat))]
        assert samples[0] == samples[1]


@EVERY_TABLE
def test_a_sample_can_be_played_to_the_end(table: Table) -> None:
    for state in moments(table, 8, every=25):
        for seat in range(state.book.players):
            drawn = state.view(seat).sample(Random(3))
            assert finish(drawn, Random(4)).phase == OVER
            assert shortfalls(drawn) == []


def test_f3_samples_leave_declared_boxes_empty_and_lay_no_card_twice() -> None:
    declared = 0
    for table in FIRST:
        for state in moments(table, 10, every=4):
            if state.decision is None or state.phase not in (PLAN, ACTION):
                continue
            drawn = state.view(state.decision.seat).sample(Random(1))
            for seat, plan in enumerate(drawn.plans):
                declared += bool(drawn.declared[seat])
                if plan is None:
                    continue
                assert all(plan.boxes[action] == BLANK for action in drawn.declared[seat])
                if seat == state.decision.seat:
                    assert plan == state.plans[seat]
                    continue
                coming = [plan.boxes[action] for action in drawn.actions[drawn.slot + 1 :]]
                laid = [county for county in coming if county != BLANK]
                assert all(drawn.owner[county] == seat for county in laid)
                assert len(set(laid)) == len(laid)
    assert declared > 20


def test_f3_a_declaration_is_open_to_all_and_a_plan_is_not() -> None:
    seen = 0
    for seed in range(6):
        for state in moments(FIRST[2], seed, every=1):
            if state.phase != PLAN or state.decision is None:
                continue
            views = [state.view(seat) for seat in range(state.book.players)]
            assert all(view.declared == tuple(state.declared) for view in views)
            for view in views:
                others = [plan for seat, plan in enumerate(view.plans) if seat != view.seat]
                assert others == [None] * len(others)
            seen += any(state.declared)
    assert seen


def test_f3_a_sample_keeps_the_own_plan_where_another_has_yet_to_declare() -> None:
    """It cannot come about in a game; a position can say so."""
    state = start(FIRST[2], 1)
    while state.decision is not None and state.decision.kind == "plan":
        state.apply(state.decision.options.random(Random(1)))
        if state.plans[0] is not None:
            break
    for county, owner in enumerate(state.owner):
        if owner == 1 and state.owner.count(1) > 3:
            state.owner[county] = NEUTRAL
            state.supply[1] += state.armies[county]
            state.armies[county] = 0
    state.decision = None
    state.agenda = [*state.book.season[:3], ("plans",)]
    state.advance()
    assert state.decision is not None
    assert state.decision.kind == "declare"
    view = state.view(0)
    drawn = view.sample(Random(1))
    assert drawn.view(0) == view
    assert drawn.plans[0] == state.plans[0]
    assert finish(drawn, Random(1)).phase == OVER
