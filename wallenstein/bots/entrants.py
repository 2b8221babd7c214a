"""A bot that is ready to play: its class, its options, and a name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.find.sources import source_hash
from wallenstein.bots.options import arguments, spelled_out
from wallenstein.bots.registry import registered
from wallenstein.core.errors import ConfigError


@dataclass(frozen=True)
class Entrant:
    """A class with its options. Calling it makes a new bot."""

    cls: type[BaseBot]
    arguments: Mapping[str, Any]

    def __call__(self) -> BaseBot:
        """A new bot, for one seat of one game."""
        return self.cls(**self.arguments)

    @property
    def name(self) -> str:
        """The registered name, or the name of the class."""
        return name_of(self.cls)

    @property
    def options(self) -> dict[str, Any]:
        """All options, defaults included, as a configuration writes them."""
        return spelled_out(self.cls, self.arguments)

    @property
    def source_hash(self) -> str:
        """A hash of the files that the bot comes from."""
        return source_hash(self.cls)


def entrant(
    bot: str,
    values: Mapping[str, Any] | None = None,
    catalogue: Catalogue | None = None,
    where: str = "",
    game: str = "",
) -> Entrant:
    """The bot of that name, file or module, with its options checked; `where` stands before what is wrong with them.

    ConfigError too if it does not play the game.
    """
    cls = (Catalogue() if catalogue is None else catalogue).find(bot)
    check_plays(cls, game)
    return Entrant(cls, arguments(cls, values or {}, where or f'the bot "{bot}": options'))


def check_plays(cls: type[BaseBot], game: str) -> None:
    """Raises ConfigError if the bot plays a different game."""
    if game and cls.plays and cls.plays != game:
        raise ConfigError(f'the bot "{name_of(cls)}" plays {cls.plays}, not {game}')


def name_of(cls: type[BaseBot]) -> str:
    """The registered name of a class, or its own."""
    for name, other in registered(cls.__module__).items():
        if other is cls:
            return name
    return cls.__qualname__
