"""Objects whose attributes are set once, in their constructor: bots and the rules can share them."""

from typing import Any, Final, NoReturn

set_once: Final[Any] = object.__setattr__  # for constructors


class Unchangeable:
    """Refuses every change of an attribute."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name} is fixed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name} is fixed")
