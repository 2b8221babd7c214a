"""The journal of a game with names for its codes: one object an entry."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.names import ACTIONS, BATTLES, BENEFITS, CONVERSIONS, OUTCOMES, SEASONS, TILES
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.position.codec import write_bid, write_card, write_plan
from wallenstein.games.wallenstein.position.table import write_cubes

Write = Callable[[Any, Book], Any]


def number(value: int, book: Book) -> int:
    """A number as it is."""
    return value


def from_one(value: int, book: Book) -> int:
    """A place counted from 1."""
    return value + 1


def seat(value: int, book: Book) -> int | None:
    """A seat, or nobody."""
    return None if value < 0 else value


def county(value: int, book: Book) -> str | None:
    """A county's id, or none."""
    return None if value < 0 else book.board.ids[value]


def event(value: int, book: Book) -> str:
    """An event's id."""
    return book.cards.events[value].id


def cubes(value: tuple[int, ...], book: Book) -> dict[str, int]:
    """Cubes by colour."""
    return write_cubes(value)


def named(names: tuple[str, ...]) -> Write:
    """One of these names."""
    return lambda value, book: names[value]


action, tile, season = named(ACTIONS), named(TILES), named(SEASONS)

# By entry: its fields in order; a star takes all that are left as a list.
FIELDS: Final[dict[str, tuple[tuple[str, Write], ...]]] = {
    "counties": (("*counties", county),),
    "settle": (("seat", seat), ("county", county), ("armies", number)),
    "events": (("*events", event),),
    "season": (("year", number), ("season", season)),
    "actions": (("*actions", action),),
    "tiles": (("*tiles", tile),),
    "event": (("event", event),),
    "bid": (("seat", seat), ("bid", write_bid), ("paid", number)),
    "tile": (("seat", seat), ("position", from_one), ("tile", tile)),
    "order": (("*order", seat),),
    "action": (
        ("slot", from_one), ("seat", seat), ("action", action), ("county", county), ("outcome", named(OUTCOMES)),
        ("amount", number), ("to", county),
    ),
    "unrest": (("slot", from_one), ("seat", seat), ("action", action), ("county", county)),
    "move": (("seat", seat), ("county", county), ("to", county), ("armies", number)),
    "throw": (
        ("cause", number), ("seat", seat), ("other", seat), ("county", county), ("hand", cubes), ("tray", cubes),
        ("inside", cubes), ("out", cubes),
    ),
    "battle": (
        ("attacker", seat), ("action", action), ("defender", seat), ("county", county), ("attack", number),
        ("defence", number), ("peasants", number), ("outcome", named(BATTLES)), ("left", number),
    ),
    "revolt": (("seat", seat), ("county", county), ("defence", number), ("peasants", number), ("left", number)),
    "winter": (("event", event), ("loss", number)),
    "hunger": (("seat", seat), ("lacking", number), ("revolts", number), ("peasants", number)),
    "score": (
        ("year", number), ("seat", seat), ("counties", number), ("buildings", number), ("palaces", number),
        ("churches", number), ("posts", number),
    ),
    "standing": (
        ("year", number), ("season", season), ("seat", seat), ("counties", number), ("armies", number),
        ("palaces", number), ("churches", number), ("posts", number), ("markers", number), ("supply", number),
        ("tower", number), ("tray", number), ("grain", number), ("thalers", number), ("vp", number),
    ),
    "courtiers": (("*courtiers", number),),
    "favors": (("*favors", number),),
    "convert": (("seat", seat), ("armies", number), ("source", write_card), ("outcome", named(CONVERSIONS))),
    "favor": (("seat", seat), ("favor", number), ("price", number)),
    "effect": (("seat", seat), ("favor", number), ("amount", number), ("county", county)),
    "parry": (("seat", seat), ("county", county)),
    "benefit": (("seat", seat), ("card", number), ("benefit", named(BENEFITS)), ("amount", number)),
}  # fmt: skip


def log_lines(journal: Iterable[tuple[Any, ...]], book: Book) -> Iterator[dict[str, Any]]:
    """One object an entry: `entry` says what it is, the other keys what happened."""
    for name, *values in journal:
        yield {"entry": name, **fields(name, values, book)}


def fields(name: str, values: list[Any], book: Book) -> dict[str, Any]:
    """The fields of one entry by name."""
    if name == "plan":
        owner, boxes, bid, court = values
        return {"seat": owner, **write_plan(Plan(boxes, bid, court), book)}
    if name == "declare":  # F3
        return {"seat": values[0], "empty": [action(value, book) for value in values[1:]]}
    if name == "throw" and values[0] == "fill":
        values = [values[0], -1, *values[2:]]  # W14: nobody's throw
    table = FIELDS[name]
    first, write = table[0]
    if first.startswith("*"):
        return {first[1:]: [write(value, book) for value in values]}
    return {field: write(value, book) for (field, write), value in zip(table, values, strict=True)}
