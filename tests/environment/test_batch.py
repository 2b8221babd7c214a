"""Games side by side: the same as one by one, whatever is asked of them; the caller's arrays, rivals, and moments."""

import copy
import json
import pickle
from collections.abc import Callable
from functools import partial
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
from wallenstein.core.errors import ConfigError, FormatError, RuleError
from wallenstein.environment.batched import Batch, draw_legal
from wallenstein.games import find_game
from wallenstein.games.wallenstein import names

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
