"""The environment for Gymnasium: one seat against bots."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import wallenstein
from tests.environment.tables import GAMES
from wallenstein.bots import BaseBot
from wallenstein.bots.match import play
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.environment import answer_with
from wallenstein.environment.agents import SeatEnv

BOTS = {"wallenstein": ("settler", "random", "regent"), "sixteen-thirty": ("broker", "random", "banker")}


class First(BaseBot):
    """Always says the first legal action."""

    def decide(self, view: Any, decision: Any) -> Any:
        game = "wallenstein" if hasattr(view, "owner") else "sixteen-thirty"
        return answer_with(lambda observation, legal: min(legal), view, decision, game)


def played(env: SeatEnv, seed: int) -> dict[str, Any]:
    """A game in which the seat always says the first legal action; what is known at its end."""
    env.reset(seed=seed)
    while True:
        _, _, over, _, info = env.step(int(np.argmax(env.action_masks())))
        if over:
            return info


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_no_fault(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*not having a spec")  # it is not made by gymnasium.make
        check_env(wallenstein.seat_env(BOTS[game], game=game))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_game_that_bots_play(game: str) -> None:
    """A bot that says its choices by actions plays as an agent does that takes the same actions."""
    for seat in (0, 2):
        bots: list[Any] = list(BOTS[game])
        bots.insert(seat, First)
        found = play(bots, seed=5, game=game)
        info = played(wallenstein.seat_env(BOTS[game], seat=seat, game=game), 5)
        assert (info["rank"], info["score"]) == found.result[seat][1:]
        assert found.faults == []


@pytest.mark.parametrize("action", [9999, None, 0.5])
def test_a_network_that_answers_illegally_is_told_so(action: Any) -> None:
    class Careless(BaseBot):
        """Does not look at what is legal."""

        def decide(self, view: Any, decision: Any) -> Any:
            return answer_with(lambda observation, legal: action, view, decision, "wallenstein")

    with pytest.raises(RuleError, match=f"answer_with: action {action} is not legal now"):
        play([Careless, "random", "random"], seed=5)


def test_an_action_that_is_not_legal_is_replaced() -> None:
    env = wallenstein.seat_env(seat=1)
    env.reset(seed=3)
    illegal = int(np.argmin(env.action_masks()))
    *_, info = env.step(illegal)
    assert info == {"seat": 1, "replaced": illegal}


def test_before_and_after_a_game_no_step_is_taken() -> None:
    env = wallenstein.seat_env(seat=1)
    for step in (lambda: env.step(0), lambda: play_out(env)):
        with pytest.raises(RuleError, match="step: no game is under way; call reset first"):
            step()


def play_out(env: SeatEnv) -> None:
    env.reset(seed=3)
    while True:
        env.step(int(np.argmax(env.action_masks())))


def test_the_seat_is_drawn_unless_it_is_given() -> None:
    env = wallenstein.seat_env()
    assert len({env.reset(seed=seed)[1]["seat"] for seed in range(20)}) == 4


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_rewards_of_a_game(reward: str) -> None:
    env = wallenstein.seat_env(seat=0, reward=reward, render_mode="ansi")
    env.reset(seed=1)
    rng, total, over = Random(1), 0.0, False
    info: dict[str, Any] = {}
    while not over:
        _, given, over, _, info = env.step(int(rng.choice(list(np.flatnonzero(env.action_masks())))))
        total += given
    ranks = [placing.rank for placing in env.stepped.state.result()]
    expected = {"win": float(info["rank"] == 1) / max(1, ranks.count(1)), "points": float(info["score"])}
    assert total == expected.get(reward, total)
    assert -1 <= total <= 1 or reward == "points"
    assert "the game is over" in (env.render() or "")


@pytest.mark.parametrize("bots", [("nobody", "random"), ("broker", "random")])
def test_bots_that_cannot_play_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match=r"nobody|broker"):
        wallenstein.seat_env(bots)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match="seat 4: seats are counted from 0 to 3"):
        wallenstein.seat_env(seat=4)
