"""Games outside of tournaments: between any bots from Python, at the terminal, and of a bot with itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.description import name_of
from wallenstein.bots.discovery import Catalogue, find
from wallenstein.bots.entrants import MODELS, Entrant, check_plays
from wallenstein.core.game import Game
from wallenstein.core.program.own_code import ask_outside_games
from wallenstein.core.program.packaged import LINUX, need_linux
from wallenstein.games import DEFAULT, find_game
from wallenstein.table.answers import SeatBot
from wallenstein.table.conditions import Conditions, Limits, Maker, Setup
from wallenstein.table.played_game import PlayedGame, bot_seeds, inside_bots, play_game


def on_every_seat(bot: str | Entrant, game: str, players: int, rules: object, seed: int) -> list[BaseBot]:
    """The same bot on every seat of a new game, each with its own generator; an entrant has options."""
    return on_seats([bot] * players, game, rules, seed)


def on_seats(
    bots: Sequence[str | Entrant], game: str, rules: object, seed: int, seats: Sequence[int] = (), players: int = 0
) -> list[BaseBot]:
    """The bots of a new game, each with its own generator; by default on all its seats."""
    made = [maker_of(bot)() if isinstance(bot, str) else bot() for bot in bots]
    names = [bot if isinstance(bot, str) else bot.name for bot in bots]
    for seat, player, own in zip(seats or range(len(names)), made, bot_seeds(seed, names), strict=True):
        player.rng = Random(own)
        player.start(Setup(game, seat, players or len(names), rules))
    return made


@cache
def maker_of(bot: str) -> type[BaseBot]:
    return find(bot)


MEMORY: Final = 1024 * 1024 * 1024  # of a process, in bytes; the default of a tournament
START: Final = Limits(start=30.0)
RESULTS: Final = Path("results")


def isolate_code(
    game: Game, rules: object, limits: Limits = START, memory: int = MEMORY, sandboxed: bool = False
) -> None:
    """From now on, code of the user's own in such rules is asked in a process of its own, where that can be."""
    if LINUX and game.own_code(rules) is not None:
        from wallenstein.table.processes.own_code import IsolatedCode

        ask_outside_games(IsolatedCode(limits, memory, sandboxed))


class Seats(NamedTuple):
    bots: Sequence[SeatBot]
    take_output: Callable[[], bytes] = bytes  # what commands have written to standard error, or the beginning of it


@contextmanager
def seat_bots(
    game: Game, state: Any, entrants: Sequence[Entrant], seed: int, conditions: Conditions, folder: Path = RESULTS
) -> Iterator[Seats]:
    """The bots; processes of commands end with the context. `folder` keeps the answers of language models."""
    bots = inside_bots(game, state, entrants, seed, conditions)
    seeds = bot_seeds(seed, [one.name for one in entrants])
    for seat, one in enumerate(entrants):
        if one.is_model:
            bots[seat] = import_module(MODELS).model_seat(game, one.options, folder, one.name, seeds[seat])
    if not any(entrant.command for entrant in entrants):
        yield Seats(bots)
        return
    need_linux("a bot that is a program in another language")
    from wallenstein.table.processes.commands import Command, CommandBot
    from wallenstein.table.processes.keeper_line import own_keeper

    with own_keeper() as keeper:
        for seat, one in enumerate(entrants):
            if one.command:
                command = Command(one.command, one.folder, one.options)
                bots[seat] = CommandBot(keeper, game, command, seat, seeds[seat], conditions.limits, MEMORY)
        yield Seats(bots, keeper.take_output)
        for bot in bots:
            bot.close()


NO_RULES: Final[Mapping[str, object]] = {}


def play(
    bots: Sequence[str | type[BaseBot] | Entrant],
    seed: int = 0,
    rules: Mapping[str, object] = NO_RULES,
    game: str = DEFAULT,
) -> PlayedGame:
    """Plays one game with a bot for each seat: a name, a class, or an entrant with options.

    `rules` are the keys of a configuration's section [game]. A bot's exception is raised, so that its author
    sees its place; an illegal choice is recorded in the game's faults and replaced.
    """
    catalogue = Catalogue()
    makers: list[Maker] = [entrant_for(bot, catalogue, game) for bot in bots]
    played = find_game(game)
    chosen = played.rules(rules, Path.cwd())
    state = played.new_game(chosen, len(makers), seed)
    return play_game(played, state, makers, seed, Conditions(passing=(Exception,)), chosen)


def entrant_for(bot: str | type[BaseBot] | Entrant, catalogue: Catalogue, game: str) -> Entrant:
    """The bot of a name or a class; ConfigError if it does not play this game."""
    if not isinstance(bot, Entrant):
        cls = catalogue.find(bot) if isinstance(bot, str) else bot
        bot = Entrant(name_of(cls), plays=cls.plays, known=cls)
    check_plays(bot, game)
    return bot
