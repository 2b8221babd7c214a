"""If all of a player's counties revolt, nothing is drawn, but a scenario may still name them (W71)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.model.steps import Hunger

KIND: Final = "revolts"


def telling_of_all(functions: Functions, tell: Callable[[str, list[int]], None]) -> Functions:
    """The same rules, except that chance is informed when all counties of a player revolt."""
    hunger = functions.steps[Hunger]

    def run(state: State, step: Hunger) -> None:
        hand = [county for county, owner in enumerate(state.owner) if owner == step.seat]
        if 0 < len(hand) <= step.revolts:
            tell(KIND, hand)
        hunger(state, step)

    return replace(functions, steps={**functions.steps, Hunger: run})
