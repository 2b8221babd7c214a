"""The known games by name. A game is imported when it is first used; only this list knows them all."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean

if TYPE_CHECKING:
    from wallenstein.core.game import Game


class KnownGame(NamedTuple):
    """The class of a game, and its modules that others open."""

    place: str  # module:Class
    commands: str = ""
    analysis: str = ""  # that of its answers for notebooks


DEFAULT: Final = "wallenstein"  # the default game
# That of `bench`, for the rules of this version: the same on every machine and Python, compiled or not.
SIGNATURE: Final = "83a5bfaa5362a433"
GAMES: Final[dict[str, KnownGame]] = {
    "sixteen-thirty": KnownGame("wallenstein.games.sixteen_thirty.game:SixteenThirty"),
    "wallenstein": KnownGame(
        "wallenstein.games.wallenstein.game:Wallenstein",
        "wallenstein.games.wallenstein.terminal.commands",
        "wallenstein.games.wallenstein.analysis",
    ),
}


def find_game(name: str) -> "Game":
    if name not in GAMES:
        raise ConfigError(f'there is no game "{name}"; {did_you_mean(name, GAMES)}')
    return game_at(GAMES[name].place)


@cache
def game_at(place: str) -> "Game":
    """The only object of the class `module:Class`."""
    module, _, name = place.partition(":")
    made: Game = getattr(import_module(module), name)()
    return made
