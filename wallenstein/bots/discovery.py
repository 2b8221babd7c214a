"""Finds bots by name, by file, by module, and among installed packages."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.find.files import load_file, quiet_import
from wallenstein.bots.find.folders import bot_files, default_folders, without_copies
from wallenstein.bots.find.places import from_file, from_module, is_file, is_module
from wallenstein.bots.registry import PACKAGE, modules, place, registered
from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean

GROUP: Final = "wallenstein.bots"


class Listed(NamedTuple):
    """A bot that is known by name."""

    name: str
    where: str  # a file, a module, or an installed package
    load: Callable[[], type[BaseBot]]


class Problem(NamedTuple):
    """A file that could not be loaded, and why."""

    path: Path
    text: str


class Catalogue:
    """All bots known by name: in the files of some paths, in imported modules, and in installed packages.

    A file that cannot be loaded only matters if one of its bots is needed.
    """

    def __init__(self, paths: Iterable[Path | str] = (), defaults: bool = True, base: Path | None = None) -> None:
        """`paths` are files and folders in addition to the default ones; relative ones start at `base`."""
        self.base = Path.cwd() if base is None else base
        self.bots: list[Listed] = []
        self.problems: list[Problem] = []
        self._places: set[tuple[str, str, str]] = set()
        own = [self.base / Path(path).expanduser() for path in paths]
        self.files = without_copies(bot_files([*(default_folders() if defaults else ()), *own]))
        for path in self.files:
            self._add_file(path)
        for module in modules():
            if not module.startswith(PACKAGE):
                self._add_module(module)
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
            self.bots.append(Listed(point.name, f"{point.value} of {_package(point)}", partial(_load_point, point)))

    def names(self) -> list[str]:
        """Every name, once, in alphabetical order."""
        return sorted({listed.name for listed in self.bots})

    def find(self, bot: str) -> type[BaseBot]:
        """The class for a registered name, `module:Class`, `file.py:Class` or `file.py`."""
        found = [listed for listed in self.bots if listed.name == bot]
        if len(found) > 1:
            places = " and in ".join(listed.where for listed in found)
            raise ConfigError(
                f'the name "{bot}" is registered twice, in {places}; rename one of them, or write it as FILE:CLASS'
            )
        if found:
            return found[0].load()
        if is_file(bot):
            return from_file(bot, self.base)
        if is_module(bot):
            return from_module(bot)
        raise ConfigError(self._unknown(bot))

    def _add_file(self, path: Path) -> None:
        try:
            module = load_file(path)
        except ConfigError as error:
            self.problems.append(Problem(path, str(error)))
        else:
            self._add_module(module.__name__)

    def _add_module(self, module: str) -> None:
        for name, cls in registered(module).items():
            here = (name, place(cls), cls.__qualname__)
            if here not in self._places:  # the same file may have been imported under another name
                self._places.add(here)
                self.bots.append(Listed(name, place(cls), partial(_itself, cls)))

    def _unknown(self, bot: str) -> str:
        quoted = re.compile(rb"""["']""" + re.escape(bot).encode() + rb"""["']""")
        for problem in self.problems:
            if problem.path.is_file() and quoted.search(problem.path.read_bytes()):
                return problem.text
        text = f'there is no bot "{bot}"; {did_you_mean(bot, self.names())}'
        return "; also, ".join([text, *(problem.text for problem in self.problems)])


def find(bot: str, paths: Iterable[Path | str] = (), base: Path | None = None) -> type[BaseBot]:
    """The bot class for a name, `module:Class`, `file.py:Class` or `file.py`."""
    return Catalogue(paths, base=base).find(bot)


def load_class(place: str, base: Path | None = None) -> type[BaseBot]:
    """Imports the class of `module:Class`, `file.py:Class` or `file.py` into this process."""
    return from_file(place, Path.cwd() if base is None else base) if is_file(place) else from_module(place)


def _itself(cls: type[BaseBot]) -> type[BaseBot]:
    return cls


def _package(point: EntryPoint) -> str:
    return "an installed package" if point.dist is None else f"the package {point.dist.name}"


def _load_point(point: EntryPoint) -> type[BaseBot]:
    """The class of an installed package's entry point."""
    who = f'the bot "{point.name}" of {_package(point)}'
    try:
        with quiet_import():
            cls = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an import may raise anything
        raise ConfigError(f"{who} cannot be loaded: {type(error).__name__}: {error}") from None
    if not (isinstance(cls, type) and issubclass(cls, BaseBot)):
        raise ConfigError(f"{who} is {point.value}, which is not a subclass of Bot")
    return cls
