"""For notebooks: `run = load("results/quickstart")`, then `run.seats` is plain pandas; and answers to questions."""

from importlib import import_module
from typing import Any

from wallenstein.analysis.comparisons import compare
from wallenstein.analysis.frames import Frame, Frames, load
from wallenstein.games import DEFAULT, GAMES
from wallenstein.stats.grouped import estimate, win_shares

__all__ = [
    "Frame",
    "Frames",
    "action_outcomes",
    "battle_odds",
    "bids",
    "compare",
    "contested_counties",
    "estimate",
    "load",
    "majorities",
    "sources_of_points",
    "tied_bids",
    "tiles",
    "tower_memory",
    "tower_rates",
    "turn_order",
    "win_shares",
    "worth_of_holdings",
]


def __getattr__(name: str) -> Any:
    """Answers to questions are imported when one is asked, with pandas."""
    if name in __all__:
        return getattr(import_module(GAMES[DEFAULT].analysis), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
