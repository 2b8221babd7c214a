"""Moments of random games, for tests of the search."""

from collections.abc import Iterator
from random import Random

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules


def moments(kind: str, rules: Rules | None = None, seeds: range = range(2)) -> Iterator[State]:
    """Copies of a few games at their decisions of that kind."""
    for seed in seeds:
        state, rng = new_game(rules or Rules(), 4, seeded(seed)), Random(seed)
        while (decision := state.decision) is not None:
            if decision.kind == kind:
                yield state.copy(state.free_chance(Random(seed)))
            state.make(decision.random(rng))
