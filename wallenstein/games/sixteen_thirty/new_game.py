"""The start of a game."""

from typing import Final

from wallenstein.core.chance import Chance, SeededChance
from wallenstein.core.game import check_players
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.phases.course import functions
from wallenstein.games.sixteen_thirty.rules import PLAYERS, TITLE, Rules

# Kinds of draws that share a stream. The cards drawn must not depend on the number of wars.
STREAMS: Final = {"markers": "set-up", "deal": "set-up", "first": "set-up", "draw": "cards", "reshuffle": "cards"}


def seeded(seed: int) -> SeededChance:
    return SeededChance(seed, STREAMS)


def new_game(rules: Rules, players: int, chance: Chance, journal: bool = False) -> State:
    check_players(TITLE, PLAYERS, players)
    state = State(functions(rules, players), chance)
    state.journal = [] if journal else None
    state.advance()
    return state
