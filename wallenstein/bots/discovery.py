"""Finds bots by name, by file, by module, and among installed packages; a file's code runs only when it is loaded."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import PACKAGE, BaseBot, forget, modules, place, place_of, registered
from wallenstein.bots.files import bot_files, default_places, is_packaged, registrations, text_of, without_copies
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.sources import load_python_file
from wallenstein.core.text import did_you_mean


class Loaded(NamedTuple):
    digest: bytes  # of the source it was loaded from
    module: ModuleType


_LOADED: dict[Path, Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """The file's module, loaded once until the file changes; ConfigError names file and line."""
    path = path.resolve()
    source = text_of(path)
    digest = blake2b(source).digest()
    loaded = _LOADED.get(path)
    if loaded is None or loaded.digest != digest:
        loaded = _LOADED[path] = Loaded(digest, _load(path, source))
    return loaded.module


def _load(path: Path, source: bytes) -> ModuleType:
    name = module_name(path)
    present = sys.modules.get(name)
    if present is not None and path not in _LOADED:
        return present  # a neighbour has imported it already
    forget(name)
    try:
        with quiet_import():
            return load_python_file(path, name, source)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may raise anything, even SystemExit
        forget(name)
        _LOADED.pop(path, None)
        raise ConfigError(sentence(path, error)) from None


def module_name(path: Path) -> str:
    """The name that a file is loaded under. Its folder is a package, so `from .neighbour import ...` works."""
    package = PACKAGE + _short(str(path.parent))
    if package not in sys.modules:
        folder = sys.modules[package] = ModuleType(package)
        folder.__path__ = [str(path.parent)]
    stem = path.stem
    if not stem.isidentifier():
        stem = re.sub(r"\W", "_", stem) + "_" + _short(stem)
    return f"{package}.{stem}"


@contextmanager
def quiet_import() -> Iterator[None]:
    """While a bot's module is imported: keeps its output out of ours, and restores the working directory."""
    folder = os.getcwd()
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)  # for output that bypasses sys.stdout, such as that of a command
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(output, 1)
        os.close(output)
        os.chdir(folder)


def sentence(path: Path, error: BaseException) -> str:
    """The sentence for a file that cannot be loaded, with the line of the mistake."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else None
    for frame in extract_tb(error.__traceback__):
        if frame.filename == str(path) and line is None:
            line = frame.lineno
    said = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    what = said if isinstance(error, ConfigError) else f"{type(error).__name__}: {said}".rstrip(": ")
    where = "" if line is None else f"line {line}: "
    return f"the bot file {path} cannot be loaded: {where}{what}"


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()


OURS: Final = ("wallenstein.bots.bot", "wallenstein.games.")


def is_file(bot: str) -> bool:
    return bot.endswith(".py") or bot.rpartition(":")[0].endswith(".py")


def from_module(bot: str) -> type[BaseBot]:
    """The class of `module:Class`; modules of the working directory can be imported too."""
    name, _, class_name = bot.partition(":")
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # it stays on the path: a bot may import more while it plays
    try:
        with quiet_import():
            module = import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an import may raise anything
        said = " ".join(str(error).split())
        raise ConfigError(f'the bot "{bot}": {name} cannot be imported: {type(error).__name__}: {said}') from None
    return _class(bot, module, class_name)


def _class(bot: str, module: ModuleType, name: str) -> type[BaseBot]:
    """The bot class of that name, or registered by that name, in a module."""
    bots: dict[str, Any] = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, BaseBot) and not value.__module__.startswith(OURS)
    }
    for key, value in registered(module.__name__).items():
        bots.setdefault(value.__name__, value)  # it may be defined within a function
        bots[key] = value
    if name in bots:
        cls: type[BaseBot] = bots[name]
        return cls
    near = did_you_mean(name, bots) if bots else "the module has no bot"
    if hasattr(module, name):
        raise ConfigError(f'the bot "{bot}": {name} is not a subclass of Bot; {near}')
    raise ConfigError(f'the bot "{bot}": there is no class {name}; {near}')


GROUP: Final = "wallenstein.bots"


class Located(NamedTuple):
    """The place of a bot, and its description from its file's text; it has not been loaded."""

    name: str  # empty if it was given by its place
    place: str  # `file.py:Class` or `module:Class`; empty for a class typed at a prompt
    where: str  # a file, a module or an installed package, for messages
    idea: str = ""
    plays: str | None = None  # the game that it plays, empty for any; None if that is not known yet
    known: type[BaseBot] | None = None  # a class that this process has imported already

    @property
    def packaged(self) -> bool:
        """Whether it comes with the package, so that its code is trusted."""
        return is_packaged(self.place)

    def load(self) -> type[BaseBot]:
        return self.known or load_class(self.place)


class Problem(NamedTuple):
    """A file without known bots, and the mistake."""

    path: Path
    text: str


