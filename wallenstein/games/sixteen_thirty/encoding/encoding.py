"""Views of Sixteen Thirty Something as arrays, and its choices as numbered actions."""

from typing import Final

from wallenstein.core.encoding import Answer, Feature, Spelled
from wallenstein.games.sixteen_thirty.encoding.answers import NAMES, PLAIN, SEAT, WITH_SEATS, DisplayAnswer
from wallenstein.games.sixteen_thirty.encoding.observation import (
    question_features,
    table_features,
    write_question,
    write_table,
)
from wallenstein.games.sixteen_thirty.model.decision import Decision
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.phases.course import KINDS, course
from wallenstein.games.sixteen_thirty.rules import Rules


class SixteenThirtyEncoding:
    """The numbers of the game with these rules and so many players."""

    actions: Final[tuple[str, ...]] = NAMES

    def __init__(self, rules: Rules, players: int) -> None:
        self.players: Final = players
        self.kinds: Final = tuple(KINDS)
        asked = question_features(players, self.kinds)
        self.unasked: Final = bytes(sum(feature.size for feature in asked))  # exact: ints
        self.features: Final[tuple[Feature, ...]] = (*table_features(course(rules, players).book), *asked)

    def table(self, view: View) -> bytes:
        """What the view shows."""
        return write_table(view)

    def question(self, view: View, decision: Decision | None, answer: Answer | None) -> bytes:
        """What the seat is asked, and what it has said."""
        if decision is None or not isinstance(answer, Spelled | DisplayAnswer):
            return self.unasked
        return write_question(decision, self.kinds, self.players, answer.said)

    def answer(self, view: View, decision: Decision) -> Answer:
        """A new answer."""
        kind, options = decision.kind, decision.options
        if isinstance(options, Displays):
            return DisplayAnswer(options)
        if kind in PLAIN:
            spell = PLAIN[kind]
            return Spelled([(spell(choice), choice) for choice in options])
        players, seat, named = self.players, decision.seat, WITH_SEATS[kind]

        def seat_of(other: int) -> int:
            return SEAT + (other - seat) % players

        return Spelled([(named(choice, seat_of), choice) for choice in options])
