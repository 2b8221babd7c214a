"""A bot that is ready to play: its class, the options it was given, and a name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wallenstein.bots.bot import Bot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.find.sources import source_hash
from wallenstein.bots.options import arguments, spelled_out
from wallenstein.bots.registry import registered


@dataclass(frozen=True)
class Entrant:
    """A class with its options. Calling it makes a new bot."""

    cls: type[Bot]
    arguments: Mapping[str, Any]

    def __call__(self) -> Bot:
        """A new bot, for one seat of one game."""
        return self.cls(**self.arguments)

    @property
    def name(self) -> str:
        """The registered name, or that of the class."""
        return name_of(self.cls)

    @property
    def options(self) -> dict[str, Any]:
        """Every option as a configuration writes it, defaults spelled out."""
        return spelled_out(self.cls, self.arguments)

    @property
    def source_hash(self) -> str:
        """A hash of the files that the bot comes from."""
        return source_hash(self.cls)


def entrant(
    spec: str, values: Mapping[str, Any] | None = None, catalogue: Catalogue | None = None, where: str = ""
) -> Entrant:
    """The bot that a spec names, with its options checked; `where` stands before what is wrong with them."""
    cls = (Catalogue() if catalogue is None else catalogue).find(spec)
    return Entrant(cls, arguments(cls, values or {}, where or f'the bot "{spec}": options'))


def name_of(cls: type[Bot]) -> str:
    """The name that a class was registered by, or its own."""
    for name, other in registered(cls.__module__).items():
        if other is cls:
            return name
    return cls.__qualname__
