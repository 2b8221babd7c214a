"""The journal of a game with names for its codes: one object per entry."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from wallenstein.core.records import PlainEntries, write_fields
from wallenstein.games.wallenstein.editions import EXPANSIONS, entry_types
from wallenstein.games.wallenstein.editions.part import Part
from wallenstein.games.wallenstein.model.entries import Happened, Thrown
from wallenstein.games.wallenstein.model.state import Functions
from wallenstein.games.wallenstein.names import NOBODY


def log_lines(journal: Iterable[Happened], functions: Functions) -> Iterator[dict[str, Any]]:
    """One object per entry: `entry` is its kind, the other keys say what happened."""
    names = {entry: name for name, entry in entry_types().items()}
    for entry in journal:
        if isinstance(entry, Thrown) and entry.cause == "fill":
            entry = entry._replace(seat=NOBODY)  # W14: nobody's throw
        yield {"entry": names[type(entry)], **write_fields(entry, functions)}


def plain_entries(journal: Iterable[Happened]) -> list[tuple[Any, ...]]:
    """The entries as plain tuples, the name first: what a game's digest is made of."""
    return _plain(tuple(EXPANSIONS.values())).of(journal)


@lru_cache(4)
def _plain(_expansions: tuple[Part, ...]) -> PlainEntries:
    return PlainEntries({entry: name for name, entry in entry_types().items()})
