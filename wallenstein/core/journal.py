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
        values = list(heads[kind])
        for many, value in zip(several, entry, strict=True):
            if many:
                values.extend(value)
            else:
                values.append(value)
        plain.append(tuple(values))
    return plain
