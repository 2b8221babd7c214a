"""Types of options: which values of a configuration fit one, and how it is told in words."""

from collections.abc import Callable
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

WORDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", NoneType: ""}


def converted(wanted: Any, value: Any) -> Any:
    """The value as the constructor wants it; ValueError if it does not fit. No true for 1, and no "2" for 2."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if wanted is Any or wanted is object:
        return value
    if wanted is float and type(value) is int:
        return float(value)
    if origin is Literal:
        for choice in inner:
            if type(choice) is type(value) and choice == value:
                return choice
    elif origin in (Union, UnionType):
        return _first_that_fits(inner, value)
    elif origin in (list, tuple) and type(value) is list:
        return _sequence(origin, inner, value)
    elif isinstance(wanted, type) and issubclass(wanted, Enum):
        for member in wanted:
            if value == member.name:
                return member
    elif (wanted in WORDS and type(value) is wanted) or (wanted in (list, dict) and type(value) is wanted):
        return value
    raise ValueError(value)


def described(wanted: Any) -> str:
    """What fits, in words."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if wanted is Any or wanted is object:
        return "any value"
    if origin is Literal:
        return _either([_quoted(choice) for choice in inner])
    if origin in (Union, UnionType):
        return _either([described(one) for one in inner if one is not NoneType])
    if origin in (list, tuple):
        return f"a list, each {_either([described(one) for one in inner if one is not Ellipsis])}"
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return _either([_quoted(member.name) for member in wanted])
    if wanted in (list, dict):
        return "a list" if wanted is list else "a table"
    return WORDS.get(wanted, f"a {getattr(wanted, '__name__', wanted)}, which a configuration cannot write")


def normal(value: Any) -> Any:
    """The value as a configuration writes it."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, list | tuple):
        return [normal(item) for item in value]
    return value if type(value) in (bool, int, float, str, dict) else repr(value)


def _first_that_fits(choices: tuple[Any, ...], value: Any) -> Any:
    # exact types first, so that 2 stays 2 for `float | int`
    for choice in sorted(choices, key=lambda choice: choice is not type(value)):
        try:
            return converted(choice, value)
        except ValueError:
            continue
    raise ValueError(value)


def _sequence(make: Callable[[list[Any]], Any], inner: tuple[Any, ...], value: list[Any]) -> Any:
    fixed = make is tuple and Ellipsis not in inner
    if fixed and len(inner) != len(value):
        raise ValueError(value)
    kinds = inner if fixed else [inner[0]] * len(value)
    return make([converted(kind, item) for kind, item in zip(kinds, value, strict=True)])


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
