"""Tournaments for bots that play the board game Wallenstein."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from wallenstein import compiled  # noqa: F401 (first of all: it decides which form of the rules is imported)

if TYPE_CHECKING:
    from wallenstein.bots import Bot, Plan, register
    from wallenstein.bots.match import play
    from wallenstein.environment import batch, env, seat_env, vector_env
    from wallenstein.python import TournamentRun, run, show_game, show_replay, show_report

__version__ = "0.1.0"
__all__ = [
    "Bot", "Plan", "TournamentRun", "__version__", "batch", "env", "play", "register", "run", "seat_env", "show_game",
    "show_replay", "show_report", "vector_env",
]  # fmt: skip

PLACES: Final = {  # which module has what
    "Bot": "wallenstein.bots",
    "Plan": "wallenstein.bots",
    "TournamentRun": "wallenstein.python",
    "batch": "wallenstein.environment",
    "env": "wallenstein.environment",
    "play": "wallenstein.bots.match",
    "register": "wallenstein.bots",
    "run": "wallenstein.python",
    "show_game": "wallenstein.python",
    "show_replay": "wallenstein.python",
    "show_report": "wallenstein.python",
    "seat_env": "wallenstein.environment",
    "vector_env": "wallenstein.environment",
}


def __getattr__(name: str) -> object:
    """The names that others import, loaded when first used: the command line needs none of it."""
    if name in PLACES:
        return getattr(import_module(PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
