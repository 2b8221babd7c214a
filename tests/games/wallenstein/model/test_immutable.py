"""W29: what a bot is given holds facts alone: nothing in it can be changed in place, and no rule can be called."""

import dataclasses
from types import MappingProxyType
from typing import Any

import pytest

from tests.properties.players import ONE_EACH, Table, moments, name_of

PLAIN = (int, float, str, bytes, bool, type(None))


def changeable(value: Any, path: str) -> list[str]:
    """The places below a value that hold something that can be changed, or a function."""
    if isinstance(value, PLAIN):
        return []
    if isinstance(value, tuple):
        return [found for place, part in enumerate(value) for found in changeable(part, f"{path}[{place}]")]
    if isinstance(value, MappingProxyType):
        return [found for key, part in value.items() for found in changeable(part, f"{path}[{key}]")]
    if getattr(getattr(value, "__dataclass_params__", None), "frozen", False):
        names = [field.name for field in dataclasses.fields(value)]
        return [found for name in names for found in changeable(getattr(value, name), f"{path}.{name}")]
    return [f"{path}: {type(value).__name__}"]


@pytest.mark.parametrize("table", ONE_EACH, ids=name_of)
def test_w29_nothing_below_a_view_can_be_changed(table: Table) -> None:
    for state, decision in moments(table, range(2, 3), every=20):
        assert changeable(state.view(decision.seat), "view") == []


@pytest.mark.parametrize("thing", [[1], {"a": 1}, {1}, len, changeable, object()])
def test_the_search_finds_what_can_be_changed(thing: Any) -> None:
    assert changeable((1, (thing,)), "view") == [f"view[1][0]: {type(thing).__name__}"]
