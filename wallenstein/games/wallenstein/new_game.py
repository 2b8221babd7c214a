"""The start of a game."""

from typing import Final

from wallenstein.core.game import check_players
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import SeededTowerChance, TowerChance

PLAYERS: Final = (3, 4, 5)
TITLE: Final = "Wallenstein"

# Kinds of draws that share a stream. The cards drawn must not depend on the number of ties or throws.
STREAMS: Final = {
    "actions": "cards", "tiles": "cards", "events": "cards", "event": "cards", "tie": "ties", "revolts": "ties",
}  # fmt: skip


def seeded(seed: int) -> SeededTowerChance:
    return SeededTowerChance(seed, STREAMS)


def new_game(rules: Rules, players: int, chance: TowerChance, journal: bool = False) -> State:
    """A game at its first decision. W1: 3 to 5 players."""
    check_players(f"W1: {TITLE}", PLAYERS, players)
    state = State(functions(rules, players), chance)
    state.journal = [] if journal else None
    state.agenda.extend(reversed(state.functions.setup))
    state.advance()
    return state
