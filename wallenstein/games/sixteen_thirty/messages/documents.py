"""Sixteen Thirty Something for bots in other languages."""

from typing import Any, Final

from wallenstein.core.game import Schemas
from wallenstein.core.json.place import Json
from wallenstein.core.records import write_fields
from wallenstein.games.sixteen_thirty.messages.view import view_document
from wallenstein.games.sixteen_thirty.model.decision import Decision
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, OPENING_CARDS
from wallenstein.games.sixteen_thirty.phases.course import course
from wallenstein.games.sixteen_thirty.position.choice import read_choice
from wallenstein.games.sixteen_thirty.rules import Rules

NOT_ABOUT: Final = ("seat",)  # members of a question that the message has already


class SixteenThirtyDocuments:
    """Views, questions and choices as JSON."""

    def book(self, rules: Rules, players: int) -> dict[str, Any]:
        """The countries, the cards, and what depends on the number of players."""
        book = course(rules, players).book
        data = book.data
        return {
            "countries": {
                name: {
                    "status": data.status[country],
                    "army": data.army[country],
                    "ability": data.ability[country],
                    "markers": data.markers[country],
                    "home_defence": bool(data.home_defence >> country & 1),
                    "open_target": bool(data.open_target >> country & 1),
                    "adjacent": [
                        COUNTRIES[near] for near in range(len(COUNTRIES)) if data.adjacent[country] >> near & 1
                    ],
                }
                for country, name in enumerate(COUNTRIES)
            },
            "cards": {CARDS[card]: count for card, count in enumerate(data.deck)},
            "quota": book.quota,
            "draw": book.draw,
            "limits": list(book.limits),
        }

    def view(self, view: View) -> dict[str, Any]:
        """The position, with null for what is hidden."""
        return view_document(view)

    def question(self, view: View, decision: Decision) -> dict[str, Any]:
        """The options, what the decision is about, and a default; an offer for displays at the start."""
        chosen = course(view.book.rules, view.book.players)
        kind = chosen.kinds[decision.kind]
        about = {key: value for key, value in write_fields(decision.step, chosen).items() if key not in NOT_ABOUT}
        asked: dict[str, Any] = {"about": about}
        if isinstance(decision.options, Displays):
            cards = decision.options.named + decision.options.opened
            asked["offer"] = {"cards": [CARDS[card] for card in cards], "most": OPENING_CARDS}
        else:
            asked["options"] = [kind.write(option, chosen) for option in decision.options]
        return {**asked, "default": kind.write(decision.default, chosen)}

    def read_choice(self, place: Json, state: State, decision: Decision) -> Any:
        """The choice, if it is legal."""
        return read_choice(place, state, decision)

    def schemas(self) -> Schemas:
        """What each part of a message may look like."""
        from wallenstein.games.sixteen_thirty.messages.schema import schemas

        return schemas()
