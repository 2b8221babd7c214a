"""Stopping a game between two steps: the rules' own steps, with a stop after some of them."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model.book import Book, StepFunction
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import NOBODY, OVER

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

STOP: Final = Decision(NOBODY, "stop", (), ())  # stands where a decision would, so that the rules wait


def always(state: "State") -> bool:
    """The step is the end of what is waited for."""
    return True


def next_slot(state: "State") -> bool:
    """Nobody has acted in the slot that comes."""
    return state.agenda[-1:] == [("slot",)]


def year_is_over(state: "State") -> bool:
    """W73: the year is done; a game that is over stops by itself."""
    return state.phase != OVER


# What may be waited for: the steps after which it may be there, and how to tell.
UNTIL: Final[dict[str, dict[str, Callable[["State"], bool]]]] = {
    "decision": {},
    "slot": {"actions": always, "slot": next_slot, "next-seat": next_slot, "season-end": always},
    "season": {"season-end": always, "year-end": year_is_over},
    "year": {"year-end": year_is_over},
    "end": {},
}


def stopping(book: Book, until: str) -> Book:
    """The same rules, but that the game stops where the scenario wants to look at it."""
    steps = dict(book.steps)
    for name, reached in UNTIL[until].items():
        steps[name] = stopping_after(book.steps[name], reached)
    steps["winter"] = one_event_left(book.steps["winter"])
    return replace(book, steps=steps)


def stopping_after(step: StepFunction, reached: Callable[["State"], bool]) -> StepFunction:
    """The step, and a stop if it has led there."""

    def run(state: "State", what: Step) -> None:
        step(state, what)
        if reached(state):
            state.decision = STOP

    return run


def one_event_left(winter: StepFunction) -> StepFunction:
    """W70: positions may have shown too few or too many event cards for the seasons that were played."""

    def run(state: "State", what: Step) -> None:
        if len(state.events) != 1:
            raise RuleError("W70", f"winter begins with one open event card, not {len(state.events)}")
        winter(state, what)

    return run
