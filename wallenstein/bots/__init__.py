"""The imports of bot authors: for bots of any game, and for Wallenstein."""

from typing import TYPE_CHECKING, Final

from wallenstein.bots.bot import BaseBot, register
from wallenstein.core.game import Placing
from wallenstein.table.conditions import Setup

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.bot import Bot
    from wallenstein.games.wallenstein.model.decision import Decision
    from wallenstein.games.wallenstein.model.offer import Offer
    from wallenstein.games.wallenstein.model.view import View
    from wallenstein.games.wallenstein.plan import Plan

__all__ = ["BaseBot", "Bot", "Decision", "Offer", "Placing", "Plan", "Setup", "View", "register"]

WALLENSTEIN: Final = "wallenstein.games.wallenstein"
PLACES: Final = {  # below the folder of the game
    "Bot": "bot",
    "Decision": "model.decision",
    "Offer": "model.offer",
    "Plan": "plan",
    "View": "model.view",
}


def __getattr__(name: str) -> object:
    """The names of Wallenstein, imported on first use: the runner knows no game."""
    if name in PLACES:
        from importlib import import_module

        return getattr(import_module(f"{WALLENSTEIN}.{PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
