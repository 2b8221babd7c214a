"""A scenario of Wallenstein: what of it only this game knows how to read."""

from pathlib import Path
from typing import Any, Final, TypeAlias

from wallenstein.core.json.place import Json
from wallenstein.core.scenario import Scenario as AnyScenario
from wallenstein.core.scenario import ScenarioFormat
from wallenstein.games.wallenstein.editions import all_kinds
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.position.document import read_position
from wallenstein.games.wallenstein.referee.scripted_chance import Forced, read_entry
from wallenstein.games.wallenstein.referee.until import UNTIL

FORMAT: Final = "wallenstein-scenario/1"
Scenario: TypeAlias = AnyScenario[State, Forced]


def kinds(state: State) -> dict[str, Kind[Any, Any]]:
    """All kinds: one that the rules in play do not have is well formed, and never asked for."""
    return {**all_kinds(), **state.functions.kinds}


SCENARIOS: Final = ScenarioFormat[State, Forced](
    name=FORMAT,
    example='{"seat": 0, "kind": "march", "choice": …}',
    stops=tuple(UNTIL),
    read_position=read_position,
    read_chance=lambda entry, state: read_entry(entry, state.book),
    kinds=kinds,
    players=lambda state: state.book.players,
    read_choice=lambda kind, place, state: kinds(state)[kind].read(place, state.functions),
)


def read_scenario(place: Json, base: Path) -> Scenario:
    """The scenario in a document; FormatError names the place of a mistake."""
    return SCENARIOS.read(place, base)
