"""The entries of a journal as plain tuples, the name of their type first: what a game's digest is made of."""

from collections.abc import Iterable
from typing import Any, TypeAlias

Heads: TypeAlias = dict[type, tuple[Any, ...]]  # by type of entry: its name
Spread: TypeAlias = dict[type, tuple[bool, ...]]  # of those with fields that hold several values: which do


def plain_entries(journal: Iterable[tuple[Any, ...]], heads: Heads, spread: Spread) -> list[tuple[Any, ...]]:
    """Each entry's name, then its values, with fields that hold several of them flattened."""
    plain: list[tuple[Any, ...]] = []
    for entry in journal:
        kind = type(entry)
        several = spread.get(kind)
        if several is None:
            plain.append(heads[kind] + entry)
            continue
        values = heads[kind]
        for place, value in enumerate(entry):
            values += tuple(value) if several[place] else (value,)
        plain.append(values)
    return plain
