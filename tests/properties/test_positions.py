"""Positions: written, read and written again they are the same, and play on the same."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.properties import HERE
from tests.properties.photo import photo
from tests.properties.players import Table, at_every_table, finish, moments, random_choice, start
from tests.properties.supplies import shortfalls
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.referee.scenario import REFEREE, RecordedThrows, write_entry

APART = ("journal", "won", "agenda", "draft", "decision")  # not in a position, or in another form
PLANS = ("plans",)  # a position leaves out cards that were lost; what is written is compared as such
SEASON = ("slot", "seats_done", "actions", "tiles_on_offer")  # written from the order of the actions on


def by_json(document: Any) -> Any:
    """The document as another program would get it."""
    return json.loads(json.dumps(document))


def read(document: dict[str, Any]) -> State:
    """The state of this position."""
    return read_position(Json(by_json(document)), HERE)


def check_round_trip(state: State) -> State:
    """The position of this state is read as it was written; the state that was read, at its decision."""
    document = write_position(state)
    again = read(document)
    assert list(write_position(again).items()) == list(document.items())
    asked = [state.decision.step] if state.decision else []
    assert "agenda" not in document or again.agenda == [*state.agenda, *asked]
    apart = (*APART, *PLANS, *(() if "slot" in document else SEASON))
    here, there = photo(state, journal=False), photo(again, journal=False)
    assert {name: (here[name], there[name]) for name in here if name not in apart and here[name] != there[name]} == {}
    again.advance()
    if state.decision is not None:
        assert again.decision is not None
        assert again.decision[:2] == state.decision[:2]
        assert again.decision.step == state.decision.step
    return again


@at_every_table(range(1), range(100, 102))
def test_every_position_is_read_as_it_was_written(table: Table, seeds: range) -> None:
    for state, _ in moments(table, seeds, every=3 if len(seeds) == 1 else 1):
        check_round_trip(state)
    assert state.decision is None
    check_round_trip(state)


def record(table: Table, seed: int) -> tuple[list[tuple[dict[str, Any], int]], list[Any], list[Any], State]:
    """A game: its positions, with the number of outcomes before each; its outcomes; its decisions; its end."""
    recording = RecordedThrows(seeded(seed))
    state, rng = start(table, seed, recording), Random(seed)
    positions, decisions = [], []
    while (asked := state.decision) is not None:
        positions.append((write_position(state), len(recording.outcomes)))
        choice = random_choice(asked, rng)
        written = state.functions.kinds[asked.kind].write(choice, state.functions)
        decisions.append({"seat": asked.seat, "kind": asked.kind, "choice": written})
        state.apply(choice)
    return positions, [write_entry(*outcome, state.book) for outcome in recording.outcomes], decisions, state


@at_every_table(range(5, 6), range(104, 106))
def test_a_position_plays_on_like_the_game_it_was_taken_from(table: Table, seeds: range) -> None:
    for seed in seeds:
        positions, chance, decisions, end = record(table, seed)
        for number in range(0, len(positions), 20 if len(seeds) == 1 else 7):
            position, used = positions[number]
            script = {
                "format": REFEREE.name,
                "position": position,
                "chance": chance[used:],
                "decisions": decisions[number:],
            }
            reached = REFEREE.play(REFEREE.read(Json(by_json({**script, "until": "end"})), HERE))
            assert REFEREE.write_reached(reached) == write_position(end)
            assert shortfalls(reached) == []


@at_every_table(range(2, 3), range(108, 110))
def test_a_recorded_game_ends_the_same_and_can_be_told(table: Table, seeds: range) -> None:
    for seed in seeds:
        script = REFEREE.transcribe(*table, seeded(seed), chooser(Random(seed)))
        end = REFEREE.play(REFEREE.read(Json(by_json(script)), HERE))
        assert REFEREE.write_reached(end) == write_position(finish(start(table, seed), Random(seed)))
        assert end.phase == OVER
        told = list(Wallenstein().log_lines(end, end.journal or []))
        assert len(told) == len(end.journal or [])
        first = table[0].edition == "first"
        assert all(("bid" in line) != first for line in told if line["entry"] == "plan")
        assert {"order", "plan", "action", "throw", "battle", "revolt"} <= {line["entry"] for line in told}


def chooser(rng: Random) -> Callable[[State], Any]:
    """Takes every decision at random."""

    def choose(state: State) -> Any:
        assert state.decision is not None
        return random_choice(state.decision, rng)

    return choose
