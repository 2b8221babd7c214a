"""A JSON value and its place in the document, so that every error can name it."""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final, NoReturn

from wallenstein.core.errors import FormatError
from wallenstein.core.json.text import WHOLE, path_to
from wallenstein.core.words import did_you_mean, printable

MOST: Final = 1_000_000  # limit for anything that the rules do not limit
SHOWN: Final = 40  # characters of a wrong value in an error


class Json:
    """A value of a document with its path."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, text: str) -> NoReturn:
        """Raises FormatError for this value."""
        raise FormatError(self.path or WHOLE, text)

    def wanted(self, what: str) -> NoReturn:
        """Raises FormatError: the value is not what is wanted."""
        self.fail(f"must be {what}, not {in_brief(self.value)}")

    def at(self, key: str | int) -> "Json":
        """The member or item of that key."""
        return Json(self.value[key], path_to(self.path, key))

    def whole(self, low: int = 0, high: int = MOST) -> int:
        """A whole number within bounds."""
        value = self.value
        if type(value) is not int or not low <= value <= high:
            self.wanted(f"a whole number from {low} to {high}")
        return value

    def integer(self) -> int:
        """Any whole number of sensible size."""
        value = self.value
        if type(value) is not int or abs(value) > MOST:
            self.wanted("a whole number")
        return value

    def truth(self) -> bool:
        """True or false."""
        value = self.value
        if type(value) is not bool:
            self.wanted("true or false")
        return value

    def text(self, what: str) -> str:
        """A string."""
        value = self.value
        if type(value) is not str:
            self.wanted(what)
        return value

    def code(self, names: Sequence[str], what: str) -> int:
        """The index of a name among the names; an error suggests near matches."""
        name = self.text(f"the name of {what}")
        if name not in names:
            self.fail(f'"{printable(name, SHOWN)}" is not {what}; {did_you_mean(name[:SHOWN], names)}')
        return names.index(name)

    def items(self) -> "list[Json]":
        """The items of a list."""
        if type(self.value) is not list:
            self.wanted("a list")
        return [self.at(number) for number in range(len(self.value))]

    def codes(self, names: Sequence[str], what: str) -> list[int]:
        """A list of different names, as their indices among the names."""
        found: list[int] = []
        for item in self.items():
            code = item.code(names, what)
            if code in found:
                item.fail(f'"{item.value}" is listed twice')
            found.append(code)
        return found

    def entries(self) -> "dict[str, Json]":
        """The members of an object, whatever their keys."""
        if not isinstance(self.value, dict):
            self.wanted("an object")
        return {key: self.at(key) for key in self.value}

    def members(self, known: Collection[str]) -> "dict[str, Json]":
        """The members of an object with known keys; an error suggests a near match for an unknown one."""
        members = self.entries()
        for key, place in members.items():
            if key not in known:
                place.fail(f"unknown key; {did_you_mean(key[:SHOWN], known)}")
        return members


def in_brief(value: Any) -> str:
    """A wrong value, short enough for a line."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False)
    return printable(text, SHOWN)
