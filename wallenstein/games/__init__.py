"""The games that are known by name; each is imported when it is first asked for."""

from wallenstein.core.game import GAMES, Game


def _wallenstein() -> Game:
    from wallenstein.games.wallenstein.game import Wallenstein

    return Wallenstein()


GAMES.setdefault("wallenstein", _wallenstein)
