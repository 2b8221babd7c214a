"""Card luck does not depend on the bots: same seed, other choices, same cards."""

from random import Random
from typing import Any

import pytest

from tests.properties.players import TABLES, Table, finish, name_of, start
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.state import State

CARDS = ("counties", "events", "season", "actions", "tiles", "event")


def cards_of(state: State) -> list[tuple[Any, ...]]:
    """Everything that cards showed, in order."""
    assert state.journal is not None
    return [entry for entry in state.journal if entry[0] in CARDS]


def play_timidly(state: State) -> State:
    """Covers as little as may be, bids nothing, never moves more than it must."""
    while (decision := state.decision) is not None:
        plan = decision.kind == "plan"
        state.apply(decision.options.repair(Plan((-1,) * 10, 0)) if plan else decision.options[0])
    return state


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_the_same_seed_shows_the_same_cards_to_other_players(table: Table) -> None:
    for seed in range(3):
        games = [finish(start(table, seed), Random(player)) for player in range(3)]
        games.append(play_timidly(start(table, seed)))
        shown = [cards_of(game) for game in games]
        assert [entry[0] for entry in shown[0]].count("actions") == 6
        assert shown[0] == shown[1] == shown[2] == shown[3]
        fought = [[entry for entry in game.journal or () if entry[0] == "throw"] for game in games]
        assert fought[0] != fought[1]  # the games themselves went another way


def test_another_seed_shows_other_cards() -> None:
    one, other = (cards_of(finish(start(TABLES[0], seed), Random(1))) for seed in (1, 2))
    assert one != other
