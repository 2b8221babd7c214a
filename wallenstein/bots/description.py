"""The description of a bot: its name, idea, files, and the typed options of its constructor."""

import json
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from enum import Enum
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Final, NamedTuple, get_type_hints

from wallenstein.bots.bot import NAME, BaseBot, registered
from wallenstein.bots.files import hash_of, source_files
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean, printable

REQUIRED: Final = Parameter.empty
PLAIN: Final = (bool, int, float, str)


class Option(NamedTuple):
    """One option: its name, its type, and its default or REQUIRED."""

    name: str
    type: object
    default: object

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def written(self) -> str:
        """The default, as TOML writes it."""
        if self.default is None:
            return "none"
        return json.dumps(self.default, ensure_ascii=False) if isinstance(self.default, PLAIN) else repr(self.default)

    @property
    def allowed(self) -> str:
        """A text that describes the allowed values."""
        from wallenstein.bots.option_types import allowed_values  # pydantic takes a while to import

        return allowed_values(self.type)


class Options(NamedTuple):
    """The options of a class; `others` is the type of options with other names, None if there are none."""

    named: dict[str, Option]
    others: object


def options(cls: type) -> Options:
    """The options of a class. With `**keywords`, it also has those of its parents.

    Typed keywords, as in `**weights: float`, stand for options of any name.
    """
    named: dict[str, Option] = {}
    for parent in cls.__mro__[:-1]:
        init = vars(parent).get("__init__")
        if init is None:
            continue
        hints = _hints(cls, init)
        keywords = None
        for parameter in list(signature(init).parameters.values())[1:]:
            if parameter.kind is Parameter.VAR_KEYWORD:
                keywords = parameter
            elif parameter.kind in (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD):
                hint = hints.get(parameter.name, type(parameter.default) if type(parameter.default) in PLAIN else Any)
                named.setdefault(parameter.name, Option(parameter.name, hint, parameter.default))
            elif parameter.kind is Parameter.POSITIONAL_ONLY and parameter.default is REQUIRED:
                raise ConfigError(
                    f"the bot {cls.__name__} cannot be created: its constructor takes {parameter.name} "
                    "by position only; remove the / after it"
                )
        if keywords is None:
            return Options(named, None)
        if keywords.name in hints:
            return Options(named, hints[keywords.name])
    return Options(named, None)


def arguments(cls: type, values: Mapping[str, object], where: str) -> dict[str, object]:
    """The constructor's arguments for a table of options; a ConfigError about them starts with `where`."""
    known = options(cls)
    found: dict[str, object] = {}
    if values:
        from wallenstein.bots import option_types  # pydantic takes a while to import
    for name, value in values.items():
        if name in known.named:
            wanted = known.named[name].type
        elif known.others is not None:
            wanted = known.others
        else:
            near = did_you_mean(name, known.named) if known.named else "it has no options"
            raise ConfigError(f"{where}.{name}: the bot has no such option; {near}")
        try:
            found[name] = option_types.converted(wanted, value)
        except ValueError:
            allowed = option_types.allowed_values(wanted)
            raise ConfigError(f"{where}.{name}: must be {allowed}, not {value!r:.60}") from None
    for option in known.named.values():
        if option.required and option.name not in found:
            raise ConfigError(f"{where}.{option.name}: this option of the bot is required: {option.allowed}")
    return found


def spelled_out(cls: type, found: Mapping[str, object]) -> dict[str, object]:
    """The options as a configuration writes them, defaults included, without those that are None."""
    every = {name: option.default for name, option in options(cls).named.items()}
    every.update(found)
    return {name: write_option(value) for name, value in sorted(every.items()) if value is not None}


def write_option(value: object) -> object:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, list | tuple):
        return [write_option(item) for item in value]
    return value if type(value) in (bool, int, float, str, dict) else repr(value)


def _hints(cls: type, init: Callable[..., object]) -> dict[str, object]:
    try:
        return get_type_hints(init)
    except Exception as error:  # evaluates the user's types, which may raise anything
        raise ConfigError(
            f"the bot {cls.__name__} cannot be created: the types of its options cannot be read: {error}"
        ) from None


MARK: Final = "$toml"


def to_json(document: object) -> str:
    """One line; values that a configuration cannot have become text."""
    return json.dumps(document, default=_written)


def from_json(text: str) -> object:
    return json.loads(text, object_hook=_read)


def _written(value: object) -> object:
    if isinstance(value, date | datetime | time):
        return {MARK: value.isoformat()}
    return dict(value) if isinstance(value, Mapping) else str(value)


def _read(table: dict[str, object]) -> object:
    return tomllib.loads(f"value = {table[MARK]}")["value"] if list(table) == [MARK] else table


LONGEST: Final = 1000  # characters of any text in a description
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
    """A bot as other processes know it, without loading it."""

    name: str  # the registered one, or that of the class
    class_name: str
    plays: str
    idea: str
    about: str  # the docstring of the class, which may explain the options
    options: tuple[OptionText, ...]
    normal: Mapping[str, object]  # all options with their values, as a configuration writes them
    source_hash: str
    files: tuple[str, ...]
    by_clock: bool  # it thinks by the clock

    def as_json(self) -> dict[str, object]:
        return asdict(self)


class Unbelievable(Exception):
    """A description that this program never gives."""


def describe(cls: type[BaseBot], values: Mapping[str, object] | None, where: str = "") -> Description:
    """Describes a bot, with these options if there are any.

    A ConfigError about them starts with `where`.
    """
    normal = {} if values is None else spelled_out(cls, arguments(cls, values, where))
    sources = source_files(cls)
    files = tuple(str(path.resolve()) for path in sources.values())
    return Description(
        name_of(cls), cls.__qualname__, cls.plays, idea(cls), " ".join(str(vars(cls).get("__doc__") or "").split()),
        option_texts(cls), normal, hash_of(sources), files, bool(cls.thinks_by_clock),
    )  # fmt: skip


def option_texts(cls: type[BaseBot]) -> tuple[OptionText, ...]:
    return tuple(
        OptionText(option.name, option.allowed, None if option.required else option.written)
        for option in options(cls).named.values()
    )


def name_of(cls: type[BaseBot]) -> str:
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


def believed(document: object) -> Description:
    """A description sent by a bot's process; raises Unbelievable if its form is wrong."""
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(document, dict) or document.keys() != Description.__dataclass_fields__.keys():
        raise Unbelievable
    readable = {key: value if key == "normal" else _printable(value) for key, value in document.items()}
    try:
        found = TypeAdapter(Description).validate_json(json.dumps(readable), strict=True)
    except ValidationError:
        raise Unbelievable from None
    hashed = len(found.source_hash) == 32 and found.source_hash.isalnum()
    placed = all(Path(file).is_absolute() for file in found.files)
    if not (found.name and hashed and placed and max(len(found.files), len(found.options)) <= MOST):
        raise Unbelievable
    if found.plays and not NAME.fullmatch(found.plays):
        raise Unbelievable
    return found


def _printable(value: object) -> object:
    """Texts without control characters, and not too long."""
    if isinstance(value, dict):
        return {key: _printable(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(map(_printable, value))
    return printable(value, LONGEST) if isinstance(value, str) else value
