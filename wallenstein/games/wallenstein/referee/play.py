"""The referee: plays a scenario until it says to stop, or until a decision is missing."""

from collections.abc import Callable
from typing import Any

from wallenstein.core.scenario import pending, play_on
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.position.choice import check_choice
from wallenstein.games.wallenstein.position.document import write_position
from wallenstein.games.wallenstein.referee.scenario import Scenario
from wallenstein.games.wallenstein.referee.scripted_chance import ScriptedChance
from wallenstein.games.wallenstein.referee.until import STOP, stopping, telling_of_all


def play(scenario: Scenario, watched: Callable[[Functions], Functions] = lambda functions: functions) -> State:
    """Plays on from the scenario's position; the state has a journal of what happened.

    `watched` puts functions around those of the rules. Raises RuleError or NotAskedError if a decision or a forced
    chance is illegal.
    """
    state = scenario.state
    functions = state.functions
    chance = ScriptedChance(scenario.chance, seeded(scenario.seed), functions.book, lambda: state.actions)
    state.chance = chance
    state.journal = []
    state.functions = watched(telling_of_all(stopping(functions, scenario.until), chance.use_up))
    play_on(state, scenario.decisions, check_choice, STOP)
    state.functions = functions
    return state


def write_reached(state: State) -> dict[str, Any]:
    """The position reached, and the decision that it waits for, if any."""
    return write_position(state) | pending(state.decision)
