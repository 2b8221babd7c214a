"""The arguments of `wallenstein play`: bots by seat, and the seed."""

from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import Final

import click

from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, Wanted, command_entrant, entrants
from wallenstein.bots.programs import command_of
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.words import either

SEEDS: Final = 1_000_000_000  # random ones are below this, so that they are easy to type


def chosen_bots(game: Game, bots: str, players: int | None, paths: Sequence[str]) -> list[Entrant]:
    """The bot of every seat; a single one plays every seat of a table."""
    named = [bot.strip() for bot in bots.split(",")]
    if "" in named:
        raise ConfigError(f'--bots: a name is missing in "{bots}"; give names such as random,random,random')
    if players is not None and players not in game.seats:
        raise ConfigError(f"--players {players}: {game.takes}")
    if len(named) == 1 and players is not None:
        named *= players
    elif len(named) == 1 and 1 not in game.seats:
        seats = either(game.seats)
        raise ConfigError(f'--bots: "{bots}" is one bot; add --players {seats} to let it play every seat')
    elif players is not None and players != len(named):
        raise ConfigError(
            f"--bots names {len(named)} bots and --players asks for {players}; give {players}, or one for all seats"
        )
    elif len(named) not in game.seats:
        raise ConfigError(f"--bots names {len(named)} bots; {game.takes}")
    commands = {bot: command_of(bot) for bot in named}
    others = iter(entrants([Wanted(bot, game=game.name) for bot in named if not commands[bot]], Catalogue(paths)))
    found = [program(bot, commands[bot]) if commands[bot] else next(others) for bot in named]
    for bot in found:
        if isinstance(bot, ConfigError):
            raise bot
    return [bot for bot in found if isinstance(bot, Entrant)]


def program(file: str, command: Sequence[str]) -> Entrant:
    """The bot in another language that is in this file."""
    return command_entrant(Path(file).stem, command, (), str(Path.cwd()), {})


def seed_or_drawn(seed: int | None) -> int:
    """The seed, or a random one, which is printed on standard error."""
    if seed is not None:
        return seed
    drawn = randbelow(SEEDS)
    click.echo(f"the seed {drawn} was chosen at random; --seed {drawn} replays this game", err=True)
    return drawn
