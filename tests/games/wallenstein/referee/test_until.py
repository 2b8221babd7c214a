"""A whole random game, played on piece by piece from the position where it stopped, stays the same game."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.players import BASE, ONE_EACH, Table, name_of
from tests.properties.test_positions import chooser, read
from wallenstein.core.documents import Json
from wallenstein.core.scenario import Taken
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.position.document import write_position
from wallenstein.games.wallenstein.referee.scenario import REFEREE, ScriptedChance, write_entry

HERE = Path(__file__).parent
SIEVE = tuple(table for table in BASE if dict(table[0].tower_options)["model"] == "sieve")


def run(position: dict[str, Any], **rest: Any) -> State:
    """Plays a scenario from the position."""
    document = json.loads(json.dumps({**rest, "format": REFEREE.name, "position": position}))
    return REFEREE.play(REFEREE.read(Json(document), HERE))


def a_game(table: Table, seed: int) -> dict[str, Any]:
    """A whole random game as a scenario."""
    return REFEREE.transcribe(*table, seeded(seed), chooser(Random(seed)))


@pytest.mark.parametrize("table", [*SIEVE, *ONE_EACH[1:]], ids=name_of)
@pytest.mark.parametrize(("until", "stops"), [("slot", 67), ("season", 8), ("year", 2)])
def test_piece_by_piece_the_game_is_the_same(
    table: Table, until: str, stops: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Taken] = []

    take = REFEREE.take

    def counted(state: State, given: Taken) -> None:
        taken.append(given)
        take(state, given)

    monkeypatch.setattr(REFEREE, "take", counted)
    script = a_game(table, 30 + table[1])
    end = REFEREE.write_reached(run(**script))
    position, chance, decisions = script["position"], script["chance"], script["decisions"]
    reached = []
    while position["phase"] != "over":
        taken.clear()
        state = run(position, chance=chance, decisions=decisions, until=until)
        position = REFEREE.write_reached(state)
        reached.append((position["year"], position["season"], position.get("slot"), position.get("acted")))
        assert "pending" not in position
        assert write_position(read(position)) == position
        assert isinstance(state.chance, ScriptedChance)
        left = [entry for queue in state.chance.queues.values() for entry in queue]
        chance = [write_entry(entry.kind, entry.outcome, state.book) for entry in left]
        decisions = decisions[len(taken) :]
    assert position == end
    assert not decisions
    assert len(set(reached)) == len(reached) == stops


def test_slots_seasons_and_years_stop_where_they_are_complete() -> None:
    script = a_game(SIEVE[1], 1)
    slot = REFEREE.write_reached(run(**{**script, "until": "slot"}))
    assert (slot["phase"], slot["slot"], slot["acted"]) == ("actions", 1, 0)
    season = REFEREE.write_reached(run(**{**script, "until": "season"}))
    assert (season["season"], season["phase"], season["slot"], season["acted"]) == ("spring", "actions", 10, 4)
    assert (season["events"]["current"], season["plans"], season["tiles"]) == (None, [], {})
    year = REFEREE.write_reached(run(**{**script, "until": "year"}))
    assert (year["year"], year["season"], year["phase"]) == (1, "winter", "winter")
    assert year["agenda"] == [["season", 2, 0]]
    assert len(year["events"]["open"]) == 4
