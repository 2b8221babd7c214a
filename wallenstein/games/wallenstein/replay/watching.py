"""Looks at a game after every step of the rules in which something happened."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.replay.position import Flat, flat


class Watched:
    """The positions of a game, by how much of its journal had happened."""

    def __init__(self) -> None:
        self.happened: list[int] = []
        self.positions: list[Flat] = []

    def look(self, state: State) -> None:
        """Keeps the position, if anything has happened since the last one."""
        happened = len(state.journal or ())
        if not self.happened or happened > self.happened[-1]:
            self.happened.append(happened)
            self.positions.append(flat(state))

    def end(self, state: State) -> None:
        """Keeps the last position as it is when all is done."""
        self.look(state)
        self.positions[-1] = flat(state)

    def at(self, happened: int) -> Flat:
        """The position when so much had happened, or the last one before it inside a step."""
        return self.positions[max(0, bisect_right(self.happened, happened) - 1)]

    def functions(self, played: Functions) -> Functions:
        """The same rules, watched: a step may resolve the actions of several players."""
        return replace(
            played,
            steps={step: self.watching(do) for step, do in played.steps.items()},
            actions=tuple([self.watching(do) for do in played.actions]),
        )

    def watching(self, do: Callable[..., None]) -> Callable[..., None]:
        """The function with a look before it, when a choice may have done something, and after it."""

        def run(state: State, *told: Any) -> None:
            self.look(state)
            do(state, *told)
            self.look(state)

        return run
