"""Chance that a scenario forces: entries are used in order by kind, the rest comes from a seed."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import colours, write_cubes
from wallenstein.games.wallenstein.names import ACTIONS, TILES
from wallenstein.games.wallenstein.position.holdings import read_cubes
from wallenstein.games.wallenstein.tower.chance import TowerChance
from wallenstein.games.wallenstein.tower.models import TowerModel

THROW: Final = "throw"

# Kinds of draws: the rule that draws, and the names of what is drawn.
RULES: Final[dict[str, str]] = {
    "event": "W25",
    "tie": "W26",
    "revolts": "W71",
    "actions": "W20",
    "tiles": "W21",
    "events": "W15",
    "counties": "W13",
    "order": "F4",
}


def rules() -> dict[str, str]:
    """The rule of every kind of draw, those of the expansions among them."""
    return RULES | {kind: draw.rule for part in EXPANSIONS.values() for kind, draw in part.draws.items()}


def highest(kind: str, book: Book) -> int:
    """The highest number that such a draw can give, where it draws numbers; else it draws seats."""
    for part in EXPANSIONS.values():
        if kind in part.draws:
            return part.draws[kind].highest
    return book.players - 1


class Forced(NamedTuple):
    """A forced outcome: what is drawn, or the cubes by colour, and where the scenario says so."""

    kind: str
    outcome: list[int]
    path: str


def names(kind: str, book: Book) -> Sequence[str]:
    """What a kind of draw draws, by code; empty where it draws numbers."""
    if kind in ("event", "events"):
        return [event.id for event in book.cards.events]
    if kind in ("revolts", "counties"):
        return book.board.ids
    return {"actions": ACTIONS, "tiles": TILES}.get(kind, ())


def read_entry(place: Json, book: Book) -> Forced:
    """An object with one key, the kind, and the outcome."""
    members = place.members((THROW, *rules()))
    if len(members) != 1:
        place.fail(f'must have one key, the kind of chance, such as {{"event": "{book.cards.events[0].id}"}}')
    ((kind, value),) = members.items()
    if kind == THROW:
        return Forced(kind, read_cubes(value, book), value.path)
    known = names(kind, book)
    if kind == "event":
        return Forced(kind, [value.code(known, "an event")], value.path)
    what = {"revolts": "a county", "counties": "a county"}.get(kind, f"one of the {kind}")
    most = highest(kind, book)
    return Forced(
        kind, [item.code(known, what) if known else item.whole(0, most) for item in value.items()], value.path
    )


def write_entry(kind: str, outcome: Sequence[int], book: Book) -> dict[str, Any]:
    """The entry that forces this outcome."""
    if kind == THROW:
        return {kind: write_cubes(list(outcome))}
    known = names(kind, book)
    named = [known[code] if known else code for code in outcome]
    return {kind: named[0] if kind == "event" else named}


class ScriptedChance:
    """Uses forced outcomes first; raises RuleError for an impossible one."""

    def __init__(
        self, entries: Iterable[Forced], rest: TowerChance, book: Book, known: Callable[[], Sequence[int]]
    ) -> None:
        """`known` returns the season's action cards that are already open."""
        self.queues: dict[str, deque[Forced]] = {kind: deque() for kind in (THROW, *rules())}
        for entry in entries:
            self.queues[entry.kind].append(entry)
        self.rest = rest
        self.book = book
        self.known = known

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        """The next forced outcome of the kind, or one of the rest's."""
        if count > len(items):
            raise RuleError(rules()[kind], f"{count} must be drawn for {kind}, but only {len(items)} are left")
        if not self.queues[kind]:
            return self.rest.draw(kind, items, count)
        entry = self.queues[kind].popleft()
        outcome = entry.outcome
        open_cards = list(self.known())
        if kind == "actions" and count < len(ACTIONS) and outcome[: len(open_cards)] == open_cards:
            outcome = outcome[len(open_cards) :]
        if len(outcome) != count or len(set(outcome)) != count or not set(outcome) <= set(items):
            (shown,) = write_entry(kind, entry.outcome, self.book).values()
            possible = ", ".join(map(str, write_entry("tie", list(items), self.book)["tie"]))
            known = names(kind, self.book)
            if known:
                possible = ", ".join(known[item] for item in items)
            raise RuleError(rules()[kind], f"{entry.path}: {shown} cannot be drawn; {count} of these can: {possible}")
        return list(outcome)

    def use_up(self, kind: str, items: Sequence[int]) -> None:
        """Drops the next forced outcome if it is what comes about without a draw: all of the items."""
        queue = self.queues[kind]
        if queue and sorted(queue[0].outcome) == sorted(items):
            queue.popleft()

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        """T1: a forced throw must be possible with what is thrown and what is inside."""
        if not self.queues[THROW]:
            return self.rest.throw(tower, falling, inside)
        entry = self.queues[THROW].popleft()
        for colour, count in enumerate(entry.outcome):
            if count > falling[colour] + inside[colour]:
                name = colours(self.book.players)[colour]
                raise RuleError(
                    "T1",
                    f"{entry.path}.{name}: {count} cannot fall out; {falling[colour]} are thrown in "
                    f"and {inside[colour]} are inside",
                )
        return list(entry.outcome)
