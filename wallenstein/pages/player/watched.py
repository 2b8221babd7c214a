"""Looks at a game after every step of its rules in which something happened."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wallenstein.core.game import Remark
from wallenstein.pages.player.remarks import said_at
from wallenstein.pages.player.steps import Position, Step


class Watched:
    """The positions of a game, by how much of its journal had happened."""

    def __init__(self, flat: Callable[[Any], Position]) -> None:
        """`flat` writes down all that a page shows of a state."""
        self.flat = flat
        self.happened: list[int] = []
        self.positions: list[Position] = []
        self.said: list[tuple[int, Remark]] = []  # remarks, with how much had happened

    def look(self, state: Any) -> None:
        """Keeps the position, if anything has happened since the last one."""
        happened = len(state.journal or ())
        if not self.happened or happened > self.happened[-1]:
            self.happened.append(happened)
            self.positions.append(self.flat(state))

    def play(self, state: Any, kinds: Mapping[str, Any], choices: Iterable[bytes], remarks: Sequence[Remark]) -> None:
        """Plays packed choices, whose kinds are the game's; remarks are kept where they belong."""
        for decision, packed in enumerate(choices):
            self.said += said_at(decision, len(state.journal or ()), remarks)
            assert state.decision is not None, "there are more choices than decisions"
            state.apply(kinds[state.decision.kind].unpack(packed))

    def end(self, state: Any) -> None:
        """Keeps the last position as it is when all is done."""
        self.look(state)
        self.positions[-1] = self.flat(state)

    def watching(self, do: Callable[..., None]) -> Callable[..., None]:
        """A function of the rules with a look before it, when a choice may have done something, and after it."""

        def run(state: Any, *told: Any) -> None:
            self.look(state)
            do(state, *told)
            self.look(state)

        return run

    def of(self, steps: Sequence[Step]) -> list[Position]:
        """The position of every step; inside of what the rules do at once it is the one before."""
        places = [max(0, bisect_right(self.happened, step.happened) - 1) for step in steps[:-1]]
        return [*(self.positions[place] for place in places), self.positions[-1]]

    def inside(self, step: Step) -> bool:
        """Whether the rules were not done with something when this was told."""
        return step.happened > self.happened[0] and step.happened not in self.happened
