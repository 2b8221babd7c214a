"""Bots as policies for playouts, asked in the process that searches."""

from random import Random
from typing import Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import entrant_of
from wallenstein.core.search.playout import Policy
from wallenstein.games import GAMES
from wallenstein.table.conditions import Setup


def policy(bot: str | type[BaseBot], rng: Random | None = None, **options: Any) -> Policy:
    """A policy that plays like a bot, such as `policy("regent", spite=0.3)`.

    It makes one bot for each seat that it plays, and keeps it. A bot that remembers its game should get a new policy
    for each playout. The bot's chance is `rng`, otherwise the generator of the playout.
    """
    made = entrant_of(find(bot) if isinstance(bot, str) else bot, options)
    bots: dict[int, BaseBot] = {}

    def choose(state: Any, seat: int, drawn: Random) -> Any:
        player = bots[seat] if seat in bots else made()
        player.rng = drawn if rng is None else rng
        if seat not in bots:
            bots[seat] = player
            place = type(state).__module__  # in the package of its game
            game = next((name for name, known in GAMES.items() if place.startswith(known.place.rpartition(".")[0])), "")
            player.start(Setup(game, seat, state.book.players, state.book.rules))
        return player.decide(state.view(seat), state.decision)

    return choose
