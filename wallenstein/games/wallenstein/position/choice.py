"""A choice in a document: read, and refused in the names of the document."""

import re
from typing import Any

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import Json
from wallenstein.core.refusals import refusal
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State


def read_choice(place: Json, state: State, decision: Decision) -> Any:
    """A legal choice; FormatError says what is malformed, RuleError what the rules forbid."""
    kind = state.functions.kinds[decision.kind]
    choice = kind.read(place, state.functions)
    check_choice(choice, place, state, decision)
    return choice


def check_choice(choice: Any, place: Json, state: State, decision: Decision) -> None:
    """Raises RuleError if the choice that was read at this place is illegal, with the names that stand there."""
    try:
        state.functions.kinds[decision.kind].check(decision, choice)
    except RuleError as error:
        text = by_name(error.text, state.book) if decision.kind == "plan" else refusal(place, decision)
        raise RuleError(error.rule, text) from None


def by_name(text: str, book: Book) -> str:
    """The rules speak of counties by number; people by name. A number that is no county stays."""
    ids = book.board.ids

    def name(found: re.Match[str]) -> str:
        return ids[int(found[1])] if int(found[1]) < len(ids) else found[0]

    return re.sub(r"\bcounty (\d+)", name, text)
