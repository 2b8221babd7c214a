"""W29: a view tells what its seat may know and nothing else."""

from random import Random
from typing import Any

from tests.properties.hiding import hide_otherwise
from tests.properties.photo import lists
from tests.properties.players import Table, at_every_table, moments
from wallenstein.games.wallenstein.names import ACTION, COURT, ORDER, PLAN

SECRET = ("agenda", "plans", "actions", "draft.pile")  # shown in part, or in another form
NUMBERS = ("year", "season", "slot", "seats_done", "event")


@at_every_table(range(5, 6), range(100, 102))
def test_w29_a_view_does_not_change_with_what_is_hidden(table: Table, seeds: range) -> None:
    rng = Random(1)
    changed = 0
    for state, _ in moments(table, seeds, every=2):
        for seat in range(state.book.players):
            view = state.view(seat)
            for _ in range(2):
                other = state.copy()
                changed += hide_otherwise(other, seat, rng)
                assert other.view(seat) == view
    assert changed > 50


@at_every_table(range(5, 6))
def test_w29_a_view_changes_with_what_is_open(table: Table, seeds: range) -> None:
    """The test of the test above: everything on the table is in the view."""
    for state, _ in moments(table, seeds, every=20):
        view = state.view(0)
        for name in (name for name, _ in lists(state) if name not in SECRET):
            other = state.copy()
            values = dict(lists(other))[name]
            if values and isinstance(values[0], int):
                values[0] += 1
            else:
                values.append([] if values and isinstance(values[0], list) else ())
            assert other.view(0) != view, name
        for name in NUMBERS:
            other = state.copy()
            setattr(other, name, getattr(other, name) + 1)
            assert other.view(0) != view, name


@at_every_table(range(3, 4))
def test_w29_bids_and_court_boxes_are_open_once_they_are_revealed_and_not_before(table: Table, seeds: range) -> None:
    seen = set()
    for state, decision in moments(table, seeds, every=1):
        seat = decision.seat
        shown = [plan for other, plan in enumerate(state.view(seat).plans) if other != seat]
        laid = [plan for other, plan in enumerate(state.plans) if other != seat]
        if state.phase == PLAN:
            assert shown == [None] * len(shown)
        elif ORDER <= state.phase <= ACTION:
            assert [plan and plan.bid for plan in shown] == [plan and plan.bid for plan in laid]
            courts = [plan.court if plan and state.phase >= COURT else () for plan in laid]
            assert [plan.court if plan else () for plan in shown] == courts
        seen.add(decision.kind)
    assert {"plan", "march"} <= seen


@at_every_table(range(3, 4))
def test_w29_a_view_has_no_way_back_to_the_state(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=20):
        for value in state.view(decision.seat):
            assert immutable(value), value


def immutable(value: Any) -> bool:
    """Nothing in it can be changed; the book is the same for every state of a game."""
    if isinstance(value, tuple):
        return all(immutable(part) for part in value)
    return value is None or isinstance(value, int | str) or type(value).__name__ == "Book"
