"""The toy game for learning programs: its turn and points, and the four picks."""

from typing import Final

from tests.toy.rules import PICKS, ToyDecision, ToyRules, ToyView
from wallenstein.core.encoding import Feature, Spelled, StepwiseAnswer, capped, from_seat

MOST: Final = 200


class ToyEncoding:
    """The numbers of a game."""

    places: Final = ()
    actions: Final = tuple(str(pick) for pick in PICKS)

    def __init__(self, rules: ToyRules, players: int) -> None:
        turns = rules.rounds * players
        self.features: Final = (
            Feature("turn", "the turn, counted from 0", (("number",),), turns),
            Feature("points", "points", (tuple(f"left {seat}" for seat in range(players)),), MOST),
            Feature("asked", "1 if the seat is asked", (("seat",),)),
        )
        self.split: Final = 1 + players

    def memory(self) -> None:
        """Nothing to remember."""

    def table(self, view: ToyView, memory: None = None) -> bytes:
        """Turn and points."""
        return capped((view.turn, *from_seat(view.scores, view.seat)))

    def question(self, view: ToyView, decision: ToyDecision | None, answer: StepwiseAnswer | None) -> bytes:
        """Whether it is asked."""
        return bytes((answer is not None,))

    def take(self, answer: StepwiseAnswer, action: int, *rest: object) -> bool:
        """A pick is one action, which leaves nothing to be written."""
        answer.take(action)
        return True

    def answer(self, view: ToyView, decision: ToyDecision) -> Spelled:
        """A pick."""
        return Spelled([(pick,) for pick in PICKS], PICKS)
