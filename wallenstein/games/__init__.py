"""The games that are known by name. A game is imported when it is first used; only this list knows them all."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean

if TYPE_CHECKING:
    from wallenstein.core.game import Game


class GameCommand(NamedTuple):
    """Where a command of the command line is, and what the overview says of it without importing it."""

    place: str  # module:name
    help: str


class KnownGame(NamedTuple):
    """Where a game is, and the commands that it adds to the command line, by name."""

    place: str  # module:Class
    commands: Mapping[str, GameCommand] = {}


DEFAULT: Final = "wallenstein"  # the default game
GAMES: Final[dict[str, KnownGame]] = {
    "sixteen-thirty": KnownGame(
        "wallenstein.games.sixteen_thirty.game:SixteenThirty",
        {
            "prospects": GameCommand(
                "wallenstein.games.sixteen_thirty.search.fitting:prospects",
                "Fit what the searching bot of Sixteen Thirty Something expects.",
            ),
        },
    ),
    "wallenstein": KnownGame(
        "wallenstein.games.wallenstein.game:Wallenstein",
        {
            "board": GameCommand(
                "wallenstein.games.wallenstein.terminal.commands:board",
                "Show a board, or check a board file.",
            ),
            "forecast": GameCommand(
                "wallenstein.games.wallenstein.terminal.commands:forecast",
                "Fit the forecast that searching bots use.",
            ),
            "tower": GameCommand(
                "wallenstein.games.wallenstein.terminal.commands:tower",
                "Record throws of a real dice tower, and fit the models to them.",
            ),
        },
    ),
}


def find_game(name: str) -> "Game":
    """The game with this name, imported when it is first used."""
    if name not in GAMES:
        raise ConfigError(f'there is no game "{name}"; {did_you_mean(name, GAMES)}')
    return game_at(GAMES[name].place)


@cache
def game_at(place: str) -> "Game":
    """The game that the class `module:Class` is; there is one object of it."""
    module, _, name = place.partition(":")
    made: Game = getattr(import_module(module), name)()
    return made
