"""Card luck does not depend on the expansions: with the court and without, a seed shows the same cards."""

from itertools import groupby
from random import Random
from typing import Any

import pytest

from tests.properties.expansions import EXPANDED, name_of
from tests.properties.players import Table, finish, start
from tests.properties.test_luck import CARDS
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.state import State


def shown(state: State, *names: str) -> list[tuple[Any, ...]]:
    """The journal's entries of these names."""
    return [entry for entry in state.journal or () if entry[0] in names]


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_seed_shows_the_same_cards_as_in_the_base_game(table: Table) -> None:
    rules, players = table
    base = (Rules(setup=rules.setup), players)
    for seed in range(4):
        plain, expanded = finish(start(base, seed), Random(1)), finish(start(table, seed), Random(2))
        assert shown(plain, *CARDS) == shown(expanded, *CARDS)


def test_favors_do_not_depend_on_the_players_nor_on_the_landsknechte() -> None:
    court, both = EXPANDED[0], EXPANDED[12]
    assert both[0].expansions == ("emperors-court", "landsknechte")
    for seed in range(4):
        games = [finish(start(table, seed), Random(player)) for player in range(2) for table in (court, both)]
        favors = [shown(game, "favors") for game in games]
        assert [name for name, _ in groupby(favors)] == [favors[0]]
        taken = [shown(game, "favor") for game in games]
        assert taken[0] != taken[2]
    assert shown(finish(start(court, 9), Random(1)), "favors") != favors[0]
