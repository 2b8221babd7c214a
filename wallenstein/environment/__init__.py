"""Environments for reinforcement learning: the games for PettingZoo, a seat for Gymnasium, and networks as bots.

Only `env` and `seat_env` need the packages of the extra `env`; a trained bot plays without them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.entrants import Entrant
from wallenstein.core.program.packaged import extra_module
from wallenstein.environment.numbers import Numbers, answer_with, checked_players, numbers
from wallenstein.environment.stepped_game import REWARDS, Reward
from wallenstein.games import DEFAULT, find_game

if TYPE_CHECKING:
    from wallenstein.environment.agents import TableEnv
    from wallenstein.environment.single_seat import SeatEnv

__all__ = ["REWARDS", "Numbers", "answer_with", "env", "numbers", "seat_env"]


def env(
    players: int | None = None,
    rules: Mapping[str, object] | None = None,
    game: str = DEFAULT,
    reward: Reward = "rank",
    render_mode: str | None = None,
) -> "TableEnv":
    """A PettingZoo AEC environment in which every seat is an agent, `seat_0` and so on.

    `players`: by default the usual number of the game. `rules`: the keys of a configuration's section `[game]`.
    `reward`: "rank" (at the end, 1 for the first place to -1 for the last), "win" (at the end, 1 for the win, which
    ties share), "points" (whenever points are scored, which is by season or turn, the points), or a function
    `reward(before, after)` of the seat's views before and after each decision. `render_mode`: "ansi" lets `render`
    print the game as text.

    `reset(seed=7)` begins the game that `wallenstein play --seed 7` plays.
    """
    module = extra_module("wallenstein.environment.agents", "env", "wallenstein.env")
    made: TableEnv = module.TableEnv(*_table(players, rules, game), reward, render_mode)
    return made


def seat_env(
    bots: Sequence[str | type[BaseBot] | Entrant] = ("random", "random", "random"),
    seat: int | None = None,
    rules: Mapping[str, object] | None = None,
    game: str = DEFAULT,
    reward: Reward = "rank",
    render_mode: str | None = None,
) -> "SeatEnv":
    """A Gymnasium environment: one seat against bots, given by name or class.

    `seat`: the seat to play; by default, each game draws it. The others are as for `env`.
    """
    module = extra_module("wallenstein.environment.single_seat", "env", "wallenstein.seat_env")
    made: SeatEnv = module.SeatEnv(*_table(len(bots) + 1, rules, game), bots, seat, reward, render_mode)
    return made


def _table(players: int | None, rules: Mapping[str, object] | None, game: str) -> tuple[Any, Any, int]:
    """The game, its rules, and the number of players, checked."""
    played = find_game(game)
    return played, played.rules(rules or {}, Path.cwd()), checked_players(played, players)
