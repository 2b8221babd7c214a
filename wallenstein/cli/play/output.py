"""How one game is printed: as text on a terminal or in a pipe, or as JSON lines."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from wallenstein.core.game import Game, Narrator, State
from wallenstein.core.reports.page import Heading, Item, Items, Sentence
from wallenstein.table.faults import Fault, FaultKind
from wallenstein.table.played_game import PlayedGame


class Output(Protocol):
    """Prints a game while it is played."""

    def begin(self, game: Game, rules: Any, state: State, bots: Sequence[str], seed: int) -> Narrator:
        """Before the first decision."""

    def entries(self, entries: Iterable[Any]) -> None:
        """A part of the journal that is printed as a whole."""

    def end(self, played: PlayedGame) -> None:
        """The game is over."""


def output(as_json: bool) -> Output:
    """The output that suits standard output."""
    if as_json:
        return JsonLines()
    return InTerminal() if sys.stdout.isatty() else PlainText()


class PlainText:
    """Plain text, one fact per line."""

    def __init__(self) -> None:
        self.stream = sys.stdout  # as it is before bots play

    def begin(self, game: Game, rules: Any, state: State, bots: Sequence[str], seed: int) -> Narrator:
        self.narrator = game.narrator(state, bots)
        self.show(self.narrator.opening(state, seed))
        return self.narrator

    def entries(self, entries: Iterable[Any]) -> None:
        self.show(self.narrator.tell(entries))
        self.stream.flush()

    def end(self, played: PlayedGame) -> None:
        self.show(self.narrator.ending(played.state, played.result))
        self.show(faults_told(self.narrator, played.faults))

    def show(self, items: Iterable[Item]) -> None:
        """Prints the items."""
        from wallenstein.report.plain import lines

        for item in items:
            for line in lines(item):
                print(line, file=self.stream)


class InTerminal(PlainText):
    """Text in colours."""

    def __init__(self) -> None:
        from rich.console import Console

        super().__init__()
        self.console = Console(file=self.stream, highlight=False, markup=False, emoji=False)

    def show(self, items: Iterable[Item]) -> None:
        """Prints the items."""
        from wallenstein.report.terminal import show

        for item in items:
            show(self.console, item)


class JsonLines:
    """The journal, one object per line, with the game first and the result last."""

    def __init__(self) -> None:
        self.stream = sys.stdout  # as it is before bots play

    def begin(self, game: Game, rules: Any, state: State, bots: Sequence[str], seed: int) -> Narrator:
        self.game, self.state, self.bots = game, state, tuple(bots)
        first = {"entry": "game", "seed": seed, "players": len(bots), "bots": list(bots), "rules": game.options(rules)}
        self.put([first])
        return game.narrator(state, bots)

    def entries(self, entries: Iterable[Any]) -> None:
        self.put(self.game.log_lines(self.state, entries))
        self.stream.flush()

    def end(self, played: PlayedGame) -> None:
        self.put(
            {"entry": "fault", "seat": fault.seat, "kind": fault.kind, "decision": fault.decision, "text": fault.text}
            for fault in played.faults
        )
        score = self.game.score_key
        seats = [
            {"seat": place.seat, "bot": self.bots[place.seat], "rank": place.rank, score: place.score}
            for place in played.result
        ]
        self.put([{"entry": "result", "seats": seats}])

    def put(self, objects: Iterable[dict[str, Any]]) -> None:
        """Prints the objects."""
        for line in objects:
            print(json.dumps(line, ensure_ascii=False), file=self.stream)


def faults_told(narrator: Narrator, faults: Sequence[Fault]) -> Items:
    """All faults of bots, after a lenient game."""
    if faults:
        yield Heading("Faults", 1)
    for fault in faults:
        yield Sentence((narrator.player(fault.seat), f" {fault_text(fault)}"))


def fault_text(fault: Fault) -> str:
    """What the bot did, at which decision, and the first line of what is known about it."""
    did = "made an illegal choice" if fault.kind is FaultKind.ILLEGAL else "crashed"
    when = f"at decision {fault.decision}" if fault.decision >= 0 else "before the first decision"
    return f"{did} {when}: {fault.text.splitlines()[0]}"
