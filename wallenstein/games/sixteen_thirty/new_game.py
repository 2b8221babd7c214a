"""The start of a game."""

from typing import Final

from wallenstein.core.chance import Chance, SeededChance
from wallenstein.core.game import check_players
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.phases.course import functions
from wallenstein.games.sixteen_thirty.rules import PLAYERS, TITLE, Rules

# Kinds of draws that share a stream. Which cards come must not depend on how many wars there were.
STREAMS: Final = {"markers": "set-up", "deal": "set-up", "first": "set-up", "draw": "cards", "reshuffle": "cards"}


def seeded(seed: int) -> SeededChance:
    """The chance of a game, from its seed."""
    return SeededChance(seed, STREAMS)


def new_game(rules: Rules, players: int, chance: Chance, journal: bool = False) -> State:
    """A game at its first decision."""
    check_players(TITLE, PLAYERS, players)
    state = State(functions(rules, players), chance)
    state.journal = [] if journal else None
    state.advance()
    return state
