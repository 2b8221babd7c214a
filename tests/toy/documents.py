"""Positions and scenarios of the toy game."""

from typing import Any, Final

from tests.toy.rules import ToyState
from wallenstein.core.json_place import Json

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


def play(place: Json) -> ToyState:
    """Plays a scenario's picks."""
    fields = place.members(("format", "position", "picks"))
    state = read_position(fields["position"])
    for pick in fields["picks"].items():
        state.apply(pick.whole(0, 9))
    return state
