"""The referee: plays a scenario until it says to stop, or until a decision is missing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.scenario import pending, play_on
from wallenstein.games.sixteen_thirty.model.decision import Decision
from wallenstein.games.sixteen_thirty.model.state import Course, State, StepFunction
from wallenstein.games.sixteen_thirty.names import FADE, NO_STAGE, NONE, PHASE_OF, SCORING
from wallenstein.games.sixteen_thirty.new_game import seeded
from wallenstein.games.sixteen_thirty.position.choice import check_choice
from wallenstein.games.sixteen_thirty.position.document import write_position
from wallenstein.games.sixteen_thirty.referee.scenario import Scenario
from wallenstein.games.sixteen_thirty.referee.scripted_chance import ScriptedChance

STOP: Final = Decision(NONE, "stop", (), ())  # takes the place of a decision, so that the rules wait


def play(scenario: Scenario, watched: Callable[[Course], Course] = lambda course: course) -> State:
    """Plays on from the scenario's position; the state has a journal of what happened.

    `watched` puts functions around those of the rules. Raises RuleError or NotAskedError if a decision or a forced
    chance is illegal.
    """
    state = scenario.state
    course = state.course
    state.chance = ScriptedChance(scenario.chance, seeded(scenario.seed), state)
    state.journal = []
    state.course = watched(stopping(state, scenario.until))
    play_on(state, scenario.decisions, check_choice, STOP)
    state.course = course
    return state


def stopping(state: State, until: str) -> Course:
    """The same rules, except that the game stops where the scenario says: before a round, or before a turn's first."""
    if until not in ("round", "turn"):
        return state.course
    steps = list(state.course.steps)
    if until == "round":
        begun = state.step if state.stage == NO_STAGE else NONE  # where the game stands does not count
        for step in (FADE, SCORING):
            steps[step] = stopping_before(steps[step], lambda state: True, step == begun)
    else:
        last = state.turn if PHASE_OF[state.step] == "market" else state.turn + 1
        steps[FADE] = stopping_before(steps[FADE], lambda state: state.turn == last, False)
    return replace(state.course, steps=tuple(steps))


def stopping_before(do: StepFunction, reached: Callable[[State], bool], stands_there: bool) -> StepFunction:
    """The step's function, with a stop in its place; the first time not, if the game stands there already."""
    waiting = [stands_there]

    def run(state: State) -> None:
        if waiting[0] or not reached(state):
            waiting[0] = False
            do(state)
        else:
            state.decision = STOP

    return run


def write_reached(state: State) -> dict[str, Any]:
    """The position reached, and the decision that it waits for, if any."""
    return write_position(state) | pending(state.decision)
