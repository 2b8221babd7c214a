"""For notebooks: `run = load("results/quickstart")`, then `run.seats` is plain pandas; and answers to questions."""

from wallenstein.analysis.comparisons import compare
from wallenstein.analysis.frames import Frame, Frames, load
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
