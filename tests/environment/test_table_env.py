"""The environment for PettingZoo: its own tests, for every table; rewards; what is refused; the game as text."""

import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import wallenstein
from tests.environment.tables import GAMES, Table, by_rules
from tests.together import together
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.game import Placing
from wallenstein.environment.agents import TableEnv
from wallenstein.environment.stepped_game import final_rewards
from wallenstein.games import find_game

DICTIONARY = "Observation.*(gymnasium.spaces.box|not a NumPy array)"  # PettingZoo's own masked games get this, too
CYCLES = 10  # times the number of agents: into the second season


def made(table: Table, **options: str) -> TableEnv:
    return wallenstein.env(table.players, table.rules, table.game, **options)


def played(env: TableEnv, seed: int | None, rng: Random) -> dict[str, float]:
    """A random game; the sum of everybody's rewards."""
    env.reset(seed=seed)
    sums = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        sums[agent] += reward
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over else int(rng.choice(list(legal))))
    return sums


@together(by_rules(*GAMES))
def test_pettingzoo_finds_no_fault(table: Table) -> None:
    with warnings.catch_warnings(), redirect_stdout(StringIO()) as out:
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", DICTIONARY)
        api_test(made(table), num_cycles=CYCLES)
    seed_test(partial(made, table), num_cycles=CYCLES)
    assert "Passed API test" in out.getvalue()


@pytest.mark.long
@together(by_rules(*GAMES))
def test_pettingzoo_finds_no_fault_in_whole_games(table: Table) -> None:
    one, other = made(table), made(table)
    with warnings.catch_warnings(), redirect_stdout(StringIO()) as out:
        warnings.filterwarnings("ignore", DICTIONARY)
        api_test(made(table), num_cycles=1000)
        seed_test(partial(next, iter((one, other))), num_cycles=1000)
    assert "Passed API test" in out.getvalue()
    assert one.stepped.over
    assert one.stepped.state.result() == other.stepped.state.result()


@pytest.mark.parametrize("game", GAMES)
def test_rewards_of_places_sum_up_to_nothing_and_points_to_the_score(game: str) -> None:
    assert sum(played(wallenstein.env(game=game), 3, Random(3)).values()) == pytest.approx(0)
    env = wallenstein.env(game=game, reward="points")
    sums = played(env, 3, Random(3))
    assert list(sums.values()) == [placing.score for placing in env.stepped.state.result()]
    assert sum(played(wallenstein.env(game=game, reward="win"), 3, Random(3)).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("ranks", "rank", "win"),
    [
        ((1, 2, 3, 4), (1, 1 / 3, -1 / 3, -1), (1, 0, 0, 0)),
        ((1, 1, 3), (0.5, 0.5, -1), (0.5, 0.5, 0)),
        ((2, 1, 2), (-0.5, 1, -0.5), (0, 1, 0)),
    ],
)
def test_final_rewards(ranks: Sequence[int], rank: Sequence[float], win: Sequence[float]) -> None:
    result = [Placing(seat, place, 0) for seat, place in enumerate(ranks)]
    assert final_rewards("rank", result) == pytest.approx(rank)
    assert final_rewards("win", result) == pytest.approx(win)
    assert final_rewards("points", result) == [0.0] * len(ranks)


def test_a_seed_begins_the_game_of_that_seed_and_more_follow_from_it() -> None:
    env = wallenstein.env()
    game = find_game("wallenstein")
    env.reset(seed=7)
    assert env.stepped.state.actions == game.new_game(game.rules({}, Path()), 4, 7).actions  # type: ignore[attr-defined]
    second = [played(env, None, Random(1)) for _ in range(2)]
    env.reset(seed=7)
    assert [played(env, None, Random(1)) for _ in range(2)] == second
    assert second[0] != second[1]


def test_only_the_agent_that_acts_sees_a_question() -> None:
    env = wallenstein.env()
    env.reset(seed=1)
    acting = env.agent_selection
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == acting)
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    env.step(int(np.flatnonzero(env.observe(acting)["action_mask"])[0]))
    for agent in env.agents:
        same = bool((env.observe(agent)["observation"] == before[agent]).all())
        assert same == (agent != acting)  # what a rival plans is hidden


@pytest.mark.parametrize("action", [None, -1, 10_000])
def test_an_action_that_is_not_legal_is_refused_in_a_sentence(action: int | None) -> None:
    env = wallenstein.env()
    env.reset(seed=1)
    with pytest.raises(RuleError, match="is not legal now; take one whose entry in the mask is 1"):
        env.step(action)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(RuleError, match=rf"action {illegal} \({env.numbers.actions[illegal]}\)"):
        env.step(illegal)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: wallenstein.env(players=7), "7 players: "),
        (lambda: wallenstein.env(players=4.0), "4.0 players: "),  # type: ignore[arg-type]
        (lambda: wallenstein.env(rules="first"), "rules: they are keys with values"),  # type: ignore[arg-type]
        (lambda: wallenstein.env(rules={"edition": "third"}), "game.edition"),
        (lambda: wallenstein.env(game="chess"), 'there is no game "chess"'),
        (lambda: wallenstein.env(reward="ranks"), 'no reward "ranks"; did you mean "rank"'),
        (lambda: wallenstein.env(reward=None), 'no reward "None"'),  # type: ignore[arg-type]
        (lambda: wallenstein.env(render_mode="human"), 'no mode "human"; it is "ansi"'),
    ],
)
def test_what_cannot_be_made_is_a_sentence(make: Callable[[], TableEnv], text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        make()


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_told_as_text(game: str) -> None:
    env = wallenstein.env(game=game, render_mode="ansi")
    env.reset(seed=2)
    assert "seat_" in (env.render() or "")
    rng = Random(2)
    for _ in range(150):
        env.step(int(rng.choice(list(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))))
    text = env.render() or ""
    assert f"{env.agent_selection} decides: {env.stepped.state.decision.kind}; legal: " in text
    assert text.splitlines()[-1].startswith("points: seat_0 ")
    assert wallenstein.env(game=game).render() is None


def test_a_reward_may_be_a_function_of_the_views_before_and_after() -> None:
    seen: list[tuple[Any, Any]] = []

    def armies(before: Any, after: Any) -> float:
        seen.append((before, after))
        return 0.5

    env = wallenstein.env(players=3, reward=armies)
    env.reset(seed=3)
    first = env.agent_selection
    while not seen:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert len(seen) == 3
    assert {view.seat for view, _ in seen} == {0, 1, 2}
    assert env.rewards[first] == 0.5
    alone = wallenstein.seat_env(seat=1, reward=lambda before, after: float(before.seat == after.seat == 1))
    observation, _ = alone.reset(seed=3)
    total = 0.0
    for _ in range(200):
        observation, reward, over, *_ = alone.step(int(observation["action_mask"].argmax()))
        total += reward
        if over:
            break
    assert total > 1
