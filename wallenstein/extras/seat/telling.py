"""The steps of a game as one seat sees them: positions from its views, and a text without anything hidden."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from wallenstein.core.documents import JsonObject
from wallenstein.core.game import State
from wallenstein.core.text import Item, Sentence, Toned
from wallenstein.extras.seat.table import Sitting
from wallenstein.pages import player
from wallenstein.pages.shell import items


class Ears:
    """The part of a game that one seat has seen."""

    def __init__(self, sitting: Sitting, seat: int, state: Any) -> None:
        self.seat: Final = seat
        self.guide: Final = sitting.game.load("guide")
        self.pages: Final = sitting.game.load("pages")
        self.story: Final = self.pages.story(sitting.names, state)
        self.journal: list[object] = []  # as the seat may see it

    def fresh(self, state: State) -> list[object]:
        """The entries since the last time."""
        fresh = [self.guide.seen(entry, self.seat) for entry in (state.journal or ())[len(self.journal) :]]
        self.journal += fresh
        return fresh


class Eyes(Ears):
    def __init__(self, sitting: Sitting, seat: int, state: Any) -> None:
        super().__init__(sitting, seat, state)
        self.watched: Final = player.Watched(lambda state: self.guide.flat(state.view(seat)))
        self.watched.look(state)
        self.first: Final = self.watched.positions[0]
        self.last: player.Position = self.first
        state.functions = self.pages.watching(self.watched, state.functions)

    def look(self, state: Any, more: Iterable[Item] = ()) -> list[JsonObject]:
        """The steps since the last look, for the page; `more` follows them."""
        told, fresh = len(self.journal), self.fresh(state)
        self.watched.end(state)
        found = player.steps(self.story, fresh, (), more)[1:]
        steps = [step._replace(happened=step.happened + told) for step in found]
        positions = self.pages.positions(steps, self.journal, self.watched)
        details = self.pages.details([*steps, steps[-1]], self.journal, state.book)
        made = []
        for step, position, detail in zip(steps, positions, details, strict=False):
            change = player.changes([self.last, position])[1]
            if step.items or change:
                made.append({"change": change, "details": detail, "html": items(veiled(step.items))})
            self.last = position
        return made


def veiled(shown: Iterable[Item]) -> Iterator[Item]:
    """The items without the words that are secret."""
    for item in shown:
        if isinstance(item, Sentence):
            words = [Toned("hidden", "quiet") if isinstance(w, Toned) and w.tone == "secret" else w for w in item.words]
            item = item._replace(words=tuple(words))
        yield item
