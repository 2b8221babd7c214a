"""Tables with people whose choices a generator makes."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from wallenstein.extras.seat.table import Sitting, new_table
from wallenstein.table.played_game import OngoingGame, PlayedGame

GAMES: dict[str, tuple[list[str], dict[str, object]]] = {
    "second": (["me=ann", "random", "settler"], {"name": "wallenstein"}),
    "first": (["random", "me=ann", "settler"], {"name": "wallenstein", "edition": "first", "setup": "draft"}),
    "court": (
        ["me=ann", "random", "settler", "random"],
        {"name": "wallenstein", "expansions": ["emperors-court", "landsknechte"], "setup": "draft"},
    ),
    "sixteen-thirty": (["me=ann", "random", "broker"], {"name": "sixteen-thirty"}),
}


class Chooser:
    """A front that makes any legal choice, and leaves before the question with a number."""

    def __init__(self, leaves: int = -1, look: Callable[[Any, Any], None] | None = None) -> None:
        self.leaves, self.looking, self.asked = leaves, look, 0
        self.played: PlayedGame | None = None

    def begin(self, table: Sitting, state: Any) -> None:
        """Nothing is shown."""

    def ask(self, state: Any, decision: Any) -> object:
        """The same choice each time that this question of the game is asked."""
        if self.asked == self.leaves:
            raise KeyboardInterrupt
        self.asked += 1
        if self.looking is not None:
            self.looking(state, decision)
        return decision.random(Random(len(state.journal)))

    def look(self, game: OngoingGame) -> None:
        """Nothing is shown."""

    def end(self, played: PlayedGame) -> None:
        self.played = played


def table_of(name: str, results: Path, seed: int = 5) -> Sitting:
    seats, game = GAMES[name]
    return new_table(seats, [], game, seed, results)
