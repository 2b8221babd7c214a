"""For notebooks: `run = load("results/quickstart")`, then `run.seats` is plain pandas; and answers to questions."""

from wallenstein.analysis.frame import Frame
from wallenstein.analysis.frames import Frames, load
from wallenstein.analysis.results import estimate, win_shares
from wallenstein.games.wallenstein.analysis.actions import action_outcomes
from wallenstein.games.wallenstein.analysis.battles import battle_odds, tower_memory, tower_rates
from wallenstein.games.wallenstein.analysis.bidding import bids, tied_bids, tiles, turn_order
from wallenstein.games.wallenstein.analysis.lands import contested_counties, majorities
from wallenstein.games.wallenstein.analysis.points import sources_of_points, worth_of_holdings

__all__ = [
    "Frame",
    "Frames",
    "action_outcomes",
    "battle_odds",
    "bids",
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
