"""Tournaments for bots that play the board game Wallenstein."""

from typing import TYPE_CHECKING, Any

from wallenstein import compiled  # noqa: F401 (first of all: it decides which form of the rules is imported)

if TYPE_CHECKING:
    from wallenstein.bots import Bot, Plan, register

__version__ = "0.1.0"
__all__ = ["Bot", "Plan", "__version__", "register"]


def __getattr__(name: str) -> Any:
    """What a bot author imports, loaded when first asked for: the command line needs none of it."""
    if name in __all__:
        from wallenstein import bots

        return getattr(bots, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
