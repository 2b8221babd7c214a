"""Positions of whole random games: written, read and written again they are the same, and play on the same."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.position.codec import read_choice, write_choice
from wallenstein.games.wallenstein.position.document import read_document, write_position
from wallenstein.games.wallenstein.position.place import Json
from wallenstein.games.wallenstein.referee import play as referee
from wallenstein.games.wallenstein.referee.play import play, take, write_reached
from wallenstein.games.wallenstein.referee.scenario import FORMAT, Taken, read_scenario
from wallenstein.games.wallenstein.referee.scripted_chance import ScriptedChance, write_entry
from wallenstein.games.wallenstein.referee.transcript import RecordingChance, transcribe
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.state import State

HERE = Path(__file__).parent
TABLES = [(setup, players) for setup in ("default", "draft") for players in (3, 4, 5)]


def choose(state: State, rng: Random) -> Any:
    """Any legal choice."""
    asked = state.decision
    assert asked is not None
    if asked.kind == "plan":
        return asked.options.random(rng)
    return asked.options[int(rng.random() * len(asked.options))]


def by_json(document: dict[str, Any]) -> dict[str, Any]:
    """The document as another program would get it."""
    read: dict[str, Any] = json.loads(json.dumps(document))
    return read


def read(document: dict[str, Any]) -> State:
    return read_document(Json(by_json(document)), HERE)


def run(position: dict[str, Any], **rest: Any) -> State:
    """Plays a scenario from the position."""
    return play(read_scenario(Json(by_json({**rest, "format": FORMAT, "position": position})), HERE))


@pytest.mark.parametrize(("setup", "players"), TABLES)
def test_reading_and_writing_gives_the_same_position_at_every_decision(setup: str, players: int) -> None:
    for seed in range(3):
        rng = Random(seed)
        state = new_game(Rules(setup=setup), players, seeded(seed))
        while state.decision is not None:
            document = write_position(state)
            again = read(document)
            assert list(write_position(again).items()) == list(document.items())
            assert again.supply == state.supply
            assert again.stock == state.stock
            assert again.agenda == [*state.agenda, state.decision.step] or "agenda" not in document
            state.apply(choose(state, rng))
        assert write_position(read(write_position(state))) == write_position(state)


@pytest.mark.parametrize(("setup", "players"), TABLES)
def test_every_choice_is_read_as_it_was_written(setup: str, players: int) -> None:
    rng = Random(5)
    state = new_game(Rules(setup=setup), players, seeded(5))
    while (asked := state.decision) is not None:
        choice = choose(state, rng)
        written = json.loads(json.dumps(write_choice(asked.kind, choice, state.book)))
        assert read_choice(asked.kind, Json(written), state.book) == choice
        state.apply(choice)


def record(state: State, recording: RecordingChance, rng: Random) -> tuple[list[Any], list[Any], list[Any]]:
    """Plays to the end; positions at every decision with how much chance was used before, entries, decisions."""
    moments: list[tuple[dict[str, Any], int]] = []
    decisions = []
    while (asked := state.decision) is not None:
        moments.append((write_position(state), len(recording.outcomes)))
        choice = choose(state, rng)
        decisions.append(
            {"seat": asked.seat, "kind": asked.kind, "choice": write_choice(asked.kind, choice, state.book)}
        )
        state.apply(choice)
    return moments, [write_entry(*outcome, state.book) for outcome in recording.outcomes], decisions


@pytest.mark.parametrize(("setup", "players"), TABLES)
def test_a_position_plays_on_like_the_game_it_was_taken_from(setup: str, players: int) -> None:
    recording = RecordingChance(seeded(players))
    state = new_game(Rules(setup=setup), players, recording)
    moments, chance, decisions = record(state, recording, Random(players))
    end = write_position(state)
    for number in range(0, len(moments), 7):
        position, used = moments[number]
        reached = run(position, chance=chance[used:], decisions=decisions[number:], until="end")
        assert write_reached(reached) == end


def a_game(setup: str, players: int, seed: int) -> dict[str, Any]:
    """A whole random game as a scenario."""
    rng = Random(seed)
    return transcribe(Rules(setup=setup), players, seeded(seed), lambda state: choose(state, rng))


@pytest.mark.parametrize(("setup", "players"), TABLES)
def test_a_recorded_game_ends_in_the_same_position_again(setup: str, players: int) -> None:
    for seed in range(4):
        recording = RecordingChance(seeded(seed))
        state = new_game(Rules(setup=setup), players, recording)
        rng = Random(seed)
        while state.decision is not None:
            state.apply(choose(state, rng))
        script = by_json(a_game(setup, players, seed))
        assert write_reached(play(read_scenario(Json(script), HERE))) == write_position(state)


@pytest.mark.parametrize(("setup", "players"), TABLES)
@pytest.mark.parametrize(("until", "stops"), [("slot", 67), ("season", 8), ("year", 2)])
def test_piece_by_piece_the_game_is_the_same(
    setup: str, players: int, until: str, stops: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Taken] = []

    def counted(state: State, given: Taken) -> None:
        taken.append(given)
        take(state, given)

    monkeypatch.setattr(referee, "take", counted)
    script = a_game(setup, players, 30 + players)
    end = write_reached(run(**script))
    position, chance, decisions = script["position"], script["chance"], script["decisions"]
    reached = []
    while position["phase"] != "over":
        taken.clear()
        state = run(position, chance=chance, decisions=decisions, until=until)
        position = write_reached(state)
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
    script = a_game("default", 4, 1)
    slot = write_reached(run(script["position"], decisions=script["decisions"], chance=script["chance"], until="slot"))
    assert (slot["phase"], slot["slot"], slot["acted"]) == ("actions", 1, 0)
    season = write_reached(run(**{**script, "until": "season"}))
    assert (season["season"], season["phase"], season["slot"], season["acted"]) == ("spring", "actions", 10, 4)
    assert (season["events"]["current"], season["plans"], season["tiles"]) == (None, [], {})
    year = write_reached(run(**{**script, "until": "year"}))
    assert (year["year"], year["season"], year["phase"]) == (1, "winter", "winter")
    assert year["agenda"] == [["season", 2, 0]]
    assert len(year["events"]["open"]) == 4
