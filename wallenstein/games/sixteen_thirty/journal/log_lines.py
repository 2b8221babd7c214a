"""The journal of a game with names for its codes: one object per entry."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from wallenstein.core.records import PlainEntries, write_fields
from wallenstein.games.sixteen_thirty.model.entries import ENTRIES, Happened

NAMES: Final = {entry: name for name, entry in ENTRIES.items()}
PLAIN: Final = PlainEntries(NAMES)


def log_lines(journal: Iterable[Happened]) -> Iterator[dict[str, Any]]:
    """One object per entry: `entry` is its kind, the other keys say what happened."""
    for entry in journal:
        yield {"entry": NAMES[type(entry)], **write_fields(entry, None)}


def plain_entries(journal: Iterable[Happened]) -> list[tuple[Any, ...]]:
    """The entries as plain tuples, the name first: what a game's digest is made of."""
    return PLAIN.of(journal)
