"""Objects that are handed to bots and cannot be changed by them."""

from typing import Final, NoReturn

put: Final = object.__setattr__  # how a constructor fills a frozen object


class Frozen:
    """An object whose attributes are set once, by its constructor."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is fixed; it cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is fixed; it cannot be taken away")
