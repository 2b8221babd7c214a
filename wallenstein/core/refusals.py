"""What is said of an illegal choice: in the names of documents, which people know, rather than in numbers."""

import json
from typing import Any, Protocol

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import SHOWN, Json, in_brief
from wallenstein.core.words import printable


class Asked(Protocol):
    """What is used of a decision."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...


class Written(Protocol):
    """What a choice of a kind of decision is, and how documents have it."""

    @property
    def choice(self) -> type: ...
    def read(self, place: Json, context: Any, /) -> Any:
        """The choice in a document."""

    def write(self, choice: Any, context: Any, /) -> Any:
        """The choice as documents have it."""


def refusal(place: Json, asked: Asked) -> str:
    """An illegal choice as the document writes it."""
    value = place.value
    if isinstance(value, dict):
        parts = ", ".join(f"{key} {_shown(part)}" for key, part in value.items())
    else:
        parts = _shown(value)
    return f"seat {asked.seat} cannot choose {parts} for {asked.kind}"


def _shown(value: Any) -> str:
    return printable(json.dumps(value, ensure_ascii=False), SHOWN) if isinstance(value, list) else in_brief(value)


def in_names(error: RuleError, asked: Asked, choice: Any, kind: Written, context: Any) -> RuleError:
    """The refusal of a bot's choice with names for its numbers, if documents could have this choice at all."""
    try:
        if hasattr(kind.choice, "_fields"):
            choice = kind.choice(*choice)  # it may be a plain tuple, too
        place = Json(kind.write(choice, context))
        if place.value is None or kind.read(place, context) != choice:
            return error
        return RuleError(error.rule, refusal(place, asked))
    except Exception:  # a bot may choose anything, and all that is lost are the names
        return error
