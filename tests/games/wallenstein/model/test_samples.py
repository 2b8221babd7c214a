"""Samples in which rivals have planned what is said of them, and the same sample dealt anew."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.properties.supplies import shortfalls
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BLANK, UNSEEN
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules

TABLES = (
    Rules(),
    Rules(setup="draft"),
    Rules(edition="first"),
    Rules(expansions=("emperors-court", "landsknechte")),
)
of_each = pytest.mark.parametrize("rules", TABLES, ids=["second", "draft", "first", "expansions"])


def moments(rules: Rules, every: int = 5) -> Iterator[State]:
    """Some moments of a random game."""
    state, rng, number = new_game(rules, 4, seeded(6)), Random(2), 0
    while state.decision is not None:
        if number % every == 0:
            yield state
        state.make(state.decision.random(rng))
        number += 1


def asked(state: State) -> int:
    """The seat that decides."""
    assert state.decision is not None
    return state.decision.seat


@of_each
def test_a_sample_dealt_anew_shows_its_seat_the_same(rules: Rules) -> None:
    dealt = set()
    for state in moments(rules):
        view = state.view(asked(state))
        first = view.sample(Random(1))
        before = tuple(first.plans), tuple(first.actions)
        for seed in (2, 3):
            again = view.resample(first, Random(seed))
            assert again.view(view.seat) == view
            assert shortfalls(again) == []
            dealt.add((tuple(again.plans), tuple(again.actions)))
        assert (tuple(first.plans), tuple(first.actions)) == before
    assert len(dealt) > 20


@of_each
def test_rivals_have_planned_what_is_said_of_them(rules: Rules) -> None:
    told = 0
    for state in moments(rules, every=1):
        decision = state.decision
        if decision is None or decision.kind != "plan":
            continue
        view, rival = state.view(decision.seat), (decision.seat + 1) % 4
        said = view.offer(rival).random(Random(told))
        drawn = view.sample(Random(1), {rival: said})
        if drawn.plans[rival] is not None:  # in the first edition boxes are declared empty before
            assert drawn.plans[rival] == said
            called = view.resample(drawn, Random(2), {rival: lambda state, seat, rng, plan=said: plan})
            assert called.plans[rival] == said
            told += 1
    assert told > 10


def test_of_what_is_said_only_face_down_boxes_are_taken() -> None:
    """With the true plans for all rivals, a sample has these plans wherever they can still be."""
    same = boxes = 0
    for state in moments(Rules(), every=1):
        view = state.view(asked(state))
        if not any(plan is not None and UNSEEN in plan.boxes for plan in view.plans):
            continue
        true: dict[int, Any] = {seat: plan for seat, plan in enumerate(state.plans) if plan is not None}
        drawn = view.resample(view.sample(Random(1), true), Random(2), true)
        assert drawn.view(view.seat) == view
        for seat, plan in true.items():
            same += sum(one == other for one, other in zip(drawn.plans[seat].boxes, plan.boxes, strict=True))
            boxes += len(plan.boxes)
    assert same / boxes > 0.98, "only cards of counties that were lost meanwhile can be missing"


def test_a_plan_that_cannot_lie_there_is_not_believed() -> None:
    for state in moments(Rules()):
        view = state.view(asked(state))
        foreign = Plan((view.mine()[0] if view.mine() else BLANK, *[BLANK] * 9))
        drawn = view.sample(Random(1), {seat: foreign for seat in range(4) if view.plans[seat] is not None})
        assert drawn.view(view.seat) == view
        assert shortfalls(drawn) == []


@of_each
def test_a_view_tells_what_each_seat_may_plan(rules: Rules) -> None:
    for state in moments(rules):
        view = state.view(asked(state))
        for seat in range(4):
            mine, theirs = view.offer(seat), state.functions.offer(state, seat)
            assert (mine.counties, mine.payable, mine.short) == (theirs.counties, theirs.payable, theirs.short)
        assert view.offer().seat == view.seat
