"""The options of a bot: the typed keyword parameters of its constructor, checked against a configuration."""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from inspect import Parameter, signature
from typing import Any, Final, NamedTuple, get_type_hints

from wallenstein.core.errors import ConfigError
from wallenstein.core.words import did_you_mean

REQUIRED: Final = Parameter.empty
PLAIN: Final = (bool, int, float, str)


class Option(NamedTuple):
    """One option: its name, its type, and its default or REQUIRED."""

    name: str
    type: Any
    default: Any

    @property
    def required(self) -> bool:
        """Whether it is required."""
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
    others: Any


def options(cls: type) -> Options:
    """The options of a class. With `**keywords`, it also has those of its parents.

    Keywords with a type, as in `**weights: float`, stand for options of any name.
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
                hint = hints.get(parameter.name, _type_of(parameter.default))
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


def arguments(cls: type, values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The constructor's arguments for a table of options; ConfigError says what is wrong, starting with `where`."""
    known = options(cls)
    found: dict[str, Any] = {}
    for name, value in values.items():
        if name in known.named:
            wanted = known.named[name].type
        elif known.others is not None:
            wanted = known.others
        else:
            near = did_you_mean(name, known.named) if known.named else "it has no options"
            raise ConfigError(f"{where}.{name}: the bot has no such option; {near}")
        found[name] = _converted(wanted, value, f"{where}.{name}")
    for option in known.named.values():
        if option.required and option.name not in found:
            raise ConfigError(f"{where}.{option.name}: this option of the bot is required: {option.allowed}")
    return found


def spelled_out(cls: type, found: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a configuration writes them, defaults included, without those that are None."""
    every = {name: option.default for name, option in options(cls).named.items()}
    every.update(found)
    return {name: written(value) for name, value in sorted(every.items()) if value is not None}


def written(value: Any) -> Any:
    """The value as a configuration writes it."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, list | tuple):
        return [written(item) for item in value]
    return value if type(value) in (bool, int, float, str, dict) else repr(value)


def _converted(wanted: Any, value: Any, where: str) -> Any:
    from wallenstein.bots.option_types import allowed_values, converted

    try:
        return converted(wanted, value)
    except ValueError:
        raise ConfigError(f"{where}: must be {allowed_values(wanted)}, not {value!r:.60}") from None


def _hints(cls: type, init: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(init)
    except Exception as error:  # evaluates whatever the user wrote as a type
        raise ConfigError(
            f"the bot {cls.__name__} cannot be created: the types of its options cannot be read: {error}"
        ) from None


def _type_of(default: Any) -> Any:
    """The type of an option without annotation: that of its default if it is plain, otherwise any."""
    return type(default) if type(default) in PLAIN else Any
