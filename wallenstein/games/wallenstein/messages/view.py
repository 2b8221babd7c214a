"""A view as a document: the position as the notation writes it, with null for what its seat cannot see (W29)."""

from typing import Any

from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.model.sample import shown
from wallenstein.games.wallenstein.model.state import NO_CHANCE
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, PLAN
from wallenstein.games.wallenstein.position.document import write_position


def view_document(view: View) -> dict[str, Any]:
    """The position that the view shows; besides, in the first edition, what every seat has declared empty (F3)."""
    document = write_position(shown(view, NO_CHANCE))
    if view.phase == PLAN:
        document["agenda"] = None  # W23: who has already planned is hidden
    if "declare" in functions(view.book.rules, view.book.players).kinds:
        document["declared"] = [[ACTIONS[action] for action in declared] for declared in view.declared]
    return document
