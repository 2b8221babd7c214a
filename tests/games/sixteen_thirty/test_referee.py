"""Games written down as scenarios are played again by the referee, with all their chance."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.sixteen_thirty.properties.games import RULES, at_every_table, finish, moments, start
from wallenstein.core.chance import NoChance
from wallenstein.core.documents import Json
from wallenstein.core.errors import WallensteinError
from wallenstein.core.seeds import stream
from wallenstein.games import find_game
from wallenstein.games.sixteen_thirty.phases.rounds import draw
from wallenstein.games.sixteen_thirty.position import write_position

GAME = find_game("sixteen-thirty")


def written_down(players: int, seed: int) -> dict[str, Any]:
    """A random game as a scenario, by the way that `wallenstein record` takes."""
    state, rng, packed = GAME.new_game(RULES, players, seed), stream(seed, "players"), []
    while (decision := state.decision) is not None:
        choice = decision.random(rng)
        packed.append(GAME.encode(GAME.shared(state.view(0)), decision, choice))
        state.apply(choice)
    return GAME.transcribe(RULES, players, seed, packed)


@at_every_table(1, 10)
def test_a_game_written_down_comes_out_the_same(players: int, seeds: range) -> None:
    for seed in seeds:
        scenario = json.loads(json.dumps(written_down(players, seed)))
        played = finish(start(players, seed), stream(seed, "players"))
        reached = GAME.play_scenario(Json({**scenario, "seed": 99}), Path())
        assert reached.position == write_position(played)
        told = list(GAME.log_lines(played, played.journal or ()))
        assert list(reached.log) == [line for line in told if line["entry"] != "markers"]  # dealt before it begins
        if players == 6:
            assert any(line["entry"] == "draw" and line["reshuffled"] for line in told)


def test_all_chance_is_in_it() -> None:
    """Without an entry the seed decides, and the game comes out differently or not at all."""
    scenario = written_down(3, 4)
    kinds = {kind for entry in scenario["chance"] for kind in entry}
    assert kinds >= {"deal", "first", "draw", "war", "end"}
    with pytest.raises(WallensteinError):
        GAME.play_scenario(Json({**scenario, "chance": [], "seed": 99}), Path())


def test_until_stops_at_the_ends_of_rounds_and_turns() -> None:
    scenario = written_down(4, 2)
    for until, phase in (("round", "rounds"), ("turn", "rounds"), ("end", "over")):
        reached = GAME.play_scenario(Json({**scenario, "until": until}), Path())
        assert reached.position["phase"] == phase
        assert "pending" not in reached.position
        if phase == "rounds":
            assert reached.position["step"] == "fade"
            assert reached.position["turn"] == (1 if until == "round" else 2)
            assert reached.position["current"] == reached.position["first"]


def test_the_referee_waits_where_a_decision_is_missing() -> None:
    scenario = {**written_down(3, 5), "until": "end"}
    for count in (0, 7, 40):
        reached = GAME.play_scenario(Json({**scenario, "decisions": scenario["decisions"][:count]}), Path())
        missing = scenario["decisions"][count]
        assert reached.position["pending"] == {"seat": missing["seat"], "kind": missing["kind"]}


def test_a_position_is_played_on_without_a_journal() -> None:
    for state, decision in moments(3, range(1), every=60):
        scenario = {
            "format": "sixteen-thirty-scenario/1",
            "position": {**write_position(state), "pending": {"seat": 0, "kind": "vote"}},
        }
        reached = GAME.play_scenario(Json(scenario), Path())
        assert reached.position["pending"] == {"seat": decision.seat, "kind": decision.kind}
        assert list(reached.log) == []


def test_an_empty_deck_without_discards_gives_nothing() -> None:
    """R23: nothing is asked of chance, and the draw is lost."""
    *_, (state, _) = moments(3, range(1))
    copy = state.copy(NoChance())
    copy.deck, copy.discard = [], []
    draw(copy)
    assert copy.hands == state.hands
    with pytest.raises(RuntimeError, match="has no chance to draw"):
        draw(state.copy(NoChance()))
