"""A game as a scenario, and a scenario as a game: writes the one, plays the other."""

from collections.abc import Callable, Sequence
from typing import Any

from wallenstein.core.scenario import pending, play_on, scenario_document, write_decisions
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.position.document import check_choice, write_position
from wallenstein.games.wallenstein.referee.scenario import (
    FORMAT,
    STOP,
    THROW,
    Scenario,
    ScriptedChance,
    stopping,
    telling_of_all,
    write_entry,
)
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import TowerChance, TowerModel

# A game as a scenario: its position at the first decision, all chance, all decisions.


class RecordingChance:
    """Records the outcomes of another chance by kind."""

    def __init__(self, chance: TowerChance) -> None:
        self.chance = chance
        self.outcomes: list[tuple[str, list[int]]] = []

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        outcome = self.chance.draw(kind, items, count)
        self.outcomes.append((kind, list(outcome)))
        return outcome

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        outcome = self.chance.throw(tower, falling, inside)
        self.outcomes.append((THROW, list(outcome)))
        return outcome

    def note(self, kind: str, items: list[int]) -> None:
        """Notes what came about without a draw, so that no later outcome of the kind is taken for it."""
        self.outcomes.append((kind, list(items)))


def transcribe(rules: Rules, players: int, chance: TowerChance, choose: Callable[[State], Any]) -> dict[str, Any]:
    """Plays a whole game with `choose` making every decision, and returns the scenario that replays it."""
    recording = RecordingChance(chance)
    state = new_game(rules, players, recording)
    recording.outcomes.clear()  # the set-up is in the position
    position = write_position(state)
    state.functions = telling_of_all(state.functions, recording.note)
    decisions = write_decisions(
        state, choose, lambda asked, choice: state.functions.kinds[asked.kind].write(choice, state.functions)
    )
    outcomes = [write_entry(kind, outcome, state.book) for kind, outcome in recording.outcomes]
    return scenario_document(FORMAT, position, outcomes, decisions)


# The referee: plays a scenario until it says to stop, or until a decision is missing.


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
