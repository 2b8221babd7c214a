"""What a bot says of itself: its name, idea, options and files; made where its code may run, and read elsewhere."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.find.sources import hash_of, source_files
from wallenstein.bots.options import arguments, options, spelled_out
from wallenstein.bots.registry import NAME, registered
from wallenstein.core.words import printable

LONGEST: Final = 1000  # characters of any text that a bot says of itself
MOST: Final = 10_000  # files and options


@dataclass(frozen=True)
class OptionText:
    """The description of an option; it is required if it has no default."""

    name: str
    allowed: str
    default: str | None

    def __str__(self) -> str:
        return f"{self.name}: {self.allowed}" + ("" if self.default is None else f" (default {self.default})")


@dataclass(frozen=True)
class Description:
    """What is known of a bot that need not be loaded any more."""

    name: str  # the registered one, or that of the class
    class_name: str
    plays: str
    idea: str
    options: tuple[OptionText, ...]
    normal: Mapping[str, Any]  # all options with their values, as a configuration writes them
    source_hash: str
    files: tuple[str, ...]
    by_clock: bool  # it thinks by the clock

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


class Unbelievable(Exception):
    """A description that no bot of this program gives."""


def describe(cls: type[BaseBot], values: Mapping[str, Any] | None, where: str = "") -> Description:
    """Describes a bot, with these options if there are any.

    ConfigError says what is wrong with them, starting with `where`.
    """
    normal = {} if values is None else spelled_out(cls, arguments(cls, values, where))
    sources = source_files(cls)
    files = tuple(str(path.resolve()) for path in sources.values())
    return Description(
        name_of(cls), cls.__qualname__, cls.plays, idea(cls), option_texts(cls), normal,
        hash_of(sources), files, bool(cls.thinks_by_clock),
    )  # fmt: skip


def option_texts(cls: type[BaseBot]) -> tuple[OptionText, ...]:
    """The descriptions of all options of a bot."""
    return tuple(
        OptionText(option.name, option.allowed, None if option.required else option.written)
        for option in options(cls).named.values()
    )


def name_of(cls: type[BaseBot]) -> str:
    """The registered name of a class, or its own."""
    for name, other in registered(cls.__module__).items():
        if other is cls:
            return name
    return cls.__qualname__


def idea(cls: type[BaseBot]) -> str:
    """The first line of the docstring: of the file if it has only this bot, otherwise of the class."""
    alone = len(registered(cls.__module__)) == 1
    module = sys.modules.get(cls.__module__)
    texts = [module.__doc__ if alone and module is not None else None, vars(cls).get("__doc__")]
    for text in texts:
        if isinstance(text, str) and text.strip():
            return text.strip().splitlines()[0]
    return ""


def believed(document: Any) -> Description:
    """A description that a bot's process has sent; raises Unbelievable if it has not the form of one."""
    if not isinstance(document, dict) or document.keys() != Description.__dataclass_fields__.keys():
        raise Unbelievable
    name, class_name, plays = (_text(document[key]) for key in ("name", "class_name", "plays"))
    normal, hashed, files = document["normal"], document["source_hash"], document["files"]
    by_clock = document["by_clock"]
    if not name or not isinstance(by_clock, bool) or (plays and not NAME.fullmatch(plays)):
        raise Unbelievable
    if not isinstance(normal, dict) or not (isinstance(hashed, str) and len(hashed) == 32 and hashed.isalnum()):
        raise Unbelievable
    if not (isinstance(files, list) and len(files) <= MOST and all(Path(_text(file)).is_absolute() for file in files)):
        raise Unbelievable
    texts = tuple(map(_option, document["options"])) if isinstance(document["options"], list) else None
    if texts is None or len(texts) > MOST:
        raise Unbelievable
    return Description(name, class_name, plays, _text(document["idea"]), texts, normal, hashed, tuple(files), by_clock)


def _option(document: Any) -> OptionText:
    if not isinstance(document, dict) or document.keys() != OptionText.__dataclass_fields__.keys():
        raise Unbelievable
    default = document["default"]
    return OptionText(_text(document["name"]), _text(document["allowed"]), default and _text(default))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unbelievable
    return printable(value, LONGEST)
