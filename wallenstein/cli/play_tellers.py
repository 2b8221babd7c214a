"""How one game is told: as a story on a terminal or in a pipe, or as JSON lines."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from wallenstein.core.game import Game
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.journal.log_lines import log_lines
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.story.ending import ending, faults_told
from wallenstein.games.wallenstein.story.page import Item
from wallenstein.games.wallenstein.story.setup import opening
from wallenstein.table.played_game import PlayedGame


class Teller(Protocol):
    """Tells a game as it goes on."""

    def begin(self, game: Game, state: State, bots: Sequence[str], seed: int) -> None:
        """Before the first decision."""

    def entries(self, entries: Iterable[tuple[Any, ...]]) -> None:
        """A season's part of the journal."""

    def end(self, played: PlayedGame) -> None:
        """The game is over."""


def teller(as_json: bool) -> Teller:
    """The one that suits standard output."""
    if as_json:
        return JsonLines()
    return InTerminal() if sys.stdout.isatty() else PlainText()


class PlainText:
    """The story, a line a fact."""

    def __init__(self) -> None:
        self.stream = sys.stdout  # as it is before bots play

    def begin(self, game: Game, state: State, bots: Sequence[str], seed: int) -> None:
        self.story = new_story(bots, state.book)
        self.show(opening(self.story.names, state, seed))

    def entries(self, entries: Iterable[tuple[Any, ...]]) -> None:
        self.show(self.story.tell(entries))
        self.stream.flush()

    def end(self, played: PlayedGame) -> None:
        names = self.story.names
        self.show(ending(names, played.state, played.result))  # type: ignore[arg-type]
        self.show(faults_told(names, played.faults))

    def show(self, items: Iterable[Item]) -> None:
        """Prints the items."""
        from wallenstein.games.wallenstein.story.plain import lines

        for item in items:
            for line in lines(item):
                print(line, file=self.stream)


class InTerminal(PlainText):
    """The story in colours."""

    def __init__(self) -> None:
        from rich.console import Console

        super().__init__()
        self.console = Console(file=self.stream, highlight=False, markup=False, emoji=False)

    def show(self, items: Iterable[Item]) -> None:
        """Prints the items."""
        from wallenstein.games.wallenstein.story.terminal import show

        for item in items:
            show(self.console, item)


class JsonLines:
    """The journal, an object a line; the game first, the result last."""

    def __init__(self) -> None:
        self.stream = sys.stdout  # as it is before bots play

    def begin(self, game: Game, state: State, bots: Sequence[str], seed: int) -> None:
        self.functions = state.functions
        self.bots = tuple(bots)
        options = game.options(state.book.rules)
        self.put([{"entry": "game", "seed": seed, "players": len(bots), "bots": list(bots), "rules": options}])

    def entries(self, entries: Iterable[tuple[Any, ...]]) -> None:
        self.put(log_lines(entries, self.functions))
        self.stream.flush()

    def end(self, played: PlayedGame) -> None:
        self.put(
            {"entry": "fault", "seat": fault.seat, "kind": fault.kind, "decision": fault.decision, "text": fault.text}
            for fault in played.faults
        )
        seats = [
            {"seat": place.seat, "bot": self.bots[place.seat], "rank": place.rank, "vp": place.score}
            for place in played.result
        ]
        self.put([{"entry": "result", "seats": seats}])

    def put(self, objects: Iterable[dict[str, Any]]) -> None:
        """Prints the objects."""
        for line in objects:
            print(json.dumps(line, ensure_ascii=False), file=self.stream)
