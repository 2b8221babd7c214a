"""Positions and scenarios of the toy game."""

from typing import Any, Final

from tests.toy.rules import PICKS, ToyDecision, ToyRules, ToyState, ToyView
from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Schemas

POSITION: Final = "toy-position/1"
SCENARIO: Final = "toy-scenario/1"


def read_position(place: Json) -> ToyState:
    """The state of a position."""
    fields = place.members(("format", "dice", "scores", "turn", "pending"))
    dice = [die.whole(0, 19) for die in fields["dice"].items()]
    scores = [score.whole() for score in fields["scores"].items()]
    return ToyState(dice, scores, fields["turn"].whole(0, len(dice)) if "turn" in fields else 0)


def write_position(state: ToyState) -> dict[str, Any]:
    """The state, and who is asked."""
    document = {"format": POSITION, "dice": list(state.dice), "scores": state.scores, "turn": state.turn}
    return document if state.decision is None else {**document, "pending": {"seat": state.decision.seat}}


class ToyDocuments:
    """What bots in other languages are sent, and how their picks are read."""

    def book(self, rules: ToyRules, players: int) -> dict[str, Any]:
        """The die."""
        return {"faces": rules.faces}

    def view(self, view: ToyView) -> dict[str, Any]:
        """The position without the dice to come."""
        return {"format": POSITION, "dice": None, "scores": list(view.scores), "turn": view.turn}

    def question(self, view: ToyView, decision: ToyDecision) -> dict[str, Any]:
        """The numbers."""
        return {"about": {}, "options": list(decision.options), "default": decision.default}

    def read_choice(self, place: Json, state: ToyState, decision: ToyDecision) -> int:
        """One of the numbers."""
        pick = place.integer()
        if pick not in decision.options:
            raise RuleError("T1", f"a pick is a number from 0 to 3, not {pick}")
        return pick

    def schemas(self) -> Schemas:
        """Numbers."""
        number = {"type": "integer", "minimum": 0}
        view = {
            "type": "object",
            "properties": {"format": {"const": POSITION}, "dice": {"type": "null"}, "turn": number},
        }
        book = {"type": "object", "properties": {"faces": number}, "required": ["faces"]}
        return Schemas(book, view, {"type": "object"}, {}, {"pick": {"enum": list(PICKS)}}, {})


def play(place: Json) -> ToyState:
    """Plays a scenario's picks."""
    fields = place.members(("format", "position", "picks"))
    state = read_position(fields["position"])
    for pick in fields["picks"].items():
        state.apply(pick.whole(0, 9))
    return state
