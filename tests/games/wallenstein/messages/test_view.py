"""A view as a document: the position wherever it is not null, and null where W29 hides."""

import json
from random import Random
from typing import Any

from tests.properties.hiding import hide_otherwise
from tests.properties.players import Table, at_every_table, finish, moments, start
from wallenstein.games.wallenstein.messages import view_document
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, COURT, PLAN
from wallenstein.games.wallenstein.position.document import write_position

OPEN_ACTIONS = 5


def agrees(seen: Any, true: Any) -> bool:
    """Whether everything that is seen is true; null may stand for anything, and a list may be shorter by nulls."""
    if seen is None:
        return True
    if isinstance(seen, dict):
        return isinstance(true, dict) and all(
            value is None or agrees(value, true.get(key)) for key, value in seen.items()
        )
    if isinstance(seen, list):
        hidden = [None] * (len(seen) - len(true))
        return all(agrees(*pair) for pair in zip(seen, [*true, *hidden], strict=False))
    return bool(seen == true)


def nulls(seen: Any, true: Any, path: str = "") -> set[str]:
    """Where the view has null, or nothing, and the position has something."""
    if isinstance(true, dict):
        members = seen if isinstance(seen, dict) else {}
        found = [nulls(members.get(key), value, f"{path}.{key}" if path else key) for key, value in true.items()]
    elif isinstance(true, list):
        items = seen if isinstance(seen, list) else []
        items = [*items, *[None] * (len(true) - len(items))]
        found = [nulls(*pair, f"{path}.{place}") for place, pair in enumerate(zip(items, true, strict=False))]
    else:
        return {path} if seen is None and true is not None else set()
    return set().union(*found)


def hidden(state: State, seat: int) -> set[str]:
    """The places of a position that this seat may not know (W29), as far as something lies there."""
    true = write_position(state)
    slot = state.slot if state.phase == ACTION else 0
    found = {f"actions.{place}" for place in range(OPEN_ACTIONS + slot, len(true.get("actions", ())))}
    if state.draft is not None:
        found |= {f"draft.pile.{place}" for place in range(len(state.draft.pile) - state.draft.buried)}
    for other, plan in enumerate(true["plans"]):
        if other != seat and plan is not None:
            found |= covered(state, other, plan)
    if state.phase == PLAN and "agenda" in true:
        found |= nulls(None, true["agenda"], "agenda")
    return found


def covered(state: State, seat: int, plan: dict[str, Any]) -> set[str]:
    """What still lies face down of another seat's plan."""
    if state.phase == PLAN:
        return nulls(None, plan, f"plans.{seat}")
    found = {f"plans.{seat}.actions.{ACTIONS[action]}" for action in range(len(ACTIONS))}
    if state.phase == ACTION:
        turned = state.actions[: state.slot + (seat in state.order[: state.seats_done + 1])]
        found -= {f"plans.{seat}.actions.{ACTIONS[action]}" for action in turned}
    if state.phase < COURT:
        found |= {f"plans.{seat}.court.{size}" for size in "321"}
    return found & nulls(None, plan, f"plans.{seat}")


@at_every_table(range(4, 5), range(100, 102))
def test_w29_a_view_is_the_position_but_for_what_is_hidden(table: Table, seeds: range) -> None:
    compared = 0
    for state, _ in moments(table, seeds, every=4):
        for seat in range(state.book.players):
            seen, true = json.loads(json.dumps(view_document(state.view(seat)))), write_position(state)
            declared = seen.pop("declared", None)
            assert (declared is not None) == (table[0].edition == "first")
            assert agrees(seen, true)
            assert nulls(seen, true) == hidden(state, seat)
            assert [key for key in seen if key in true] == [key for key in true if key in seen], "another order of keys"
            assert set(seen) - set(true) <= {"agenda"}
            compared += 1
    assert compared > 10


@at_every_table(range(5, 6), range(100, 102))
def test_w29_a_view_never_differs_where_hidden_things_do(table: Table, seeds: range) -> None:
    rng, changed = Random(1), 0
    for state, decision in moments(table, seeds, every=5):
        seen = view_document(state.view(decision.seat))
        other = state.copy()
        changed += hide_otherwise(other, decision.seat, rng)
        assert view_document(other.view(decision.seat)) == seen
    assert changed > 2


@at_every_table(range(2, 3))
def test_at_the_end_everything_is_open(table: Table, seeds: range) -> None:
    state = finish(start(table, 2), Random(2))
    seen = view_document(state.view(0))
    seen.pop("declared", None)
    assert seen == write_position(state)
    assert len(seen["result"]) == table[1]


@at_every_table(range(6, 7))
def test_boxes_declared_empty_are_named(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=9):
        seen = view_document(state.view(decision.seat)).get("declared", [])
        assert seen == ([[ACTIONS[box] for box in empty] for empty in state.declared] if seen else [])
        assert bool(seen) == (table[0].edition == "first")
