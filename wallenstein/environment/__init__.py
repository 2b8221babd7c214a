"""Environments for reinforcement learning: the games for PettingZoo, a seat for Gymnasium, and networks as bots.

Only `env` and `seat_env` need the packages of the extra `env`; a trained bot plays without them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import entrant_for
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import extra_module
from wallenstein.environment.numbers import Numbers, answer_with, checked_rules, new_memory, numbers
from wallenstein.environment.stepped_game import REWARDS, Reward, Terms
from wallenstein.games import DEFAULT, find_game

if TYPE_CHECKING:
    from wallenstein.environment.agents import SeatEnv, SeatVectorEnv, TableEnv
    from wallenstein.environment.batched import Batch, Policy

__all__ = ["REWARDS", "Numbers", "answer_with", "batch", "env", "new_memory", "numbers", "seat_env", "vector_env"]

Rivals: TypeAlias = Sequence[str | type[BaseBot] | Entrant]


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
    made: TableEnv = module.TableEnv(_terms(players, rules, game, (), None, reward, render_mode))
    return made


def seat_env(
    bots: "Rivals" = ("random", "random", "random"),
    seat: int | None = None,
    rules: Mapping[str, object] | None = None,
    game: str = DEFAULT,
    reward: Reward = "rank",
    render_mode: str | None = None,
) -> "SeatEnv":
    """A Gymnasium environment: one seat against bots, given by name or class.

    `seat`: the seat to play; by default, each game draws it. The others are as for `env`.
    """
    module = extra_module("wallenstein.environment.agents", "env", "wallenstein.seat_env")
    made: SeatEnv = module.SeatEnv(_terms(len(bots) + 1, rules, game, bots, seat, reward, render_mode))
    return made


def batch(
    n: int,
    rules: Mapping[str, object] | None = None,
    players: int | None = None,
    rivals: "Rivals | Policy | None" = None,
    seat: int | None = None,
    game: str = DEFAULT,
    reward: Reward = "rank",
    arrays: Mapping[str, Any] | None = None,
) -> "Batch":
    """`n` games side by side, stepped by one call that writes into arrays. Begin with `reset(seed)`.

    `rivals`: by default, every seat is asked. Bots, by name or class, play against one seat (`players` is then given by
    their number); or a function `(observations, masks, seats)` returns the actions of all other seats at once.
    `seat`: one's own seat against rivals; by default, each game draws it. `arrays`: those to write into, by name, such
    as shared memory; others are made. The rest is as for `env`.

    Place `i` plays the games of `env` or, against bots, of `seat_env` that follow `reset(seed + i)`.
    """
    from wallenstein.environment.batched import Batch

    if rivals is None or callable(rivals):
        return Batch(_terms(players, rules, game, (), seat, reward), n, rivals, arrays or {})
    if players not in (None, len(rivals) + 1):
        raise ConfigError(f"players: {len(rivals)} rivals and your own seat are not {players} players")
    return Batch(_terms(len(rivals) + 1, rules, game, rivals, seat, reward), n, None, arrays or {})


def vector_env(
    n: int,
    bots: "Rivals" = ("random", "random", "random"),
    seat: int | None = None,
    rules: Mapping[str, object] | None = None,
    game: str = DEFAULT,
    reward: Reward = "rank",
) -> "SeatVectorEnv":
    """A Gymnasium vector environment of `n` games on `batch`: one seat of each against bots."""
    module = extra_module("wallenstein.environment.agents", "env", "wallenstein.vector_env")
    made: SeatVectorEnv = module.SeatVectorEnv(batch(n, rules, None, bots, seat, game, reward))
    return made


def _terms(
    players: int | None, rules: Mapping[str, object] | None, name: str,
    bots: "Rivals", seat: int | None, reward: Reward, render_mode: str | None = None,
) -> Terms:  # fmt: skip
    game, catalogue = find_game(name), Catalogue()
    entrants = [entrant_for(bot, catalogue, name) for bot in bots]
    return Terms(game, *checked_rules(game, rules, players), entrants, seat, reward, render_mode).checked()
