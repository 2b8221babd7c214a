"""Copies, and positions of every decision: both are the same state again."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.attributes import attributes
from tests.games.sixteen_thirty.properties.games import at_every_table, finish, moments, photo, start
from wallenstein.core.chance import FreeChance
from wallenstein.core.documents import Json
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.position import read_position, write_position

pytestmark = pytest.mark.slow

SEEN = ("scores", "known", "shown")  # what everybody has seen is not part of a position


@at_every_table(2, 10)
def test_copies_are_equal_and_independent(players: int, seeds: range) -> None:
    for state, _ in moments(players, seeds, every=40):
        before = photo(state)
        one, other = (state.copy(FreeChance(Random(5))) for _ in range(2))
        assert photo(one) == before
        for name in attributes(State):
            value = getattr(one, name)
            if isinstance(value, list):
                assert value is not getattr(state, name)
        assert photo(finish(one, Random(6))) == photo(finish(other, Random(6)))
        assert photo(state) == before


def test_a_copy_without_chance_cannot_draw() -> None:
    copy = start(3, 1).copy()
    with pytest.raises(RuntimeError, match="has no chance to draw"):
        finish(copy, Random(1))


@at_every_table(5, 40)
def test_the_position_of_every_decision_reads_back_to_the_same_state(players: int, seeds: range) -> None:
    for state, _ in moments(players, seeds, every=2):
        text = json.dumps(write_position(state))
        read = read_position(Json(json.loads(text)), Path())
        assert json.dumps(write_position(read)) == text
        read.advance()  # to the question, without any chance
        before, after = photo(state), photo(read)
        for name in SEEN:
            before.pop(name)
            after.pop(name)
        before["discard"], after["discard"] = sorted(before["discard"]), sorted(after["discard"])
        assert after == before


@at_every_table(2)
def test_the_position_of_a_finished_game_reads_back(players: int, seeds: range) -> None:
    for seed in seeds:
        state = finish(start(players, seed), Random(seed))
        document = write_position(state)
        read = read_position(Json(document), Path())
        assert write_position(read) == document
        assert document["result"] == [{"seat": seat, "rank": rank, "vp": vp} for seat, rank, vp in state.result()]
