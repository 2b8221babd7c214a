"""The story of a game from its opening to its end."""

from collections.abc import Sequence
from typing import Any

from wallenstein.core.game import Placing
from wallenstein.core.reports.page import Items, Toned
from wallenstein.games.wallenstein.model.entries import SeasonBegun
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION
from wallenstein.games.wallenstein.story.ending import ending
from wallenstein.games.wallenstein.story.setup import opening
from wallenstein.games.wallenstein.story.story import Story


class StoryNarrator(Story):
    """The story of the journal, with what comes before and after it."""

    def player(self, seat: int) -> Toned:
        """The seat's bot with its colour."""
        return self.names.player(seat)

    def opening(self, state: State, seed: int) -> Items:
        """The rules, the players, and the line-up."""
        return opening(self.names, state, seed)

    def resume(self, state: State) -> None:
        """Begins in the middle of a game, with a state before its next step."""
        self.actions = state.actions
        self.plans = {seat: plan.boxes for seat, plan in enumerate(state.plans) if plan is not None}
        if state.phase == ACTION:
            self.slot = state.slot - 1

    def begins_part(self, entry: Any) -> bool:
        """A part is a season."""
        return isinstance(entry, SeasonBegun)

    def ending(self, state: State, result: Sequence[Placing]) -> Items:
        """The final ranking."""
        return ending(self.names, state, result)
