"""The referee: plays a scenario until it says to stop, or until a decision is missing."""

from typing import Any

from wallenstein.core.errors import RuleError, WallensteinError
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.position.choice import check_choice
from wallenstein.games.wallenstein.position.document import write_position
from wallenstein.games.wallenstein.referee.scenario import Scenario, Taken
from wallenstein.games.wallenstein.referee.scripted_chance import ScriptedChance
from wallenstein.games.wallenstein.referee.until import STOP, stopping, telling_of_all


class NotAskedError(WallensteinError):
    """A decision that does not match the one needed."""

    exit_code = 1
    names_its_place = True


def play(scenario: Scenario) -> State:
    """Plays on from the scenario's position; the state has a journal of what happened.

    Raises RuleError or NotAskedError if a decision or a forced chance is illegal.
    """
    state = scenario.state
    functions = state.functions
    chance = ScriptedChance(scenario.chance, seeded(scenario.seed), functions.book, lambda: state.actions)
    state.chance = chance
    state.journal = []
    state.functions = telling_of_all(stopping(functions, scenario.until), chance.use_up)
    state.advance()
    for taken in scenario.decisions:
        if state.decision is STOP:
            break
        take(state, taken)
    if state.decision is STOP:
        state.decision = None
    state.functions = functions
    return state


def take(state: State, taken: Taken) -> None:
    """Applies a decision, if it is the one needed and legal."""
    path = taken.place.path.removesuffix(".choice")
    asked = state.decision
    if asked is None:
        raise NotAskedError(f"{path}: {taken.kind} of seat {taken.seat} does not fit; the game is over")
    if (asked.seat, asked.kind) != (taken.seat, taken.kind):
        raise NotAskedError(
            f"{path}: {taken.kind} of seat {taken.seat} does not fit; {asked.kind} of seat {asked.seat} is next"
        )
    try:
        check_choice(taken.choice, taken.place, state, asked)
    except RuleError as error:
        raise RuleError(error.rule, f"{path}: {error.text}") from None
    state.apply(taken.choice)


def write_reached(state: State) -> dict[str, Any]:
    """The position reached, and the decision that it waits for, if any."""
    document = write_position(state)
    if state.decision is not None:
        document["pending"] = {"seat": state.decision.seat, "kind": state.decision.kind}
    return document
