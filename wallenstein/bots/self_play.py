"""One bot on every seat of a game: what forecasts are fitted to."""

from functools import cache
from random import Random
from typing import Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import find
from wallenstein.core.luck.seeds import derive
from wallenstein.table.conditions import Setup


def on_every_seat(bot: str, game: str, players: int, rules: Any, seed: int) -> list[BaseBot]:
    """The bots of a game that begins, each with chance of its own."""
    maker = maker_of(bot)
    bots = [maker() for _ in range(players)]
    for seat, player in enumerate(bots):
        player.rng = Random(derive(seed, "bot", seat))
        player.start(Setup(game, seat, players, rules))
    return bots


@cache
def maker_of(bot: str) -> type[BaseBot]:
    """The class of a bot, looked up once in each process."""
    return find(bot)
