"""Methods that look like misspelt ones of the base class: nothing calls them, and one of its names is near."""

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

NEAR: Final = 0.7  # how alike two names must be
PACKAGE: Final = "wallenstein."
REFERENCE: Final = "wallenstein.bots.reference."


def misspelt(cls: type) -> list[str]:
    """A sentence for each method that is likely to be misspelt."""
    own = [parent for parent in cls.__mro__ if not _is_base(parent)]
    known = [name for name in dir(_base(cls)) if not name.startswith("_") and callable(getattr(_base(cls), name))]
    mentioned = {name for parent in own for function in _functions(parent) for name in _names(function.__code__)}
    found = []
    for parent in own:
        for name, value in vars(parent).items():
            function = getattr(value, "__func__", value)
            if name.startswith("__") or name in known or name in mentioned or not isinstance(function, FunctionType):
                continue
            near = get_close_matches(name.strip("_").lower(), known, n=1, cutoff=NEAR)
            if near:
                code = function.__code__
                place = f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno}"
                found.append(f'nothing calls its method "{name}" ({place}); did you mean "{near[0]}"?')
    return found


def _is_base(cls: type) -> bool:
    module = cls.__module__
    return cls is object or (module.startswith(PACKAGE) and not module.startswith(REFERENCE))


def _base(cls: type) -> type:
    """The base class that comes with the package."""
    return next(parent for parent in cls.__mro__ if _is_base(parent))


def _functions(cls: type) -> Iterator[FunctionType]:
    """All functions of a class and of its module."""
    module: ModuleType | None = sys.modules.get(cls.__module__)
    for space in (vars(cls), vars(module) if module else {}):
        for value in space.values():
            yield from (part for part in _parts(value) if isinstance(part, FunctionType))


def _parts(value: Any) -> tuple[Any, ...]:
    if isinstance(value, property):
        return value.fget, value.fset, value.fdel
    return (getattr(value, "__func__", value),)


def _names(code: CodeType) -> Iterator[str]:
    """All names and texts in a function: any of them may call a method."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _names(constant)
