"""Bots on their way to another machine: their files go along, and are read there from where they are unpacked.

Bots that come with the package are there already, and so must be those given as `module:Class`; both are checked.
"""

from collections.abc import Iterable, Iterator
from os.path import commonpath
from pathlib import Path
from typing import Any, Final, NamedTuple

import wallenstein
from wallenstein.bots.apart.ask import Question, ask
from wallenstein.bots.entrants import Entrant, command_entrant
from wallenstein.bots.find.folders import reference_folder
from wallenstein.core.errors import ConfigError
from wallenstein.table.conditions import Maker

FOLDER: Final = "bots"
PACKAGE: Final = Path(wallenstein.__file__).resolve().parent


class ShippedBot(NamedTuple):
    """A bot as plain data; `place`, `files` and `folder` are paths below where it is unpacked."""

    name: str
    place: str
    packaged: bool
    plays: str
    values: dict[str, Any]
    options: dict[str, Any]
    source_hash: str
    command: tuple[str, ...]
    files: tuple[str, ...]
    folder: str

    def entrant(self, above: Path) -> Entrant:
        """The bot where its files are unpacked."""
        place, folder = self.place, self.folder
        if self.packaged:
            place = f"{reference_folder()}/{place}"
        elif place and self.files:
            place = f"{above}/{place}"
        words = tuple(f"{above}/{word}" if word in self.files else word for word in self.command)
        files = tuple(f"{above}/{file}" for file in self.files)
        moved = {"place": place, "command": words, "files": files, "folder": f"{above}/{folder}" if folder else ""}
        return Entrant(**{**self._asdict(), **moved})


class Shipping:
    """Collects bots, and the files that go along: each folder of bots keeps its shape."""

    def __init__(self) -> None:
        self.files: Final[dict[str, bytes]] = {}
        self.homes: Final[dict[tuple[str, ...], str]] = {}

    def ship(self, maker: Maker) -> ShippedBot | None:
        """A bot as it is shipped; None for an entry that does not play."""
        if not isinstance(maker, Entrant):
            return None
        if not maker.place and not maker.command:
            raise ConfigError(f"the bot {maker.name} was typed at a prompt, so other machines cannot play it")
        bot = ShippedBot(
            maker.name, maker.place, maker.packaged, maker.plays, dict(maker.values), dict(maker.options),
            maker.source_hash, maker.command, (), "",
        )  # fmt: skip
        source, _, class_name = maker.place.rpartition(":")
        if maker.packaged:
            return bot._replace(place=f"{Path(source).name}:{class_name}")
        if maker.command:
            moved, folder = self._move([Path(file) for file in maker.files], [Path(maker.folder)])
            command = tuple(moved.get(str(Path(word).resolve()), word) for word in maker.command)
            return bot._replace(command=command, files=tuple(moved.values()), folder=folder)
        if not source.endswith(".py"):
            return bot
        path = Path(source).resolve()
        own = [file for file in map(Path, maker.files) if not file.resolve().is_relative_to(PACKAGE)]
        moved, _ = self._move([path, *own], [path.parent])
        return bot._replace(place=f"{moved[str(path)]}:{class_name}", files=tuple(moved.values()))

    def _move(self, files: Iterable[Path], folders: Iterable[Path]) -> tuple[dict[str, str], str]:
        """By the full path of each file its path below where it is unpacked; and the same of the first folder."""
        own = sorted({file.resolve() for file in files})
        above = [folder.resolve() for folder in folders]
        home = Path(commonpath([*above, *(file.parent for file in own)]))
        to = self.homes.setdefault((str(home), *map(str, own)), f"{FOLDER}/{len(self.homes)}")
        moved = {str(file): f"{to}/{file.relative_to(home).as_posix()}" for file in own}
        self.files.update({moved[str(file)]: file.read_bytes() for file in own})
        return moved, f"{to}/{above[0].relative_to(home).as_posix()}"


def unfit(bots: Iterable[ShippedBot], above: Path) -> Iterator[str]:
    """A sentence for each bot that would be another one on this machine, or cannot play here."""
    modules = []
    for bot in bots:
        if bot.command:
            (above / bot.folder).mkdir(parents=True, exist_ok=True)
            moved = bot.entrant(above)
            try:
                command_entrant(bot.name, moved.command, moved.files, moved.folder, moved.values)
            except ConfigError as error:
                yield f"the bot {bot.name}: {error}"
        elif not bot.packaged and not bot.files:
            modules.append(bot)
    answers = ask([Question(bot.place) for bot in modules])
    for bot, answer in zip(modules, answers, strict=True):
        if isinstance(answer, ConfigError):
            yield f"the bot {bot.name}: {answer}; install it there, too"
        elif answer.source_hash != bot.source_hash:
            yield f"the bot {bot.name} is another one there: the files of {bot.place} differ"
