"""For notebooks: `run = load("results/quickstart")`, then `run.seats` is plain pandas; and answers to questions."""

from typing import TYPE_CHECKING, Any

from wallenstein.analysis.comparisons import compare
from wallenstein.analysis.frames import Frame, Frames, load
from wallenstein.stats.grouped import estimate, win_shares

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.analysis import (
        action_outcomes,
        battle_odds,
        bids,
        contested_counties,
        majorities,
        sources_of_points,
        tied_bids,
        tiles,
        tower_memory,
        tower_rates,
        turn_order,
        worth_of_holdings,
    )

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
    from wallenstein.games.wallenstein import analysis

    if name in __all__:
        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
