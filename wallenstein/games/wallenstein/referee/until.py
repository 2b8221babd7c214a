"""A scenario's own steps around those of the rules: stops where it wants to look, and counties that all revolt."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import Functions, State, StepFunction
from wallenstein.games.wallenstein.model.steps import (
    BeginActions,
    BeginWinter,
    EndSeason,
    EndYear,
    Hunger,
    NextSeat,
    ResolveSlot,
    same,
)
from wallenstein.games.wallenstein.names import NOBODY, OVER

STOP: Final = Decision(NOBODY, "stop", (), ())  # takes the place of a decision, so that the rules wait


def always(state: State) -> bool:
    """The step is the end of what is waited for."""
    return True


def next_slot(state: State) -> bool:
    """Nobody has acted in the slot that comes."""
    return same(state.agenda[-1:], [ResolveSlot()])


def year_is_over(state: State) -> bool:
    """W73: the year is done; a game that is over stops by itself."""
    return state.phase != OVER


# What may be waited for: the steps after which it may be there, and how to tell.
UNTIL: Final[dict[str, dict[type, Callable[[State], bool]]]] = {
    "decision": {},
    "slot": {BeginActions: always, ResolveSlot: next_slot, NextSeat: next_slot, EndSeason: always},
    "season": {EndSeason: always, EndYear: year_is_over},
    "year": {EndYear: year_is_over},
    "end": {},
}


def stopping(functions: Functions, until: str) -> Functions:
    """The same rules, except that the game stops where the scenario says."""
    steps = dict(functions.steps)
    for step, reached in UNTIL[until].items():
        steps[step] = stopping_after(steps[step], reached)
    steps[BeginWinter] = one_event_left(steps[BeginWinter])
    return replace(functions, steps=steps)


def stopping_after(do: StepFunction, reached: Callable[[State], bool]) -> StepFunction:
    """The step's function, and a stop if it has led there."""

    def run(state: State, step: Any) -> None:
        do(state, step)
        if reached(state):
            state.decision = STOP

    return run


def one_event_left(winter: StepFunction) -> StepFunction:
    """W70: positions may have shown too few or too many event cards for the seasons that were played."""

    def run(state: State, step: Any) -> None:
        if len(state.events) != 1:
            raise RuleError("W70", f"winter begins with one open event card, not {len(state.events)}")
        winter(state, step)

    return run


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
