"""A game played action by action: the questions of all seats in turn, each answered in some steps."""

from collections.abc import Collection
from typing import Any, Final

from wallenstein.core.encoding import Answer, Encoding
from wallenstein.core.game import Game, State


class SteppedGame:
    """One game under way. `begin` starts it; then `take` plays it, action after action of the seat that is asked."""

    state: State

    def __init__(self, game: Game, rules: Any, players: int) -> None:
        self.game: Final = game
        self.rules: Final = rules
        self.players: Final = players
        self.encoding: Final[Encoding] = game.encoding(rules, players)
        self.answer: Answer | None = None
        self.view: Any = None  # of the seat that is asked
        self.table = b""  # what that view shows, as numbers
        self.legal: Collection[int] = ()

    def begin(self, seed: int) -> None:
        """A new game."""
        self.state = self.game.new_game(self.rules, self.players, seed)
        self.ask()

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.state.decision is None

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        seat: int = self.state.decision.seat
        return seat

    def ask(self) -> None:
        """Turns to the question that is open; one with a single possible answer is answered."""
        self.answer, self.legal, self.view, self.table = None, (), None, b""
        while (decision := self.state.decision) is not None:
            view = self.state.view(decision.seat)
            answer = self.encoding.answer(view, decision)
            if not answer.done:
                self.answer, self.view, self.table = answer, view, self.encoding.table(view)
                self.legal = answer.legal()
                return
            self.state.make(answer.choice)

    def take(self, action: int) -> bool:
        """Takes one of the legal actions for the seat that is asked; whether it has made a decision."""
        assert self.answer is not None, "the game is over"
        self.answer.take(action)
        if not self.answer.done:
            self.legal = self.answer.legal()
            return False
        self.state.make(self.answer.choice)
        self.ask()
        return True

    def choose(self, choice: Any) -> None:
        """Makes a whole decision for the seat that is asked; RuleError if it is illegal."""
        self.state.apply(choice)
        self.ask()

    def observation(self, seat: int) -> bytes:
        """What a seat sees, as numbers; a seat that is not asked sees no question."""
        encoding = self.encoding
        if self.answer is not None and self.view.seat == seat:
            return self.table + encoding.question(self.view, self.state.decision, self.answer)
        view = self.state.view(seat)
        return encoding.table(view) + encoding.question(view, None, None)

    def scores(self) -> list[int]:
        """Everybody's points."""
        return [placing.score for placing in self.state.result()]
