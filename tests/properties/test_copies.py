"""A copy never changes with its original, nor the original with it."""

from random import Random

import pytest

from tests.attributes import attributes
from tests.properties.photo import lists, photo
from tests.properties.players import ONE_EACH, Table, at_every_table, finish, moments, name_of, random_choice, start
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.tower.models import FreeTowerChance


@at_every_table(range(2), range(100, 104))
def test_a_copy_is_equal_and_playing_it_leaves_the_original_alone(table: Table, seeds: range) -> None:
    for state, _ in moments(table, seeds, every=20):
        before = photo(state)
        copy = state.copy(FreeTowerChance(Random(1)))
        assert photo(copy, journal=False) == photo(state, journal=False)
        finish(copy, Random(2))
        assert photo(state) == before


@at_every_table(range(2, 4), range(104, 108))
def test_copies_do_not_change_as_the_original_is_played_on(table: Table, seeds: range) -> None:
    for seed in seeds:
        kept = [
            (copy := state.copy(), photo(copy), photo(state, journal=False))
            for state, _ in moments(table, range(seed, seed + 1), every=10)
        ]
        for copy, before, then in kept:
            assert photo(copy) == before
            assert photo(copy, journal=False) == then


@at_every_table(range(4, 5))
def test_a_game_that_is_copied_often_goes_on_as_if_it_never_was(table: Table, seeds: range) -> None:
    def copied(state: State) -> None:
        if state.decision and state.slot == 5:
            finish(state.copy(FreeTowerChance(Random(1))), Random(2))
        else:
            state.copy()

    for seed in seeds:
        plain = finish(start(table, seed), stream(seed, "players"))
        watched = finish(start(table, seed), stream(seed, "players"), copied)
        assert watched.journal == plain.journal
        assert photo(watched) == photo(plain)


@at_every_table(range(5, 6))
def test_a_copy_shares_no_list_with_its_original(table: Table, seeds: range) -> None:
    for state, _ in moments(table, seeds, every=15):
        copy = state.copy()
        before = photo(state)
        for (name, value), (_, copied) in zip(lists(state), list(lists(copy)), strict=True):
            assert value is not copied, name
            copied.append(99)
        assert photo(state) == before


@at_every_table(range(6, 7))
def test_two_copies_with_equal_chance_and_choices_reach_the_same_end(table: Table, seeds: range) -> None:
    for state, _ in moments(table, seeds, every=40):
        ends = [finish(state.copy(FreeTowerChance(Random(5))), Random(6)) for _ in range(2)]
        assert photo(ends[0]) == photo(ends[1])


@pytest.mark.parametrize("table", ONE_EACH, ids=name_of)
def test_the_photo_shows_every_change(table: Table) -> None:
    """The test of the tests: whatever field changes, two photographs differ."""
    state = start(table, 3)
    before = photo(state)
    for name, value in lists(state):
        value.append(7)
        assert photo(state) != before, name
        value.pop()
    for name in attributes(State):
        if isinstance(value := getattr(state, name), int):
            setattr(state, name, value + 1)
            assert photo(state) != before, name
            setattr(state, name, value)
    assert photo(state) == before
    assert state.decision is not None
    state.apply(random_choice(state.decision, Random(1)))
    assert photo(state) != before
