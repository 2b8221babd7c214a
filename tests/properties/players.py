"""Whole games for the properties: every way to set a table, and players that choose at random."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Final

from tests.properties import HERE
from tests.together import together
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import PLAYERS, new_game, seeded
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.rules import SETUPS, Rules
from wallenstein.games.wallenstein.tower.models import TowerChance

Table = tuple[Rules, int]  # the rules, and how many play


def tables(*options: dict[str, Any]) -> tuple[Table, ...]:
    """A table for each of these ways to play, each set-up, and each number of players."""
    return tuple(
        (rules_from({**way, "setup": setup}, HERE), players)
        for setup, way, players in product(SETUPS, options, PLAYERS)
    )


BASE: Final = tables({"tower": "baffles"}, {"tower": "open"}, {"tower": "sieve"})
FIRST: Final = tables({"edition": "first"})
MANUAL: Final = tables({"edition": "first", "variant": "manual"})
COURT: Final = tables({"expansions": ["emperors-court"]})
LANDSKNECHTE: Final = tables({"expansions": ["landsknechte"]})
BOTH: Final = tables({"expansions": ["emperors-court", "landsknechte"]})
GAMES: Final = (BASE, FIRST, MANUAL, COURT, LANDSKNECHTE, BOTH)
TABLES: Final[tuple[Table, ...]] = tuple(table for game in GAMES for table in game)
ONE_EACH: Final = tuple(game[-2] for game in GAMES)  # four draft


def way_of(table: Table) -> str:
    """The edition, the expansions or the tower of this table."""
    rules, _ = table
    if rules.edition == "first":
        return rules.variant or rules.edition
    return "-".join(name[:5] for name in rules.expansions) or str(dict(rules.tower_options)["model"])


def name_of(table: Table) -> str:
    """How a test of this table is called."""
    rules, players = table
    return f"{players}-{rules.setup}-{way_of(table)}"


def by_way(at: Sequence[Table], *seeds: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Each of these tables with each of these seeds, by the way to play."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table in at:
        found.setdefault(way_of(table), []).extend((f"{name_of(table)}, {seed}", table, seed) for seed in seeds)
    return found


def at_every_table(
    seeds: range, more: range | None = None, at: tuple[Table, ...] = TABLES
) -> Callable[[Callable[[Table, range], None]], Any]:
    """Runs a test of (table, seeds) at every table with these seeds, and, in the long suite, with more."""
    return together(by_way(at, seeds), by_way(at, more) if more is not None else None)


def random_choice(decision: Decision, rng: Random) -> Any:
    """Any legal choice; the first and the last of the list more often, so that great armies march and wait."""
    if decision.kind == "plan":
        return decision.options.random(rng)
    last = len(decision.options) - 1
    return decision.options[min(last, max(0, int(rng.random() * 1.5 * (last + 1)) - (last + 1) // 4))]


def start(table: Table, seed: int, chance: TowerChance | None = None) -> State:
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


def moments(table: Table, seeds: range, every: int) -> Iterator[tuple[State, Decision]]:
    """Games at random, each seen at a decision now and then, `every` decisions apart on average."""
    for seed in seeds:
        rng = stream(seed, "players")
        state = start(table, seed)
        while (decision := state.decision) is not None:
            if rng.random() * every < 1:
                yield state, decision
            state.apply(random_choice(decision, rng))
