"""Card luck does not depend on the players, the tower or the expansions: same seed, same cards."""

from itertools import groupby
from random import Random
from typing import Any

from tests.properties.players import BASE, BOTH, COURT, LANDSKNECHTE, Table, at_every_table, finish, start
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules

CARDS = ("counties", "events", "season", "actions", "tiles", "event")
SEASONS = 6


def shown(state: State, *names: str) -> list[tuple[Any, ...]]:
    """The journal's entries of these names, in order."""
    return [entry for entry in Wallenstein().event_log(state) if entry[0] in names]


def play_timidly(state: State) -> State:
    """Covers as little as may be, bids nothing, never moves more than it must."""
    while (decision := state.decision) is not None:
        plan = decision.kind == "plan"
        state.apply(decision.options.repair(Plan((-1,) * 10, 0)) if plan else decision.options[0])
    return state


@at_every_table(range(3), range(100, 110))
def test_the_same_seed_shows_the_same_cards_to_other_players(table: Table, seeds: range) -> None:
    names = (*CARDS, "order") if table[0].edition == "first" else CARDS  # F2, F4: there the order is drawn
    for seed in seeds:
        games = [finish(start(table, seed), Random(player)) for player in range(3)]
        games.append(play_timidly(start(table, seed)))
        cards = [shown(game, *names) for game in games]
        drawn = [entry[0] for entry in cards[0]]
        assert drawn.count("actions") == SEASONS
        assert drawn.count("order") == (SEASONS + 1 if "order" in names else 0)
        assert cards[0] == cards[1] == cards[2] == cards[3]
        assert shown(games[0], "throw") != shown(games[1], "throw")  # the games themselves went another way


@at_every_table(range(4), at=(*BASE, *COURT, *LANDSKNECHTE, *BOTH))
def test_a_seed_shows_the_same_cards_with_any_tower_and_any_expansion(table: Table, seeds: range) -> None:
    rules, players = table
    base = (Rules(setup=rules.setup), players)
    for seed in seeds:
        plain, other = finish(start(base, seed), Random(1)), finish(start(table, seed), Random(2))
        assert shown(plain, *CARDS) == shown(other, *CARDS)


@at_every_table(range(1, 2))
def test_another_seed_shows_other_cards(table: Table, seeds: range) -> None:
    for seed in seeds:
        one, other = (shown(finish(start(table, s), Random(1)), *CARDS) for s in (seed, seed + 1))
        assert one != other


def test_favors_do_not_depend_on_the_players_nor_on_the_landsknechte() -> None:
    court, both = COURT[0], BOTH[0]
    for seed in range(4):
        games = [finish(start(table, seed), Random(player)) for player in range(2) for table in (court, both)]
        favors = [shown(game, "favors") for game in games]
        assert [name for name, _ in groupby(favors)] == [favors[0]]
        taken = [shown(game, "favor") for game in games]
        assert taken[0] != taken[2]
    assert shown(finish(start(court, 9), Random(1)), "favors") != favors[0]
