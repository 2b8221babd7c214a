"""One game between bots, for a notebook, a test or a first look."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.description import name_of
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, check_plays
from wallenstein.games import DEFAULT, find_game
from wallenstein.table.conditions import Conditions, Maker
from wallenstein.table.played_game import PlayedGame, play_game

NO_RULES: Final[Mapping[str, Any]] = {}


def play(
    bots: Sequence[str | type[BaseBot] | Entrant],
    seed: int = 0,
    rules: Mapping[str, Any] = NO_RULES,
    game: str = DEFAULT,
) -> PlayedGame:
    """Plays one game with a bot for each seat: a name, a class, or an entrant with options.

    `rules` are the keys of a configuration's section [game]. An exception in a bot is raised, so that its author
    sees where it happened; an illegal choice is recorded in the game's faults and replaced.
    """
    catalogue = Catalogue()
    makers: list[Maker] = [entrant_for(bot, catalogue, game) for bot in bots]
    played = find_game(game)
    chosen = played.rules(rules, Path.cwd())
    state = played.new_game(chosen, len(makers), seed)
    return play_game(played, state, makers, seed, Conditions(passing=(Exception,)), chosen)


def entrant_for(bot: str | type[BaseBot] | Entrant, catalogue: Catalogue, game: str) -> Entrant:
    """The bot that a name or a class stands for; ConfigError if it does not play this game."""
    if not isinstance(bot, Entrant):
        cls = catalogue.find(bot) if isinstance(bot, str) else bot
        bot = Entrant(name_of(cls), plays=cls.plays, known=cls)
    check_plays(bot, game)
    return bot
