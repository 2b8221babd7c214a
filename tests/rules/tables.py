"""Games for rules that no scenario shows: forced chance, and play up to a moment."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import TowerModel

BOARD: Final = board()
DRAFT: Final = Rules(setup="draft")


class Forced:
    """Gives the forced outcomes of each kind first, then those of a seed, and notes what it was asked."""

    def __init__(self, seed: int = 1, **outcomes: Sequence[Sequence[int]]) -> None:
        self.rest = seeded(seed)
        self.outcomes = {kind: [list(outcome) for outcome in given] for kind, given in outcomes.items()}
        self.throws: list[tuple[list[int], list[int], list[int]]] = []  # falling, inside, out
        self.draws: list[tuple[str, list[int], int]] = []

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        self.draws.append((kind, list(items), count))
        waiting = self.outcomes.get(kind)
        return waiting.pop(0) if waiting else self.rest.draw(kind, items, count)

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        waiting = self.outcomes.get("throw")
        out = waiting.pop(0) if waiting else self.rest.throw(tower, falling, inside)
        self.throws.append((list(falling), list(inside), list(out)))
        return out


def game(players: int, chance: Forced | None = None, rules: Rules | None = None) -> State:
    """A game at its first decision, with a journal."""
    return new_game(rules or Rules(), players, chance or Forced(), journal=True)


def any_choice(decision: Decision, rng: Random) -> Any:
    """A legal choice."""
    options = decision.options
    return options.random(rng) if decision.kind == "plan" else options[int(rng.random() * len(options))]


def play_until(state: State, stop: Callable[[State], bool], seed: int = 1) -> State:
    """Plays at random until it is so, or the game is over."""
    rng = Random(seed)
    while (decision := state.decision) is not None and not stop(state):
        state.apply(any_choice(decision, rng))
    return state


def entries(state: State, name: str) -> list[tuple[Any, ...]]:
    """The journal's entries of that name."""
    return [entry[1:] for entry in Wallenstein().event_log(state) if entry[0] == name]


def armies_of(state: State, seat: int) -> Mapping[str, int]:
    """A seat's counties and the armies there."""
    return {BOARD.ids[c]: state.armies[c] for c, owner in enumerate(state.owner) if owner == seat}
