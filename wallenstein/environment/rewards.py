"""What a seat is rewarded with: its place at the end, a win, or points as they are scored."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Placing
from wallenstein.core.words import did_you_mean

REWARDS: Final = ("rank", "win", "points")


def check_reward(name: str) -> str:
    """The name; ConfigError if there is no such reward."""
    if name not in REWARDS:
        raise ConfigError(f'reward: there is no reward "{name}"; {did_you_mean(name, REWARDS)}')
    return name


def final_rewards(name: str, result: Sequence[Placing]) -> list[float]:
    """By seat, when the game is over. Points come as they are scored, so nothing is left of them."""
    ranks = [placing.rank for placing in result]
    if name == "win":
        return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    if name == "rank":
        return [rank_reward(ranks, rank) for rank in ranks]
    return [0.0] * len(ranks)


def rank_reward(ranks: Sequence[int], rank: int) -> float:
    """1 for the first place, -1 for the last, evenly between; tied seats share their places."""
    mean = rank + (ranks.count(rank) - 1) / 2
    return 1.0 - 2.0 * (mean - 1) / (len(ranks) - 1)
