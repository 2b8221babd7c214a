"""`--game`: which game is meant, and keys of a configuration's section [game]."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from wallenstein.core.errors import ConfigError
from wallenstein.games import DEFAULT

Function = TypeVar("Function", bound=Callable[..., Any])
FLAGS = ("--game", "-g")


def game_option(function: Function) -> Function:
    """`--game`, which may be given several times."""
    return click.option(
        *FLAGS,
        "game_keys",
        multiple=True,
        metavar="NAME|KEY=VALUE",
        help="A game, or a key of the section [game] of a configuration, such as edition=first; can be repeated.",
    )(function)


def game_name_option(function: Function) -> Function:
    """`--game` where only the name of a game is asked for."""
    return click.option(*FLAGS, "game_name", default=DEFAULT, show_default=True, metavar="NAME", help="The game.")(
        function
    )


def game_keys(texts: Sequence[str]) -> dict[str, Any]:
    """The keys of the section [game]; a bare name is the key `name`."""
    return dict(key_value("--game", text if "=" in text else f'name="{text}"') for text in texts)


def key_value(flag: str, text: str) -> tuple[str, Any]:
    """The key and the value, which is written as in a configuration."""
    from wallenstein.tourney.config.source import parsed

    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ConfigError(f"{flag} {text}: must be KEY=VALUE")
    return key.strip(), parsed(value.strip())


def named_game(words: Sequence[str]) -> str:
    """The game that the words of a command line name, before they are parsed: its options depend on it."""
    found = DEFAULT
    for text in _given(words):
        key, equals, value = text.partition("=")
        if not equals:
            found = text
        elif key.strip() == "name":
            found = value.strip().strip("\"'")
    return found


def _given(words: Sequence[str]) -> Iterator[str]:
    """What stands behind `--game` and `-g`, in any of the ways to write it."""
    for place, word in enumerate(words):
        if word in FLAGS:
            yield from words[place + 1 : place + 2]
        elif word.startswith("--game="):
            yield word.removeprefix("--game=")
        elif word.startswith("-g") and not word.startswith("--"):
            yield word.removeprefix("-g")
