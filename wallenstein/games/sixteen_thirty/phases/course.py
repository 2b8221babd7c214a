"""The course of the game: which function does each step and stage, and all kinds of decisions."""

from functools import lru_cache
from typing import Any, Final

from wallenstein.games.sixteen_thirty.model.book import make_book
from wallenstein.games.sixteen_thirty.model.sample import plays_by
from wallenstein.games.sixteen_thirty.model.state import Course, Kind, State, StepFunction
from wallenstein.games.sixteen_thirty.phases import (
    bidding,
    lobby,
    market,
    rounds,
    scoring,
    setup,
    special,
    unrest,
    visible,
    voting,
)
from wallenstein.games.sixteen_thirty.rules import Rules

ALL_KINDS: Final[tuple[Kind[Any, Any], ...]] = (
    setup.PASSING,
    setup.DISPLAYING,
    rounds.FADING,
    special.PLAYING,
    lobby.LOBBYING,
    bidding.BIDDING,
    voting.VOTING,
    unrest.LOSING,
    rounds.PUTTING,
    market.EXCHANGING,
    market.COLLECTING,
)
KINDS: Final[dict[str, Kind[Any, Any]]] = {kind.name: kind for kind in ALL_KINDS}


def nothing(state: State) -> None:
    """What is done when the game is over, and in the stage that is none."""


STEPS: Final[tuple[StepFunction, ...]] = (
    setup.pass_markers,
    setup.open_displays,
    rounds.fade,
    rounds.draw,
    special.special,
    lobby.lobby,
    rounds.to_market,
    scoring.score,
    market.exchange,
    market.collect,
    nothing,
)
STAGES: Final[tuple[StepFunction, ...]] = (nothing, bidding.bid, voting.vote, voting.lose)


@lru_cache(maxsize=64)
def course(rules: Rules, players: int) -> Course:
    """What a game of so many players with these rules is played by."""
    return Course(make_book(rules, players), STEPS, STAGES, KINDS, visible.make_view)


plays_by(course)
