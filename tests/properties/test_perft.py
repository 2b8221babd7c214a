"""Positions reached in so many decisions: as many as ever."""

import json
from typing import Any

import pytest

from tests.properties.perft import FILE, count, starts
from wallenstein.games import find_game

STARTS = dict(starts())
COUNTS = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "position"), STARTS.items(), ids=STARTS)
def test_as_many_positions_are_reached_as_before(name: str, position: dict[str, Any]) -> None:
    """If a change of the rules is meant, write the counts anew: python -m tests.properties.perft"""
    assert count(position) == COUNTS[name]


def test_every_kind_of_decision_is_counted() -> None:
    counted = {key for depths in COUNTS.values() for depth in depths for key in depth}
    assert counted == {"positions", *find_game("wallenstein").kinds}
    assert list(COUNTS) == list(STARTS)
