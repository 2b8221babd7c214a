"""Whole games for the properties, played at random, and what a state consists of."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from tests.attributes import attributes
from wallenstein.core.seeds import stream
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules

RULES: Final = Rules()
APART: Final = ("book", "chance", "functions", "heard", "journal")  # not part of the position


def at_every_table(seeds: int, more: int = 0) -> pytest.MarkDecorator:
    """Runs a test of (players, seeds) at every table with so many seeds, and, in the long suite, with more."""
    runs = [pytest.param(players, range(seeds), id=f"{players}") for players in PLAYERS]
    if more:
        runs += [
            pytest.param(players, range(seeds, seeds + more), id=f"{players}-more", marks=pytest.mark.long)
            for players in PLAYERS
        ]
    return pytest.mark.parametrize(("players", "seeds"), runs)


def start(players: int, seed: int) -> State:
    """A new game, its journal open."""
    return new_game(RULES, players, seeded(seed), journal=True)


def moments(players: int, seeds: range, every: int = 1) -> Iterator[tuple[State, Decision]]:
    """Games at random, each seen at its decisions, `every` decisions apart on average."""
    for seed in seeds:
        rng = stream(seed, "players")
        state = start(players, seed)
        while (decision := state.decision) is not None:
            if every == 1 or rng.random() * every < 1:
                yield state, decision
            state.apply(decision.random(rng))


def finish(state: State, rng: Random) -> State:
    """Plays on at random to the end."""
    while (decision := state.decision) is not None:
        state.apply(decision.random(rng))
    return state


def frozen(value: Any) -> Any:
    """The value with its lists as tuples, all the way down."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def photo(state: State) -> dict[str, Any]:
    """Every field of the state but what is not part of the position; the pending decision by what it asks."""
    shown = {name: frozen(getattr(state, name)) for name in attributes(State) if name not in APART}
    decision = state.decision
    if decision is not None:
        shown["decision"] = (decision.seat, decision.kind, decision.step, tuple(decision.options))
    return shown
