"""Bots by place: `module:Class`, `file.py:Class`, or a file with one bot."""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.find.files import load_file, quiet_import
from wallenstein.bots.registry import registered
from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean

OURS: Final = ("wallenstein.bots.bot", "wallenstein.games.")


def is_file(bot: str) -> bool:
    """Whether this is a file."""
    return bot.endswith(".py") or bot.rpartition(":")[0].endswith(".py")


def is_module(bot: str) -> bool:
    """Whether this is a module and a class."""
    return ":" in bot


def from_file(bot: str) -> type[BaseBot]:
    """The class of `file.py:Class`."""
    file, _, class_name = bot.rpartition(":")
    return _class(bot, load_file(Path(file)), class_name)


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
    bots: dict[str, Any] = {key: value for key, value in vars(module).items() if _is_bot(value)}
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


def _is_bot(value: object) -> bool:
    """Whether this is a bot's class, and not a base class of all bots or of a game."""
    return isinstance(value, type) and issubclass(value, BaseBot) and not value.__module__.startswith(OURS)
