"""The base class of bots, and the names that `register` gives them."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, TypeVar

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Placing
from wallenstein.table.conditions import Countdown, Notebook, Setup


class BaseBot:
    """A player of any game. Each object plays one seat of one game.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    name: ClassVar[str] = ""
    """The registered name; `register` sets it."""

    plays: ClassVar[str] = ""
    """The name of the only game that it plays; empty for one that plays any."""

    thinks_by_clock: ClassVar[bool] = False
    """Whether its choices depend on its time, so that another run plays other games; `verify` reports it."""

    rng: Random
    """The only source of chance that a reproducible bot uses; it is there from `start` on, not in the constructor."""

    clock: Countdown = Countdown()
    """`self.clock.left()`: seconds of processor time that are left for this question; infinite without a limit.

    `self.clock.bank()`: how many of these are from the time bank of the game."""

    notebook: Notebook = Notebook()

    def note(self, text: str) -> None:
        """Keeps a short text with this decision: in the table `notes`, the text of the game and replays.

        It changes nothing in the game. Up to 200 characters are kept of a decision, and 8,000 of a game.
        """
        self.notebook.add(text)

    def start(self, setup: Setup) -> None:
        """Called when the game begins: `setup` has the seat, the number of players and the rules."""

    def decide(self, view: Any, decision: Any) -> Any:
        """Returns a legal choice; `view` is the position as its seat sees it. By default, the decision's default."""
        return decision.default

    def end(self, result: Sequence[Placing]) -> None:
        """Called at the end of the game: `result` has every seat's rank and score."""


BotClass = TypeVar("BotClass", bound=type[BaseBot])

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,39}")

PACKAGE: Final = "wallenstein_bots_"  # plus a hash of the folder: the package under which files of bots are imported

_MODULES: dict[str, dict[str, type[BaseBot]]] = {}  # by the name of the module, then by the name of the bot


def register(name: str) -> Callable[[BotClass], BotClass]:
    """Gives a bot class its name in configurations and commands."""
    if not isinstance(name, str):
        raise ConfigError(f'@register needs a name, as in @register("miller"), not {type(name).__name__}')
    wrong = bad_name(name)
    if wrong:
        raise ConfigError(wrong)

    def named(cls: BotClass) -> BotClass:
        if not (isinstance(cls, type) and issubclass(cls, BaseBot)):
            called = getattr(cls, "__name__", type(cls).__name__)
            raise ConfigError(f'@register("{name}") decorates {called}, which is not a subclass of Bot')
        own = _MODULES.setdefault(cls.__module__, {})
        other = own.get(name)
        if other is not None and other.__qualname__ != cls.__qualname__:
            raise ConfigError(same_name(place(cls), other.__qualname__, cls.__qualname__, name))
        own[name] = cls
        cls.name = name
        return cls

    return named


def bad_name(name: str) -> str:
    if NAME.fullmatch(name):
        return ""
    return (
        f"{name!r:.60} cannot be the name of a bot; use up to 40 letters, digits and - + _, "
        "beginning with a letter or a digit"
    )


def same_name(where: str, one: str, other: str, name: str) -> str:
    """The sentence for two classes of a file with one name."""
    return f'{where}: {one} and {other} are both registered as "{name}"; names must be unique'


def registered(module: str) -> dict[str, type[BaseBot]]:
    return dict(_MODULES.get(module, {}))


def modules() -> list[str]:
    """The modules that have registered bots, in the order of their first one."""
    return list(_MODULES)


def forget(module: str) -> None:
    _MODULES.pop(module, None)


def source_file(cls: type) -> Path | None:
    """The file of a class; None for one typed at a prompt."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return None if file is None else Path(file).resolve()


def place(cls: type) -> str:
    """The place of a class in its source, for messages."""
    file = source_file(cls)
    return f"module {cls.__module__}" if file is None else str(file)


def place_of(cls: type) -> str:
    """The place where every process finds a class: `file.py:Class` or `module:Class`; empty if there is none."""
    file = source_file(cls)
    if file is None or "." in cls.__qualname__:
        return ""
    if cls.__module__ == "__main__" or cls.__module__.startswith(PACKAGE):
        return f"{file}:{cls.__qualname__}"
    return f"{cls.__module__}:{cls.__qualname__}"
