"""Moments of games: positions to begin in, snapshots to go back to, and copies."""

import copy
import json
import pickle
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import wallenstein
from wallenstein.core.errors import ConfigError, FormatError, RuleError
from wallenstein.games import find_game
from wallenstein.games.wallenstein import names


@pytest.mark.parametrize("rivals", [None, ("settler", "random", "regent")])
def test_a_moment_is_kept_and_taken_up_again(rivals: Any) -> None:
    batch = wallenstein.batch(2, rivals=rivals)
    batch.reset(8)
    rng = np.random.default_rng(8)
    for _ in range(40):
        batch.step(batch.draw(rng))
    kept = [pickle.loads(pickle.dumps(batch.snapshot(place))) for place in range(2)]
    seen, mask = batch.observation.copy(), batch.mask.copy()
    following = []
    for _ in range(2):
        assert np.array_equal(batch.observation, seen)
        assert np.array_equal(batch.mask, mask)
        rng = np.random.default_rng(9)
        for _ in range(20):  # the games do not end: the next ones are others
            batch.step(batch.draw(rng))
        following.append(batch.observation.copy())
        for place in range(2):
            batch.restore(place, kept[place])
    assert np.array_equal(following[0], following[1])
    assert not np.array_equal(following[0], seen)


def test_a_game_begins_in_a_position(tmp_path: Path) -> None:
    game: Any = find_game("wallenstein")
    state = game.new_game(game.rules({}, Path()), 4, 5)
    rng = Random(5)
    while state.decision is None or state.decision.kind != "plan" or state.season < 1 or state.decision.seat:
        state.make(state.decision.random(rng))
    document = game.referee.write_position(state)
    file = tmp_path / "summer.json"
    file.write_text(json.dumps(document), "utf-8")
    env, alone = wallenstein.env(), wallenstein.seat_env(seat=0)
    unsaid: Any = {"book": None, "slot": 0, "acted": 0}  # a position has none of these before the actions
    for position in (document, str(file)):
        env.reset(seed=9, options={"position": position})
        assert env.agent_selection == "seat_0"
        assert env.stepped.state.view(0)._replace(**unsaid) == state.view(0)._replace(**unsaid)
        seen, _ = alone.reset(seed=9, options={"position": position})
        assert np.array_equal(seen["observation"], env.observe("seat_0")["observation"])
    env.reset(seed=9, options={"position": document})
    kept = env.snapshot()
    document["seats"][0]["thalers"] = 99  # of which the snapshot learns nothing
    env.reset(seed=1)
    env.restore(kept)
    assert env.stepped.state.view(0)._replace(**unsaid) == state.view(0)._replace(**unsaid)
    with pytest.raises(ConfigError, match="position: its rules or its number of players"):
        wallenstein.env(players=3).reset(options={"position": document})
    while state.decision is not None:
        state.make(state.decision.random(rng))
    over = game.referee.write_position(state)
    with pytest.raises(ConfigError, match="position: the game is over"):
        wallenstein.batch(2).reset(9, {"position": over})
    with pytest.raises(ConfigError, match="position: it is a document, or the path of its file"):
        env.reset(options={"position": 3})
    with pytest.raises(FormatError, match=r"players: must be a whole number from 3 to 5, not .*np\.int64\(4\)"):
        env.reset(options={"position": {"players": np.int64(4)}})
    with pytest.raises(FormatError, match=r"\[5\]: unknown key"):
        env.reset(options={"position": {5: 4}})


@pytest.mark.parametrize(
    ("season", "rule"), [("spring", "W25: an event must be drawn"), ("fall", "W70: winter begins")]
)
def test_a_position_without_enough_events_ends_in_a_sentence(season: str, rule: str) -> None:
    env = wallenstein.env(players=3)
    position = {"players": 3, "phase": "actions", "season": season, "plans": [], "acted": 3, "slot": 9, "actions": []}

    def play() -> None:
        env.reset(seed=1, options={"position": position | {"actions": list(names.ACTIONS)}})
        while env.agents:
            env.step(min(env.stepped.legal()))

    with pytest.raises(RuleError, match=rule):
        play()


def test_a_game_from_a_position_is_told_with_the_cards_of_its_season() -> None:
    position = {"players": 3, "phase": "actions", "slot": 1, "actions": ["combat-a"],
                "counties": {"anhalt": {"owner": 0, "armies": 5}, "schlesien": {"owner": 1, "armies": 5}},
                "plans": [{"actions": {"combat-a": name}, "bid": 0} for name in ("anhalt", "schlesien")]}  # fmt: skip
    env = wallenstein.env(players=3, render_mode="ansi")
    env.reset(seed=1, options={"position": position})
    while env.agent_selection == "seat_0":
        env.step(min(env.stepped.legal()))
    assert "\n1. combat A\n  Anhalt: seat_0 (red) attacks " in (env.render() or "")


def test_an_environment_goes_back_and_plays_on_the_same() -> None:
    env = wallenstein.env(reward="points")
    env.reset(seed=2)
    rng = np.random.default_rng(2)

    def play(steps: int) -> list[Any]:
        seen = []
        for _ in range(steps):
            observation, reward, *_ = env.last()
            seen.append((observation["observation"].tobytes(), reward))
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return seen

    play(90)
    kept = env.snapshot()
    rng = np.random.default_rng(3)
    first = play(60)
    env.restore(kept)
    rng = np.random.default_rng(3)
    assert [entry for entry, _ in play(60)] == [entry for entry, _ in first]
    for other in ({"edition": "first"}, {"expansions": ["emperors-court"]}, {"setup": "draft"}):
        with pytest.raises(ConfigError, match="snapshot: it is of a game with other rules, players or bots"):
            wallenstein.env(rules=other).restore(kept)


def test_the_end_of_a_game_is_kept_too() -> None:
    env, batch, rng = wallenstein.env(), wallenstein.batch(2), np.random.default_rng(4)
    env.reset(seed=4)
    while not env.stepped.over:
        env.step(int(rng.choice(list(env.stepped.legal()))))
    end = env.snapshot()
    env.restore(end)
    assert all(env.terminations.values())
    batch.reset(4)
    batch.restore(0, end)
    assert batch.done.tolist() == [1, 0]
    batch.step(batch.draw(rng))
    assert batch.mask.any(axis=1).all()


def test_moments_of_games_with_other_seats_of_bots_are_refused() -> None:
    env = wallenstein.env()
    env.reset(seed=1)
    seat, batch = wallenstein.seat_env(), wallenstein.batch(1, rivals=("random",) * 3)
    for restore in (seat.restore, partial(batch.restore, 0)):
        with pytest.raises(ConfigError, match="snapshot: it is of a game with other rules, players or bots"):
            restore(env.snapshot())


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_a_copy_has_chance_of_its_own(game: str) -> None:
    env = wallenstein.env(game=game)
    copy.deepcopy(env).reset(seed=5)
    env.reset(seed=5)
    rng = np.random.default_rng(5)

    def play(env: Any, rng: np.random.Generator) -> Any:
        for _ in range(150):
            env.step(int(rng.choice(sorted(env.stepped.legal()))))
        return env.state()

    play(env, rng)
    other = copy.deepcopy(env)
    assert np.array_equal(play(env, np.random.default_rng(6)), play(other, np.random.default_rng(6)))
    batch = wallenstein.batch(1)
    with pytest.raises(TypeError, match="a batch cannot be copied; snapshot keeps the moments of its games"):
        copy.deepcopy(batch)
