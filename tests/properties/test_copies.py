"""A copy never changes with its original, nor the original with it."""

from random import Random

import pytest

from tests.properties.photo import frozen, photo
from tests.properties.players import Table, finish, moments, name_of, random_choice, some_tables, start
from wallenstein.core.chance import FreeChance
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.state import State

GAMES = some_tables(36)
IDS = [f"{name_of(table)}-{seed}" for table, seed in GAMES]


@pytest.mark.parametrize(("table", "seed"), GAMES, ids=IDS)
def test_a_copy_is_equal_and_playing_it_leaves_the_original_alone(table: Table, seed: int) -> None:
    for state in moments(table, seed, every=20):
        before = photo(state)
        copy = state.copy(FreeChance(Random(seed)))
        assert photo(copy, journal=False) == photo(state, journal=False)
        finish(copy, Random(seed))
        assert photo(state) == before


@pytest.mark.parametrize(("table", "seed"), GAMES, ids=IDS)
def test_copies_do_not_change_as_the_original_is_played_on(table: Table, seed: int) -> None:
    kept = [
        (copy := state.copy(), photo(copy), [photo(state, journal=False)]) for state in moments(table, seed, every=10)
    ]
    for copy, before, then in kept:
        assert photo(copy) == before
        assert photo(copy, journal=False) == then[0]


def test_a_game_that_is_copied_often_goes_on_as_if_it_never_was() -> None:
    for table, seed in GAMES[:18]:
        plain = finish(start(table, seed), stream(seed, "players"))

        def copied(state: State) -> None:
            finish(state.copy(FreeChance(Random(1))), Random(2)) if state.decision and state.slot == 5 else state.copy()

        watched = finish(start(table, seed), stream(seed, "players"), copied)
        assert watched.journal == plain.journal
        assert photo(watched) == photo(plain)


@pytest.mark.parametrize(("table", "seed"), GAMES[:18], ids=IDS[:18])
def test_a_copy_shares_no_list_with_its_original(table: Table, seed: int) -> None:
    for state in moments(table, seed, every=15):
        copy = state.copy()
        for name, value in ((name, getattr(state, name)) for name in State.__slots__):
            if isinstance(value, list) and name != "journal":
                assert getattr(copy, name) is not value, name
                before = frozen(value)
                getattr(copy, name).append(99)
                assert frozen(value) == before, name
        if state.draft is not None and copy.draft is not None:
            before = frozen(state.draft)
            copy.draft.opened.clear()
            copy.draft.pile.clear()
            copy.draft.groups[0].append(9)
            copy.draft.seen[0] = (1, 2)
            assert frozen(state.draft) == before


def test_two_copies_with_equal_chance_and_choices_reach_the_same_end() -> None:
    for table, seed in GAMES[:18]:
        for state in moments(table, seed, every=40):
            ends = [finish(state.copy(FreeChance(Random(5))), Random(6)) for _ in range(2)]
            assert photo(ends[0]) == photo(ends[1])


def test_the_photo_shows_every_change() -> None:
    """The test of the tests: whatever field changes, two photographs differ."""
    state = start(*GAMES[3])
    for name, value in ((name, getattr(state, name)) for name in State.__slots__):
        if isinstance(value, list):
            before = photo(state)
            value.append(7)
            assert photo(state) != before, name
            value.pop()
        elif isinstance(value, int):
            before = photo(state)
            setattr(state, name, value + 1)
            assert photo(state) != before, name
    decision = state.decision
    assert isinstance(decision, Decision)
    before = photo(state)
    state.apply(random_choice(decision, Random(1)))
    assert photo(state) != before
