"""A scenario of Sixteen Thirty Something: what of it only this game knows how to read."""

from pathlib import Path
from typing import Final, TypeAlias

from wallenstein.core.json.place import Json
from wallenstein.core.scenario import Scenario as AnyScenario
from wallenstein.core.scenario import ScenarioFormat
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.position.document import NAME, read_position
from wallenstein.games.sixteen_thirty.referee.scripted_chance import Forced, read_entry

FORMAT: Final = f"{NAME}-scenario/1"
Scenario: TypeAlias = AnyScenario[State, Forced]

SCENARIOS: Final = ScenarioFormat[State, Forced](
    name=FORMAT,
    example='{"seat": 0, "kind": "vote", "choice": "red"}',
    stops=("decision", "round", "turn", "end"),
    read_position=read_position,
    read_chance=lambda entry, state: read_entry(entry),
    kinds=lambda state: state.course.kinds,
    players=lambda state: state.book.players,
    read_choice=lambda kind, place, state: state.course.kinds[kind].read(place, state.course),
)


def read_scenario(place: Json, base: Path) -> Scenario:
    """The scenario in a document; FormatError names the place of a mistake."""
    return SCENARIOS.read(place, base)
