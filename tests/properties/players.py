"""Whole games for the properties: every way to set a table, and players that choose at random."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final

from wallenstein.core.chance import Chance
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.new_game import PLAYERS, new_game, seeded
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.rules import SETUPS, Rules
from wallenstein.games.wallenstein.state import State
from wallenstein.games.wallenstein.tower import TOWERS

from . import HERE

Table = tuple[Rules, int]  # the rules, and how many play

RULES: Final = tuple(
    rules_from({"setup": setup, "tower": tower}, HERE)
    for setup, tower in product(SETUPS, sorted(TOWERS))
    if tower in ("sieve", "baffles", "open")
)
TABLES: Final[tuple[Table, ...]] = tuple(product(RULES, PLAYERS))


def random_choice(decision: Decision, rng: Random) -> Any:
    """Any legal choice; the first and the last of the list more often, so that great armies march and wait."""
    if decision.kind == "plan":
        return decision.options.random(rng)
    last = len(decision.options) - 1
    return decision.options[min(last, max(0, int(rng.random() * 1.5 * (last + 1)) - (last + 1) // 4))]


def start(table: Table, seed: int, chance: Chance | None = None) -> State:
    """A new game at this table, its journal open."""
    rules, players = table
    return new_game(rules, players, chance or seeded(seed), journal=True)


def finish(state: State, rng: Random, each: Callable[[State], None] | None = None) -> State:
    """Plays on at random to the end; `each` sees the state after every decision."""
    while (decision := state.decision) is not None:
        state.apply(random_choice(decision, rng))
        if each is not None:
            each(state)
    return state


def moments(table: Table, seed: int, every: int) -> Iterator[State]:
    """One game at random, seen at a decision now and then, `every` decisions apart on average."""
    rng = stream(seed, "players")
    state = start(table, seed)
    while (decision := state.decision) is not None:
        if rng.random() * every < 1:
            yield state
        state.apply(random_choice(decision, rng))


def some_tables(games: int, first: int = 0) -> list[tuple[Table, int]]:
    """So many games, each with its seed, spread evenly over all tables."""
    return [(TABLES[seed % len(TABLES)], seed) for seed in range(first, first + games)]


def name_of(table: Table) -> str:
    """How a test of this table is called."""
    rules, players = table
    return f"{players}-{rules.setup}-{dict(rules.tower_options)['model']}"
