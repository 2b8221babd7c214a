"""A game as a scenario: its position at the first decision, all chance, all decisions."""

from collections.abc import Callable, Sequence
from typing import Any

from wallenstein.core.luck.chance import Chance
from wallenstein.core.scenario import scenario_document, write_decisions
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.new_game import new_game
from wallenstein.games.sixteen_thirty.position.document import write_position
from wallenstein.games.sixteen_thirty.referee.scenario import FORMAT
from wallenstein.games.sixteen_thirty.referee.scripted_chance import DICE, RESHUFFLE, write_entry
from wallenstein.games.sixteen_thirty.rules import Rules


class RecordingChance:
    """Records the outcomes of another chance by kind, those of one event together."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.outcomes: list[tuple[str, list[int]]] = []

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        outcome = self.chance.draw(kind, items, count)
        last = self.outcomes[-1] if self.outcomes else ("", [])
        if kind == RESHUFFLE or (kind == last[0] == "war" and len(last[1]) < 2 * DICE):
            last[1].extend(outcome)
        else:
            self.outcomes.append((kind, list(outcome)))
        return outcome


def transcribe(rules: Rules, players: int, chance: Chance, choose: Callable[[State], Any]) -> dict[str, Any]:
    """Plays a whole game with `choose` making every decision, and returns the scenario that replays it."""
    recording = RecordingChance(chance)
    state = new_game(rules, players, recording)
    recording.outcomes.clear()  # the markers are in the position
    position = write_position(state)
    decisions = write_decisions(
        state, choose, lambda asked, choice: state.course.kinds[asked.kind].write(choice, state.course)
    )
    outcomes = [write_entry(kind, outcome, players) for kind, outcome in recording.outcomes]
    return scenario_document(FORMAT, position, outcomes, decisions)
