"""Each reference bot plays the idea that its docstring tells."""

from functools import cache, partial
from typing import Any

import pytest

from tests.bots.reference.family import FIELD, bot_class, entries, play, rotated
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import COMBAT_A, DONE, POST
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

TABLE = (*FIELD, "random")
BLOCKS = 8


@cache
def games() -> tuple[tuple[list[str], State], ...]:
    """Games of all styles at one table, every bot in every seat."""
    seatings = [(seed, rotated(TABLE, by)) for seed in range(BLOCKS) for by in range(len(TABLE))]
    return tuple((names, play(names, seed)) for seed, names in seatings)


def count(name: str, kind: str, seat: int) -> int:
    """How many journal entries of a kind a bot has; `seat` is the place of the seat in the entry."""
    return sum(names[entry[seat]] == name for names, state in games() for entry in entries(state, kind))


def attacks(name: str) -> int:
    """Marches into land that was not the bot's own."""
    return count(name, "battle", 1)


def built(name: str) -> int:
    """Palaces, churches and posts that the bot has built."""
    actions = [(names[e[2]], e) for names, state in games() for e in entries(state, "action")]
    return sum(who == name and e[3] <= POST and e[5] == DONE for who, e in actions)


def planned_battles(name: str) -> int:
    """Combat boxes with a county on them."""
    plans = [(names[e[1]], e[2]) for names, state in games() for e in entries(state, "plan")]
    return sum(box >= 0 for who, boxes in plans if who == name for box in boxes[COMBAT_A:])


def test_the_settler_attacks_least_and_builds_more_than_the_warlord() -> None:
    assert attacks("settler") * 10 < attacks("warlord")
    assert attacks("settler") <= attacks("miller")
    assert built("settler") > built("warlord")


def test_the_warlord_fights_most_and_wins_most_of_its_battles() -> None:
    assert planned_battles("warlord") > 2 * planned_battles("miller")
    battles = [e for names, state in games() for e in entries(state, "battle") if names[e[1]] == "warlord"]
    assert sum(e[8] == 0 for e in battles) > 0.6 * len(battles)


def test_the_miller_rarely_starves() -> None:
    hungry = {name: count(name, "hunger", 1) for name in TABLE}
    winters = 2 * len(games())
    assert hungry["miller"] < 0.1 * winters
    assert hungry["miller"] <= min(hungry.values())


def test_the_miller_attacks_nobody_unless_it_must() -> None:
    battles = [e for names, state in games() for e in entries(state, "battle") if names[e[1]] == "miller"]
    assert sum(e[3] >= 0 for e in battles) < 0.2 * len(battles)


@pytest.mark.parametrize("name", FIELD)
def test_no_two_styles_lay_the_same_plans(name: str) -> None:
    plans = {bot: tuple(entries(play([bot, "random", "random"], 3), "plan")) for bot in (*FIELD, "regent")}
    assert all(plans[name] != other for bot, other in plans.items() if bot != name)


def test_a_regent_bids_only_in_the_seasons_that_it_is_told() -> None:
    regent: Any = bot_class("regent")
    fall_only = partial(regent, bids=("fall",))
    bids = [e for e in entries(play([fall_only, regent, regent], 1), "plan") if e[1] == 0]
    assert len(bids) == 6
    made = [entry[3] > 0 for entry in bids]  # by season, of two years
    assert not any(made[season] for season in (0, 1, 3, 4))
    assert made[2] or made[5]


def test_a_regent_without_memory_takes_the_tower_for_an_even_mixture() -> None:
    regent: Any = bot_class("regent")
    forgetful = regent(memory=False)
    state = new_game(Rules(), 3, seeded(4))
    view = state.view(0)
    assert len(set(view.tower)) > 1
    seen = forgetful.outlook(view).view.tower
    assert sum(seen) == sum(view.tower)
    assert max(seen) - min(seen) <= 1
    assert regent().outlook(view).view is view
