"""A bot that takes part: described so that every process can use it, and made only where it plays."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue, load_class
from wallenstein.bots.find.folders import is_packaged
from wallenstein.bots.find.sources import source_hash
from wallenstein.bots.options import arguments, spelled_out
from wallenstein.bots.registry import place_of, registered
from wallenstein.core.errors import ConfigError


@dataclass(frozen=True)
class Entrant:
    """A bot with its options. Calling it makes a new bot, for one seat of one game.

    That imports the bot's file, so a process that holds results describes bots, and never calls them.
    """

    name: str  # the registered name, or that of the class
    place: str = ""  # `file.py:Class` or `module:Class`; empty for a command, and for a class typed at a prompt
    packaged: bool = False  # it comes with the package, so that it is trusted
    plays: str = ""  # the only game that it plays
    values: Mapping[str, Any] = field(default_factory=dict)  # options as the configuration gives them
    options: Mapping[str, Any] = field(default_factory=dict)  # all options, defaults included
    source_hash: str = ""  # of the files that it comes from
    command: tuple[str, ...] = ()  # a program in any language, and its arguments
    files: tuple[str, ...] = ()  # that the command is made of
    folder: str = ""  # that the command is started in
    known: type[BaseBot] | None = field(default=None, compare=False, repr=False)  # a class that this process has

    def __call__(self) -> BaseBot:
        """A new bot, of the class that this process imports at its first call."""
        return self._make()

    @cached_property
    def _make(self) -> Callable[[], BaseBot]:
        if self.command:
            raise ConfigError(f"{self.name} is a command, and plays in a process of its own")
        cls = self.known or load_class(self.place)
        return partial(cls, **arguments(cls, self.values, f'the bot "{self.name}": options'))


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
    found = entrant_of(cls, values, where or f'the bot "{bot}": options')
    check_plays(found, game)
    return found


def entrant_of(cls: type[BaseBot], values: Mapping[str, Any] | None = None, where: str = "") -> Entrant:
    """The bot of a class that this process has imported, with its options checked."""
    values, name = values or {}, name_of(cls)
    given = arguments(cls, values, where or f'the bot "{name}": options')
    place = place_of(cls)
    return Entrant(
        name, place, is_packaged(place), cls.plays, values, spelled_out(cls, given), source_hash(cls), known=cls
    )


def command_entrant(
    name: str, command: Sequence[str], files: Sequence[str], folder: str, values: Mapping[str, Any]
) -> Entrant:
    """The bot that is a program in any language; ConfigError if the program or a file is not there.

    It is made of `files`, and of all arguments that name a file.
    """
    here = Path(folder)
    if not here.is_dir():
        raise ConfigError(f"folder: there is no folder {folder}")
    program, *words = command
    own_program = "/" in program
    if shutil.which(here / program if own_program else program) is None:
        raise ConfigError(f"command.0: there is no program {program} that can be run")
    if own_program and not Path(program).is_absolute():
        words.append(program)
    named = [str(here / word) for word in words if (here / word).is_file()]
    own = tuple(dict.fromkeys([*named, *files]))
    return Entrant(name, "", False, "", values, values, _hash(command, own), tuple(command), own, folder)


def _hash(command: Sequence[str], files: Sequence[str]) -> str:
    """A hash of a command and of the files that it is made of."""
    digest = blake2b(json.dumps(list(command)).encode(), digest_size=16)
    for file in files:
        try:
            content = Path(file).read_bytes()
        except OSError as error:
            raise ConfigError(f"files: {file} cannot be read: {error.strerror}") from None
        digest.update(f"{Path(file).name}\0".encode())
        digest.update(blake2b(content).digest())
    return digest.hexdigest()


def check_plays(bot: Entrant, game: str) -> None:
    """Raises ConfigError if the bot plays a different game."""
    if game and bot.plays and bot.plays != game:
        raise ConfigError(f'the bot "{bot.name}" plays {bot.plays}, not {game}')


def name_of(cls: type[BaseBot]) -> str:
    """The registered name of a class, or its own."""
    for name, other in registered(cls.__module__).items():
        if other is cls:
            return name
    return cls.__qualname__
