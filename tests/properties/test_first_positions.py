"""Positions of the first edition: written, read and written again they are the same, and play on the same."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.first_edition import FIRST, name_of, shortfalls
from tests.properties.photo import photo
from tests.properties.players import Table, random_choice
from wallenstein.games.wallenstein.names import PLAN
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.position.codec import read_choice, write_choice
from wallenstein.games.wallenstein.position.document import read_document, write_position
from wallenstein.games.wallenstein.position.place import Json
from wallenstein.games.wallenstein.referee.log_lines import log_lines
from wallenstein.games.wallenstein.referee.play import play, write_reached
from wallenstein.games.wallenstein.referee.scenario import FORMAT, read_scenario
from wallenstein.games.wallenstein.referee.scripted_chance import write_entry
from wallenstein.games.wallenstein.referee.transcript import RecordingChance, transcribe
from wallenstein.games.wallenstein.state import State

HERE = Path(__file__).parent
EVERY_TABLE = pytest.mark.parametrize("table", FIRST, ids=name_of)
HISTORY = ("journal", "won", "agenda", "draft")  # not in a position, or in another form
PLANS = ("plans",)  # a position leaves out cards that were lost; what is written is compared as such


def by_json(document: Any) -> Any:
    """The document as another program would get it."""
    return json.loads(json.dumps(document))


def read(document: dict[str, Any]) -> State:
    return read_document(Json(by_json(document)), HERE)


def table_of(state: State) -> dict[str, Any]:
    """Everything that lies on the table."""
    shown = photo(state, journal=False)
    return {name: value for name, value in shown.items() if name not in (*HISTORY, *PLANS, "decision")}


def check_round_trip(state: State) -> None:
    document = write_position(state)
    again = read(document)
    assert list(write_position(again).items()) == list(document.items())
    assert "agenda" not in document or again.agenda == [
        *state.agenda,
        *([state.decision.step] if state.decision else []),
    ]
    between = state.decision is None
    here, there = table_of(state), table_of(again)
    for name in ("slot", "acted", "actions", "tiles_on_offer") if between or "slot" not in document else ():
        here.pop(name), there.pop(name)
    assert {name: (here[name], there[name]) for name in here if here[name] != there[name]} == {}
    again.advance()
    if state.decision is not None:
        assert again.decision is not None
        assert again.decision[:2] == state.decision[:2]
        assert again.decision.step == state.decision.step
        assert again.view(state.decision.seat).declared == state.view(state.decision.seat).declared


@EVERY_TABLE
def test_every_position_is_read_as_it_was_written(table: Table) -> None:
    for seed in range(2):
        rng = Random(seed)
        state = new_game(*table, seeded(seed))
        while (asked := state.decision) is not None:
            check_round_trip(state)
            choice = random_choice(asked, rng)
            written = by_json(write_choice(asked.kind, choice, state.book))
            assert read_choice(asked.kind, Json(written), state.book) == choice
            state.apply(choice)
        assert write_position(read(write_position(state))) == write_position(state)


@EVERY_TABLE
def test_a_position_plays_on_like_the_game_it_was_taken_from(table: Table) -> None:
    recording = RecordingChance(seeded(5))
    state, rng = new_game(*table, recording), Random(5)
    positions, decisions = [], []
    while (asked := state.decision) is not None:
        positions.append((write_position(state), len(recording.outcomes)))
        choice = random_choice(asked, rng)
        written = write_choice(asked.kind, choice, state.book)
        decisions.append({"seat": asked.seat, "kind": asked.kind, "choice": written})
        state.apply(choice)
    chance = [write_entry(*outcome, state.book) for outcome in recording.outcomes]
    for number in range(0, len(positions), 9):
        position, used = positions[number]
        script = {"format": FORMAT, "position": position, "chance": chance[used:], "decisions": decisions[number:]}
        reached = play(read_scenario(Json(by_json({**script, "until": "end"})), HERE))
        assert write_reached(reached) == write_position(state)
        assert shortfalls(reached) == []


@EVERY_TABLE
def test_a_recorded_game_ends_the_same_and_can_be_told(table: Table) -> None:
    rng = Random(2)

    def choose(state: State) -> Any:
        assert state.decision is not None
        return random_choice(state.decision, rng)

    script = transcribe(*table, seeded(2), choose)
    end = play(read_scenario(Json(by_json(script)), HERE))
    assert write_position(end)["phase"] == "over"
    told = list(log_lines(end.journal or [], end.book))
    assert len(told) == len(end.journal or [])
    assert all("bid" not in line for line in told if line["entry"] == "plan")
    assert {"order", "plan", "action", "throw", "battle", "revolt"} <= {line["entry"] for line in told}


def test_a_position_in_the_middle_of_planning_remembers_what_was_declared() -> None:
    """F3: a declaration made, with another seat's, or a plan, still to come."""
    met = set()
    for seed in range(12):
        rng = Random(seed)
        state = new_game(*FIRST[2], seeded(seed))
        while (asked := state.decision) is not None:
            if state.phase == PLAN and any(state.declared):
                check_round_trip(state)
                again = read(write_position(state))
                assert again.declared == state.declared
                met.add((asked.kind, "agenda" in write_position(state)))
            state.apply(random_choice(asked, rng))
    assert met == {("declare", True), ("plan", True), ("plan", False)}