@cache
def installed_bots() -> list[Located]:
    """The bots of installed packages; looked up once, because that takes longer than a game."""
    from importlib.metadata import entry_points  # slow to load, and the replay of a recorded game needs no bots

    found: list[Located] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = "an installed package" if point.dist is None else f"the package {point.dist.name}"
        found.append(Located(point.name, f"{point.module}:{point.attr}", f"{point.value} of {package}"))
    return found


class Catalogue:
    """All bots known by name: in the files of some paths, in imported modules, and in installed packages. A file with a
    mistake only matters if one of its bots is needed.
    """

    def __init__(self, paths: Iterable[Path | str] = (), defaults: bool = True, base: Path | None = None) -> None:
        """`paths` are files and folders in addition to the default ones; relative ones start at `base`."""
        self.base = Path.cwd() if base is None else base
        self.bots: list[Located] = []
        self.problems: list[Problem] = []
        own = (self.base / os.path.expanduser(path) for path in paths)
        self.places = [*(default_places() if defaults else ()), *own]
        self.files = without_copies(bot_files(self.places))
        for path in self.files:
            try:
                self.bots += _in(path)
            except ConfigError as error:
                self.problems.append(Problem(path, str(error)))
        for module in modules():
            for name, cls in registered(module).items() if not module.startswith(PACKAGE) else ():
                here = Located(name, place_of(cls), place(cls), plays=cls.plays, known=cls)
                if all((here.name, here.where) != (other.name, other.where) for other in self.bots):
                    self.bots.append(here)
        self.bots += installed_bots()

    def names(self) -> list[str]:
        """Every name, once, in alphabetical order."""
        return sorted({located.name for located in self.bots})

    def locate(self, bot: str) -> Located:
        """The place of a bot: a registered name, `module:Class`, `file.py:Class` or `file.py`."""
        found = [located for located in self.bots if located.name == bot]
        if len(found) > 1:
            places = " and in ".join(located.where for located in found)
            raise ConfigError(
                f'the name "{bot}" is registered twice, in {places}; rename one of them, or write it as FILE:CLASS'
            )
        if found:
            return found[0]
        if is_file(bot):
            return self._in_file(bot)
        if ":" in bot:  # a module and a class
            return Located("", bot, f"module {bot.partition(':')[0]}")
        raise ConfigError(self._unknown(bot))

    def find(self, bot: str) -> type[BaseBot]:
        """The class of a bot, imported for games in this process."""
        return self.locate(bot).load()

    def _in_file(self, bot: str) -> Located:
        file, class_name = (bot, "") if bot.endswith(".py") else bot.rsplit(":", 1)
        path = (self.base / os.path.expanduser(file)).resolve()
        if not path.is_file():
            raise ConfigError(f'the bot "{bot}": there is no file {path}')
        bots = _in(path)
        if class_name:
            same = [one for one in bots if class_name in (one.name, one.place.rpartition(":")[2])]
            return same[0] if same else Located("", f"{path}:{class_name}", str(path))
        if len(bots) == 1:
            return bots[0]
        if bots:
            choices = ", ".join(f"{bot}:{one.name}" for one in bots)
            raise ConfigError(f'"{bot}" has {len(bots)} bots; choose one: {choices}')
        raise ConfigError(f'"{bot}" registers no bot; put @register("a-name") above its class')

    def _unknown(self, bot: str) -> str:
        quoted = re.compile(rb"""["']""" + re.escape(bot).encode(errors="replace") + rb"""["']""")
        for problem in self.problems:
            if problem.path.stem == bot or (problem.path.is_file() and quoted.search(problem.path.read_bytes())):
                return problem.text
        for folder in self.places:
            file = folder / f"{bot}.py"
            if file.is_file():
                here = [f'"{one.name}"' for one in self.bots if one.where == str(file.resolve())]
                does = f"registers {', '.join(here)}, not" if here else "registers no bot"
                return f'{file} {does} "{bot}"; put @register("{bot}") above its class'
        text = f'there is no bot "{bot}"; {did_you_mean(bot, self.names())}'
        return "; also, ".join([text, *(problem.text for problem in self.problems)])


def find(bot: str, paths: Iterable[Path | str] = (), base: Path | None = None) -> type[BaseBot]:
    """The bot class for a name, `module:Class`, `file.py:Class` or `file.py`, imported into this process."""
    return Catalogue(paths, base=base).find(bot)


def load_class(place: str) -> type[BaseBot]:
    """Imports the class of `module:Class` or `file.py:Class` into this process."""
    if not is_file(place):
        return from_module(place)
    file, _, class_name = place.rpartition(":")
    return _class(place, load_file(Path(file)), class_name)


def _in(path: Path) -> list[Located]:
    return [
        Located(one.name, f"{path}:{one.class_name or one.name}", str(path), one.idea, one.plays)
        for one in registrations(path)
    ]
