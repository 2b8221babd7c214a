"""The bots of a tournament: described for every process, and made only in the process that plays."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from wallenstein.bots.bot import BaseBot, place_of
from wallenstein.bots.description import Description, arguments, name_of, spelled_out
from wallenstein.bots.discovery import Catalogue, load_class
from wallenstein.bots.files import hash_of, is_packaged, source_files
from wallenstein.bots.isolated.ask import BotQuery, ask
from wallenstein.core.errors import ConfigError
from wallenstein.table.protocol import PROTOCOL

MODELS: Final = "wallenstein.extras.models.seat"  # has the class Model, whose seats are asked in a way of their own


@dataclass(frozen=True)
class Entrant:
    """A bot with its options. Calling it makes a new bot, for one seat of one game.

    Calling it imports the bot's file, so a process that holds results never calls it.
    """

    name: str  # the registered name, or that of the class
    place: str = ""  # `file.py:Class` or `module:Class`; empty for a command, and for a class typed at a prompt
    packaged: bool = False  # it comes with the package, so it is trusted
    plays: str = ""  # the only game that it plays
    values: Mapping[str, object] = field(default_factory=dict)  # options as the configuration gives them
    options: Mapping[str, object] = field(default_factory=dict)  # all options, defaults included
    source_hash: str = ""  # of the files that it comes from
    command: tuple[str, ...] = ()  # a program in any language, and its arguments
    files: tuple[str, ...] = ()  # of the command
    folder: str = ""  # working directory of the command
    by_clock: bool = False  # it thinks by the clock
    about: Description | None = field(default=None, compare=False, repr=False)  # by a process of its own
    known: type[BaseBot] | None = field(default=None, compare=False, repr=False)  # a class that this process has

    @property
    def is_model(self) -> bool:
        return self.place == f"{MODELS}:Model"

    def __call__(self) -> BaseBot:
        """A new bot, of the class that this process imports at its first call."""
        return self._make()

    def __getstate__(self) -> dict[str, object]:
        """Without the class, which another process imports itself."""
        kept = {key: value for key, value in vars(self).items() if key != "_make"}
        return {**kept, "known": None} if self.place else kept

    def load(self) -> None:
        """Imports its class, before the first bot is made."""
        self._make  # noqa: B018

    @cached_property
    def _make(self) -> Callable[[], BaseBot]:
        if self.command:
            raise ConfigError(f"{self.name} is a command, and plays in a process of its own")
        cls = self.known or load_class(self.place)
        return partial(cls, **arguments(cls, self.values, f'the bot "{self.name}": options'))


class Wanted(NamedTuple):
    """A bot to look for: its name, file or module, its options, and the game."""

    bot: str
    values: Mapping[str, object] = MappingProxyType({})
    where: str = ""  # the start of messages about the options
    game: str = ""


def entrants(wanted: Sequence[Wanted], catalogue: Catalogue, sandboxed: bool = False) -> list[Entrant | ConfigError]:
    """Each bot with its options checked, or its mistake.

    Bots that come with the package are loaded here. All others are loaded and described in processes of their own,
    `sandboxed` or not.
    """
    found: list[Entrant | ConfigError] = []
    questions: dict[int, BotQuery] = {}
    for number, one in enumerate(wanted):
        where = one.where or f'the bot "{one.bot}": options'
        try:
            located = catalogue.locate(one.bot)
            if located.packaged or located.known is not None:
                found.append(entrant_of(located.load(), one.values, where))
                continue
            questions[number] = BotQuery(located.place, one.values, where)
            found.append(ConfigError(f'the bot "{one.bot}" has not answered'))
        except ConfigError as error:
            found.append(error)
    answers = ask(list(questions.values()), sandboxed=sandboxed) if questions else []
    for (number, question), answer in zip(questions.items(), answers, strict=True):
        found[number] = (
            answer if isinstance(answer, ConfigError) else _described(question.place, wanted[number].values, answer)
        )
    for number, (bot, one) in enumerate(zip(found, wanted, strict=True)):
        try:
            if isinstance(bot, Entrant):
                check_plays(bot, one.game)
        except ConfigError as error:
            found[number] = error
    return found


def entrant(bot: str, values: Mapping[str, object] | None = None, catalogue: Catalogue | None = None) -> Entrant:
    """The bot of that name, file or module, with its options checked."""
    (found,) = entrants([Wanted(bot, values or {})], Catalogue() if catalogue is None else catalogue)
    if isinstance(found, ConfigError):
        raise found
    return found


def entrant_of(cls: type[BaseBot], values: Mapping[str, object] | None = None, where: str = "") -> Entrant:
    """The bot of a class that this process has imported, with its options checked."""
    values, name, place = dict(values or {}), name_of(cls), place_of(cls)
    options = spelled_out(cls, arguments(cls, values, where or f'the bot "{name}": options'))
    sources = source_files(cls)
    files = tuple(str(path.resolve()) for path in sources.values())
    return Entrant(
        name, place, is_packaged(place), cls.plays, values, options, hash_of(sources), files=files,
        by_clock=bool(cls.thinks_by_clock), known=cls,
    )  # fmt: skip


def _described(place: str, values: Mapping[str, object], said: Description) -> Entrant:
    source, _, name = place.rpartition(":")
    place = f"{source}:{said.class_name if said.class_name.isidentifier() else name}"
    return Entrant(
        said.name, place, False, said.plays, dict(values), said.normal, said.source_hash, files=said.files,
        by_clock=said.by_clock, about=said,
    )  # fmt: skip


def command_entrant(
    name: str, command: Sequence[str], files: Sequence[str], folder: str, values: Mapping[str, object]
) -> Entrant:
    """A bot written as a program in any language; ConfigError if the program or a file is missing.

    It is made of `files`, and of all arguments that name a file.
    """
    here = Path(folder)
    if not here.is_dir():
        raise ConfigError(f"folder: there is no folder {folder}")
    program, *words = command
    own_program = "/" in program
    if shutil.which(here / program if own_program else program) is None:
        raise ConfigError(f"command.0: there is no executable program {program}")
    if own_program and not Path(program).is_absolute():
        words.append(program)
    named = [str(here / word) for word in words if (here / word).is_file()]
    own = tuple(dict.fromkeys([*named, *files]))
    return Entrant(name, "", False, "", values, values, _hash(command, own), tuple(command), own, folder)


def _hash(command: Sequence[str], files: Sequence[str]) -> str:
    """A hash of a command, of its files, and of the protocol."""
    digest = blake2b(json.dumps([PROTOCOL, *command]).encode(), digest_size=16)
    for file in files:
        try:
            content = Path(file).read_bytes()
        except OSError as error:
            raise ConfigError(f"files: {file} cannot be read: {error.strerror}") from None
        digest.update(f"{Path(file).name}\0".encode())
        digest.update(blake2b(content).digest())
    return digest.hexdigest()


def check_plays(bot: Entrant, game: str) -> None:
    if game and bot.plays and bot.plays != game:
        raise ConfigError(f'the bot "{bot.name}" plays {bot.plays}, not {game}')
