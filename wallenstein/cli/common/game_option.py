"""`--game`: a game, or keys of the section [game] of a configuration."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from wallenstein.core.errors import ConfigError
from wallenstein.games import DEFAULT

Function = TypeVar("Function", bound=Callable[..., Any])
FLAGS = ("--game", "-g")


def game_option(function: Function) -> Function:
    """`--game`, which can be repeated."""
    return click.option(
        *FLAGS,
        "game_keys",
        multiple=True,
        metavar="NAME|KEY=VALUE",
        help="A game, or a key of the section [game] of a configuration, such as edition=first; can be repeated.",
    )(function)


def game_name_option(function: Function) -> Function:
    """`--game`, if only a game's name is needed."""
    return click.option(*FLAGS, "game_name", default=DEFAULT, show_default=True, metavar="NAME", help="The game.")(
        function
    )


def game_keys(texts: Sequence[str]) -> dict[str, Any]:
    """The keys of the section [game]; a bare name is the key `name`."""
    return dict(key_value("--game", text if "=" in text else f'name="{text}"') for text in texts)


def key_value(flag: str, text: str) -> tuple[str, Any]:
    """The key and the value, written as in a configuration."""
    from wallenstein.tourney.config.source import parsed

    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ConfigError(f"{flag} {text}: must be KEY=VALUE")
    return key.strip(), parsed(value.strip())


def named_game(words: Sequence[str]) -> str:
    """The game that a command line names, found before parsing: the options depend on it."""
    found = DEFAULT
    for text in _given(words):
        key, equals, value = text.partition("=")
        if not equals:
            found = text
        elif key.strip() == "name":
            found = value.strip().strip("\"'")
    return found


def _given(words: Sequence[str]) -> Iterator[str]:
    """The values of `--game` and `-g`, in any way of writing them."""
    for place, word in enumerate(words):
        if word in FLAGS:
            yield from words[place + 1 : place + 2]
        elif word.startswith("--game="):
            yield word.removeprefix("--game=")
        elif word.startswith("-g") and not word.startswith("--"):
            yield word.removeprefix("-g")
