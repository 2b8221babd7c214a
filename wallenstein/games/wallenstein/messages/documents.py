"""Wallenstein for bots in other languages."""

from typing import Any

from wallenstein.core.game import Schemas
from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.messages.book import book_document
from wallenstein.games.wallenstein.messages.question import question
from wallenstein.games.wallenstein.messages.view import view_document
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.position.choice import read_choice
from wallenstein.games.wallenstein.rules import Rules


class WallensteinDocuments:
    """Views, questions and choices as JSON."""

    def book(self, rules: Rules, players: int) -> dict[str, Any]:
        """The board, the cards and what else never changes."""
        return book_document(rules, players)

    def view(self, view: View) -> dict[str, Any]:
        """The position, with null for what is hidden."""
        return view_document(view)

    def question(self, view: View, decision: Decision) -> dict[str, Any]:
        """Options or an offer, the default, and what the decision is about."""
        return question(view, decision)

    def read_choice(self, place: Json, state: State, decision: Decision) -> Any:
        """The choice, if it is legal."""
        return read_choice(place, state, decision)

    def schemas(self) -> Schemas:
        """What each part of a message may look like."""
        from wallenstein.games.wallenstein.messages.schema import schemas

        return schemas()
