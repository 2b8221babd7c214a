"""Choices of bots in plain types, if their meaning is beyond doubt; entries of a journal as plain tuples.

Whatever has an index is a whole number, also numpy's; names are those of documents. The value that comes out is what
counts, not the object that came in: that may be equal to anything, or be something else the next time.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from operator import index
from typing import Any, Final, TypeAlias, TypeVar

from wallenstein.core.text import did_you_mean, printable

KNOWN: Final = 5  # names that are listed if none is near
SHOWN: Final = 40  # characters of a wrong name or part in an error
PLAIN: Final = frozenset((int, bool, float, str, bytes, tuple, list, dict, type(None)))  # shown as they are
Part = TypeVar("Part")


class NotPlain(ValueError):
    """A value without a plain meaning; the message says what it should be."""


def are_ints(values: tuple[object, ...]) -> bool:
    """Whether all are of the type int itself. Types are compared by identity: a class can call itself equal to int."""
    for value in values:  # noqa: SIM110 (takes half the time of all())
        if type(value) is not int:
            return False
    return True


def whole_number(value: Any) -> int:
    """The number that an index means; True and False are not numbers here."""
    if type(value) is int:
        return value
    if type(value) is not bool:
        with suppress(Exception):  # a bot's own object may raise anything
            return int.__index__(index(value))
    raise NotPlain(f"{brief(value, SHOWN)} is not a whole number")


def number_or_name(value: object, names: Sequence[str], what: str) -> int:
    """A number, or the index of a name; `what` is the kind of thing, such as "county"."""
    if issubclass(type(value), str):
        name = str.__str__(value)
        if name in names:
            return names.index(name)
        near = did_you_mean(name[:SHOWN], names, KNOWN, near=1)
        raise NotPlain(f'there is no {what} "{printable(name, SHOWN)}"; {near}')
    return whole_number(value)


def is_of(value: object, *types: type) -> bool:
    """Whether its type is one of these; types are compared by identity."""
    return any(type(value) is kind for kind in types)


def row(values: Any, plain: Callable[[Any], Part], what: str) -> tuple[Part, ...]:
    """A tuple of plain values from a tuple or a list; `what` names them, such as "boxes"."""
    if not is_of(values, tuple, list):
        raise NotPlain(f"{what} must be a tuple, not {brief(values, SHOWN)}")
    return tuple([plain(value) for value in values])


def brief(value: object, longest: int = 80) -> str:
    """A wrong value as text, always shorter than a line."""
    text = f"an object of type {type(value).__name__}"
    if type(value) in PLAIN:
        with suppress(Exception):  # numbers too long to be written, lists within lists, parts that cannot be shown
            text = repr(value)
    return printable(text, longest)


PlainEntry: TypeAlias = tuple[Any, ...]  # the name of an entry's type, and its values
Heads: TypeAlias = dict[type, PlainEntry]  # name by type of entry
Spread: TypeAlias = dict[type, tuple[bool, ...]]  # for types with fields of several values: which fields these are


def plain_entries(journal: Iterable[PlainEntry], heads: Heads, spread: Spread) -> list[PlainEntry]:
    """Each entry as its name and its values, with fields of several values flattened."""
    plain: list[PlainEntry] = []
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
