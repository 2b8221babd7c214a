"""With the expansions, too, a copy never changes with its original, nor the original with it."""

from random import Random

import pytest

from tests.properties.expansions import EXPANDED, name_of
from tests.properties.photo import frozen, photo
from tests.properties.players import Table, finish, moments
from wallenstein.core.chance import FreeChance


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_copy_is_equal_and_playing_it_leaves_the_original_alone(table: Table) -> None:
    for state in moments(table, 3, every=25):
        before = photo(state)
        copy = state.copy(FreeChance(Random(1)))
        assert photo(copy, journal=False) == photo(state, journal=False)
        finish(copy, Random(2))
        assert photo(state) == before


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_copy_shares_no_list_with_its_original(table: Table) -> None:
    for state in moments(table, 4, every=25):
        copy = state.copy()
        before = photo(state)
        copy.landsknechte.append(9)
        if copy.court is not None:
            for values in vars(copy.court).values():
                values.append(9)
        assert photo(state) == before


def test_the_photo_shows_every_change_at_court() -> None:
    """The test of the tests."""
    state = next(moments(EXPANDED[0], 1, every=1))
    assert state.court is not None
    for values in vars(state.court).values():
        before = frozen(state.court)
        values.append(9)
        assert frozen(state.court) != before
