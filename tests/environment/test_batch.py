"""Games side by side: the same as one by one, whatever is asked of them; the caller's arrays, and rivals."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import wallenstein
from tests.environment.tables import GAMES, Table, by_rules
from tests.together import together
from wallenstein.bots import Plan
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.environment.batched import Batch, draw_legal

BOTS = {"wallenstein": ("settler", "random", "regent"), "sixteen-thirty": ("broker", "random", "banker")}
N = 2
SEED = 5


def compare(batch: Batch, envs: list[Any], steps: int, seed: int = SEED) -> int:
    """Takes the same random actions in a batch and in environments of their own; returns the number of ends."""
    rng, ends = np.random.default_rng(seed), 0
    batch.reset(seed)
    for place, env in enumerate(envs):
        env.reset(seed=seed + place)
    for _ in range(steps):
        for place, env in enumerate(envs):
            seat = int(batch.seat[place])
            assert env.agent_selection == f"seat_{seat}"
            seen = env.observe(env.agent_selection)
            assert np.array_equal(batch.observation[place], seen["observation"])
            assert np.array_equal(batch.mask[place], seen["action_mask"])
        actions = batch.draw(rng)
        batch.step(actions)
        for place, env in enumerate(envs):
            env.step(int(actions[place]))
            over = all(env.terminations.values())
            assert batch.done[place] == over
            assert batch.reward[place].tolist() == pytest.approx(list(env.rewards.values()))
            if over:
                ends += 1
                env.reset()
    return ends


@together(by_rules(*GAMES))
def test_a_batch_plays_the_games_of_single_environments(table: Table) -> None:
    """Both games, with all editions, expansions and numbers of players."""
    rules = (table.players, table.rules, table.game)
    envs = [wallenstein.env(*rules) for _ in range(N)]
    compare(wallenstein.batch(N, table.rules, table.players, game=table.game), envs, 70)


@pytest.mark.parametrize(("game", "reward"), [("wallenstein", "points"), ("wallenstein", "rank"),
                                              ("sixteen-thirty", "rank")])  # fmt: skip
def test_whole_games_and_those_after_them_are_the_same(game: str, reward: str) -> None:
    batch = wallenstein.batch(N, game=game, reward=reward)
    envs = [wallenstein.env(game=game, reward=reward) for _ in range(N)]
    assert compare(batch, envs, 720 if game == "wallenstein" else 820) >= N


@pytest.mark.parametrize("game", GAMES)
def test_against_bots_it_is_the_game_of_a_single_seat(game: str) -> None:
    batch = wallenstein.batch(N, rivals=BOTS[game], game=game, reward="points")
    envs = [wallenstein.seat_env(BOTS[game], game=game, reward="points") for _ in range(N)]
    rng, ends = np.random.default_rng(3), 0
    batch.reset(SEED)
    seen = [env.reset(seed=SEED + place)[0] for place, env in enumerate(envs)]
    for _ in range(150 if game == "wallenstein" else 300):
        for place, env in enumerate(envs):
            assert batch.seat[place] == env.seat
            assert np.array_equal(batch.observation[place], seen[place]["observation"])
            assert np.array_equal(batch.mask[place], seen[place]["action_mask"])
        actions = batch.draw(rng)
        batch.step(actions)
        for place, env in enumerate(envs):
            seen[place], reward, over, _, _ = env.step(int(actions[place]))
            assert batch.reward[place] == reward
            assert batch.done[place] == over
            if over:
                ends += 1
                seen[place] = env.reset()[0]
    assert ends >= N


def test_a_policy_answers_for_all_rivals_at_once() -> None:
    asked: list[int] = []
    rng = np.random.default_rng(1)

    def policy(observations: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> Any:
        assert len(observations) == len(masks) == len(seats)
        assert 2 not in seats
        asked.append(len(seats))
        return draw_legal(masks, rng)

    batch = wallenstein.batch(6, rivals=policy, seat=2)
    batch.reset(1)
    ends, total = 0, np.zeros(6)
    for _ in range(200):
        assert (batch.seat == 2).all()
        batch.step(batch.draw(rng))
        total += batch.reward
        ends += int(batch.done.sum())
    assert ends >= 6
    assert max(asked) == 6
    assert abs(total).max() > 0


def test_the_callers_arrays_are_written() -> None:
    sizes = wallenstein.batch(3)
    arrays = {"observation": np.full_like(sizes.observation, 7), "reward": np.full_like(sizes.reward, 7)}
    batch = wallenstein.batch(3, arrays=arrays)
    sizes.reset(4)
    batch.reset(4)
    assert batch.observation is arrays["observation"]
    assert np.array_equal(arrays["observation"], sizes.observation)
    assert not arrays["reward"].any()


def test_only_entries_of_the_question_change_within_an_answer() -> None:
    batch = wallenstein.batch(4)
    batch.reset(2)
    rng, kept = np.random.default_rng(2), 0
    for _ in range(100):
        before = batch.observation[:, : batch.split].copy()
        batch.step(batch.draw(rng))
        same = (batch.observation[:, : batch.split] == before).all(axis=1)
        assert same[batch.fresh == 0].all()
        kept += int((batch.fresh == 0).sum())
    assert kept > 200


def test_a_whole_plan_is_one_step() -> None:
    batch, env = wallenstein.batch(2), wallenstein.env()
    batch.reset(7)
    env.reset(seed=7)
    offers = [stepped.state.decision.options for stepped in batch.games]
    plans = [offer.repair(Plan.of({}, bid=1)) for offer in offers]
    batch.step(plans)
    env.step(plans[0])
    assert batch.seat.tolist() == [1, 1]
    assert np.array_equal(batch.observation[0], env.observe("seat_1")["observation"])
    kept = env.snapshot()
    env.reset(seed=8)
    env.restore(kept)
    assert np.array_equal(batch.observation[0], env.observe("seat_1")["observation"])
    with pytest.raises(RuleError, match="W23"):
        env.step(Plan.of({"taxes": 44}))


def test_state_has_what_all_seats_see() -> None:
    batch, env = wallenstein.batch(2), wallenstein.env()
    batch.reset(3)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = batch.draw(rng)
        batch.step(actions)
        env.step(int(actions[0]))
    state = batch.state()
    assert state.shape == (2, 4, batch.size)
    assert env.state_space.contains(env.state())
    assert np.array_equal(state[0].reshape(-1), env.state())
    assert np.array_equal(state[1, batch.seat[1]], batch.observation[1])
    alone = wallenstein.seat_env(seat=0)
    alone.reset(seed=3)
    env.reset(seed=3)
    assert np.array_equal(alone.state(), env.state())


def test_the_vector_environment_steps_its_batch() -> None:
    env, batch = wallenstein.vector_env(3, seat=1), wallenstein.batch(3, rivals=("random",) * 3, seat=1)
    observation, _ = env.reset(seed=4)
    batch.reset(4)
    rng, ends = np.random.default_rng(4), 0
    for _ in range(110):
        assert env.observation_space.contains({name: values.copy() for name, values in observation.items()})
        actions = batch.draw(rng)
        observation, rewards, over, truncated, _ = env.step(actions)
        batch.step(actions)
        assert np.array_equal(observation["observation"], batch.observation)
        assert np.array_equal(rewards, batch.reward)
        assert np.array_equal(over, batch.done == 1)
        assert not truncated.any()
        ends += int(over.sum())
    assert ends >= 3


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: wallenstein.batch(0), "0 games: a batch has 1 to 100,000"),
        (lambda: wallenstein.batch(10**12), "games: a batch has 1 to 100,000"),
        (lambda: wallenstein.batch(2, seat=4, rivals=("random",) * 3), "seat 4: seats are counted from 0 to 3"),
        (
            lambda: wallenstein.batch(2, players=5, rivals=("random",) * 3),
            "3 rivals and your own seat are not 5 players",
        ),
        (lambda: wallenstein.batch(2, arrays={"masks": np.zeros(2)}), "there is no masks; they are observation, mask"),
        (lambda: wallenstein.batch(2, arrays={"done": np.zeros(3, np.int8)}), r"done must be .* of shape \(2,\)"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(make: Callable[[], Batch], text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        make()


def test_each_game_of_a_vector_has_its_seed_or_its_position(tmp_path: Path) -> None:
    env, batch = wallenstein.vector_env(2), wallenstein.batch(1, rivals=("random",) * 3)
    observation, _ = env.reset(seed=[7, 3])
    for place, seed in enumerate((7, 3)):
        batch.reset(seed)
        assert np.array_equal(observation["observation"][place], batch.observation[0])
    assert len({row.tobytes() for row in env.reset(seed=[None, None])[0]["observation"]}) == 2
    with pytest.raises(ConfigError, match="3 seeds: give one, or 2, one for each game"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ConfigError, match=r"nowhere\.json: the position cannot be read: No such file or directory"):
        env.reset(seed=1, options={"position": tmp_path / "nowhere.json"})


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda masks: [0] * len(masks), "action_mask: game . of the batch: action 0 is not legal now"),
        (lambda masks: [masks.shape[1]] * len(masks), "action_mask: game . of the batch: action .* is not legal now"),
        (lambda masks: [], "action_mask: a step takes . whole numbers, an action for each game"),
    ],
)
def test_actions_of_a_policy_are_checked(answer: Callable[[Any], Any], text: str) -> None:
    batch = wallenstein.batch(2, rivals=lambda observations, masks, seats: answer(masks), seat=3)
    with pytest.raises(RuleError, match=text):
        batch.reset(1)


@pytest.mark.parametrize("others", [[0], ["a plan"], [], [0, 0]])
def test_with_a_whole_plan_the_other_actions_are_checked_before_any_is_taken(others: list[Any]) -> None:
    batch = wallenstein.batch(2)
    batch.reset(1)
    assert not batch.mask[1, 0]
    plan = batch.games[0].state.decision.random(Random(1))
    with pytest.raises(RuleError):
        batch.step([plan, *others])
    assert batch.snapshot(0).steps == ()


@pytest.mark.parametrize("actions", [[0, 10_000], [-1, 0], [0], [0.5, 1.0], [138, 138]])
def test_actions_that_are_not_legal_are_refused_and_none_is_taken(actions: list[Any]) -> None:
    batch = wallenstein.batch(2)
    batch.reset(1)
    before = batch.observation.copy()
    with pytest.raises(RuleError, match="action_mask"):
        batch.step(np.array(actions))
    assert np.array_equal(batch.observation, before)
