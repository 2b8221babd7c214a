"""The description of a bot: its name, idea, options, and file."""

import sys
from dataclasses import dataclass

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.entrants import name_of
from wallenstein.bots.options import options
from wallenstein.bots.registry import place, registered


@dataclass(frozen=True)
class OptionText:
    """The description of an option; it is required if it has no default."""

    name: str
    allowed: str
    default: str | None

    def __str__(self) -> str:
        return f"{self.name}: {self.allowed}" + ("" if self.default is None else f" (default {self.default})")


@dataclass(frozen=True)
class BotText:
    """The description of a bot."""

    name: str
    idea: str
    options: tuple[OptionText, ...]
    where: str


def bot_text(cls: type[BaseBot], name: str | None = None) -> BotText:
    """Describes a bot; `name` if it is known by a name other than the registered one."""
    texts = tuple(
        OptionText(option.name, option.allowed, None if option.required else option.written)
        for option in options(cls).named.values()
    )
    return BotText(name or name_of(cls), idea(cls), texts, place(cls))


def idea(cls: type[BaseBot]) -> str:
    """The first line of the docstring: of the file if it has only this bot, otherwise of the class."""
    alone = len(registered(cls.__module__)) == 1
    module = sys.modules.get(cls.__module__)
    texts = [module.__doc__ if alone and module is not None else None, vars(cls).get("__doc__")]
    for text in texts:
        if text and text.strip():
            return str(text).strip().splitlines()[0]
    return ""
