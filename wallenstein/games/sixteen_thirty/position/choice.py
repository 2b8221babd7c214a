"""A choice in a document: read, and refused in the names of the document."""

from typing import Any

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import Json
from wallenstein.core.refusals import refusal
from wallenstein.games.sixteen_thirty.model.decision import Decision
from wallenstein.games.sixteen_thirty.model.state import State


def read_choice(place: Json, state: State, decision: Decision) -> Any:
    """A legal choice; FormatError says what is malformed, RuleError what the rules forbid."""
    choice = state.course.kinds[decision.kind].read(place, state.course)
    check_choice(choice, place, state, decision)
    return choice


def check_choice(choice: Any, place: Json, state: State, decision: Decision) -> None:
    """Raises RuleError if the choice that was read at this place is illegal, with the names that stand there."""
    try:
        state.course.kinds[decision.kind].check(decision, choice)
    except RuleError as error:
        raise RuleError(error.rule, refusal(place, decision)) from None
